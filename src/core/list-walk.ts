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
  pages: number;
  last?: Answer;
  /** Set when the list goes on at the server. */
  nextCursor?: string;
  fault?: RpcFault;
  /** What was odd about the pages, in words. */
  odd?: string;
}

export interface WalkOptions {
  key: string;
  ask(params: JsonObject): Promise<Answer>;
  onPage(page: WalkPage): void;
  stopped(): boolean;
}

/**
 * Reads all pages of a list (PAGE-01 to PAGE-06). An empty cursor is followed like any other; a cursor or a page that
 * comes a second time ends the walk, the repeated page is not handed over.
 */
export async function walkList({ key, ask, onPage, stopped }: WalkOptions): Promise<WalkEnd> {
  const cursors = new Set<string>();
  let first: string | undefined;
  let before: string | undefined;
  let cursor: string | undefined;
  let end: WalkEnd = { pages: 0 };
  for (;;) {
    let answer: Answer;
    try {
      answer = await ask(cursor === undefined ? {} : { cursor });
    } catch (error) {
      return { ...end, fault: faultOf(error), ...(cursor === undefined ? {} : { nextCursor: cursor }) };
    }
    const items = arrayAt(answer.result, key);
    const print = JSON.stringify(items);
    const repeats = items.length > 0 && (print === first || print === before);
    if (repeats) {
      return {
        ...end,
        last: answer,
        odd: 'The paging does not advance: the same page came twice. Reading stopped there.',
      };
    }
    first ??= print;
    before = print;
    end = { pages: end.pages + 1, last: answer };
    onPage({ items, answer, pages: end.pages });
    const next = answer.result.nextCursor;
    if (next === undefined || next === null) return end;
    if (typeof next !== 'string') return { ...end, odd: `nextCursor is ${JSON.stringify(next)} and no text.` };
    if (cursors.has(next)) {
      return { ...end, odd: `The paging does not advance: the cursor "${next}" came twice. Reading stopped there.` };
    }
    if (end.pages >= MAX_PAGES) {
      return { ...end, nextCursor: next, odd: `Reading stopped after ${MAX_PAGES} pages. The list goes on.` };
    }
    if (stopped()) return { ...end, nextCursor: next };
    cursors.add(next);
    cursor = next;
  }
}
