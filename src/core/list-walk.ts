import { arrayAt, type JsonObject } from '#shared/json.ts';
import { faultOf, type RpcFault } from './fault.ts';
import type { Answer } from './peer.ts';

/** Pages of one list that are read at most. */
export const MAX_PAGES = 1000;

export interface WalkPage {
  items: unknown[];
  answer: Answer;
  pages: number;
}

/** How a walk over a list ended. Whatever it was, the pages read so far were handed over. */
export interface WalkEnd {
  /** Pages read since the start of the list. */
  pages: number;
  last?: Answer;
  /** Set when the list goes on at the server. */
  nextCursor?: string;
  fault?: RpcFault;
  /** What was odd about the pages, in words. */
  odd?: string;
}

/** What a walk remembers of the pages behind it, so that it can go on later. A new one begins at the first page. */
export class WalkTrail {
  readonly cursors = new Set<string>();
  first: string | undefined;
  before: string | undefined;
  cursor: string | undefined;
  pages = 0;
}

export interface WalkOptions {
  key: string;
  trail: WalkTrail;
  ask(params: JsonObject): Promise<Answer>;
  onPage(page: WalkPage): void;
  /** Looked at after each page: how many of the list are wanted in all. */
  wanted(): number;
  stopped(): boolean;
}

/**
 * Reads pages of a list (PAGE-01 to PAGE-06), from where the trail ends. An empty cursor is followed like any other; a
 * cursor or a page that comes a second time ends the walk, the repeated page is not handed over.
 */
export async function walkList({ key, trail, ask, onPage, wanted, stopped }: WalkOptions): Promise<WalkEnd> {
  let end: WalkEnd = { pages: trail.pages };
  for (;;) {
    const { cursor } = trail;
    let answer: Answer;
    try {
      answer = await ask(cursor === undefined ? {} : { cursor });
    } catch (error) {
      return { ...end, fault: faultOf(error), ...(cursor === undefined ? {} : { nextCursor: cursor }) };
    }
    const items = arrayAt(answer.result, key);
    const print = JSON.stringify(items);
    const repeats = items.length > 0 && (print === trail.first || print === trail.before);
    if (repeats) {
      return {
        ...end,
        last: answer,
        odd: 'The paging does not advance: the same page came twice. Reading stopped there.',
      };
    }
    trail.first ??= print;
    trail.before = print;
    trail.pages += 1;
    end = { pages: trail.pages, last: answer };
    onPage({ items, answer, pages: end.pages });
    const next = answer.result.nextCursor;
    if (next === undefined || next === null) return end;
    if (typeof next !== 'string') return { ...end, odd: `nextCursor is ${JSON.stringify(next)} and no text.` };
    if (trail.cursors.has(next)) {
      return { ...end, odd: `The paging does not advance: the cursor "${next}" came twice. Reading stopped there.` };
    }
    trail.cursors.add(next);
    trail.cursor = next;
    if (end.pages >= MAX_PAGES) {
      return { ...end, nextCursor: next, odd: `Reading stopped after ${MAX_PAGES} pages. The list goes on.` };
    }
    if (stopped() || end.pages >= wanted()) return { ...end, nextCursor: next };
  }
}
