import type { Difference } from '#shared/compare.ts';
import { pointerKeys, pointerPart } from '#shared/json-pointer.ts';
import type { Aligned, AlignedItem, MatchedBy } from './align.ts';
import type { JsonValue } from './json-value.ts';
import { firstShown, scalarText } from './scalar-text.ts';

/** Differences that are listed; all are counted. */
const LISTED = 1000;

/** What a place of an aligned value is to a person. */
export interface Mark {
  /** Under an ignored path. */
  ignored: boolean;
  /** Set when it is one of those that are listed. */
  difference?: Difference;
}

export interface Differences {
  listed: Difference[];
  total: number;
  ignored: number;
  /** Each way arrays that differ were matched in. */
  matched: MatchedBy[];
  /** By the place that differs: the value, or the item that moved (its place in B). */
  marks: Map<Aligned | AlignedItem, Mark>;
}

/** Whether a pattern, whose key `*` stands for any one, leads to a place or around it. */
function covers(parts: readonly string[], path: readonly string[]): boolean {
  return parts.length <= path.length && parts.every((part, at) => part === '*' || part === path[at]);
}

function few(count: number, one: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : `${one}s`}`;
}

/** One line that says what a value is: a scalar itself, how much a container holds. */
function summary(value: JsonValue, from = 0): string {
  if (value.kind === 'object' && value.members.size > 0) return `{ ${few(value.members.size, 'key')} }`;
  if (value.kind === 'array' && value.items.length > 0) return `[ ${few(value.items.length, 'item')} ]`;
  return scalarText(value, from);
}

class Finder implements Differences {
  readonly listed: Difference[] = [];
  total = 0;
  ignored = 0;
  readonly marks = new Map<Aligned | AlignedItem, Mark>();
  readonly #matched = new Set<MatchedBy>();
  readonly #ignore: readonly string[][];
  readonly #path: string[] = [];

  constructor(ignore: readonly string[]) {
    this.#ignore = ignore.filter((pointer) => pointer.startsWith('/')).map(pointerKeys);
  }

  get matched(): MatchedBy[] {
    return [...this.#matched];
  }

  walk(aligned: Aligned): void {
    switch (aligned.change) {
      case 'same':
        return;
      case 'removed':
        this.#found(aligned, () => ({ change: 'removed', a: summary(aligned.a) }));
        return;
      case 'added':
        this.#found(aligned, () => ({ change: 'added', b: summary(aligned.b) }));
        return;
      case 'replaced': {
        const { a, b } = aligned;
        const from = firstShown(a, b);
        this.#found(aligned, () => ({ change: 'changed', a: summary(a, from), b: summary(b, from) }));
        return;
      }
      case 'object':
        for (const [key, value] of aligned.members) this.#under(key, () => this.walk(value));
        return;
      case 'array':
        this.#matched.add(aligned.by);
        for (const item of aligned.items) this.#under(item.label, () => this.#item(item));
    }
  }

  #item(item: AlignedItem): void {
    const { moved, a = 0, b = 0, value } = item;
    if (moved === 'from') return;
    if (moved === 'to') {
      this.#found(item, () => ({ change: 'moved', a: `item ${a + 1}`, b: `item ${b + 1}` }));
    }
    this.walk(value);
  }

  #under(key: string, inside: () => void): void {
    this.#path.push(key);
    inside();
    this.#path.pop();
  }

  #found(place: Aligned | AlignedItem, describe: () => Omit<Difference, 'path'>): void {
    if (this.#ignore.some((parts) => covers(parts, this.#path))) {
      this.ignored += 1;
      this.marks.set(place, { ignored: true });
      return;
    }
    this.total += 1;
    const mark: Mark = { ignored: false };
    if (this.listed.length < LISTED) {
      mark.difference = { path: this.#path.map(pointerPart).join(''), ...describe() };
      this.listed.push(mark.difference);
    }
    this.marks.set(place, mark);
  }
}

/** Everything in which two aligned values differ, in the order of the lines; `ignore` are JSON Pointers with `*`. */
export function findDifferences(aligned: Aligned, ignore: readonly string[]): Differences {
  const finder = new Finder(ignore);
  finder.walk(aligned);
  return finder;
}
