import { longestIncreasing } from '#shared/increasing.ts';
import { sequenceSteps } from '#shared/line-diff.ts';
import { type JsonValue, printOf, sameValue } from './json-value.ts';

/** Members by which items of two arrays are recognised, in the order they are tried. */
const KEYS = ['id', 'key', 'name', 'uri'] as const;

/** How the items of two arrays were matched. */
export type MatchedBy = (typeof KEYS)[number] | 'position';

/** Two values laid side by side: what of one belongs to what of the other. */
export type Aligned =
  | { change: 'same'; a: JsonValue; b: JsonValue }
  | { change: 'removed'; a: JsonValue }
  | { change: 'added'; b: JsonValue }
  /** Two scalars, or values of different kinds. */
  | { change: 'replaced'; a: JsonValue; b: JsonValue }
  /** In the order of A; keys that only B has follow the key they follow there. */
  | { change: 'object'; a: JsonValue; b: JsonValue; members: [string, Aligned][] }
  | { change: 'array'; a: JsonValue; b: JsonValue; by: MatchedBy; items: AlignedItem[] };

/** An item of one or both arrays, in an order that keeps that of either. */
export interface AlignedItem {
  /** Its key where items are matched by one, else its place. */
  label: string;
  a?: number;
  b?: number;
  value: Aligned;
  /** It stands elsewhere in B: listed at its place in A (`from`, that side only) and at its place in B (`to`). */
  moved?: 'from' | 'to';
}

/** Which of two arrays' items belong together: places in either, in order of both. */
interface Matching {
  by: MatchedBy;
  /** Place in B of each item of A, -1 for none. */
  ofA: Int32Array;
  labels?: { a: string[]; b: string[] };
}

function keyText(item: JsonValue, key: string): string | undefined {
  const value = item.kind === 'object' ? item.members.get(key) : undefined;
  if (value?.kind === 'string') return value.text;
  return value?.kind === 'number' || value?.kind === 'literal' ? value.raw : undefined;
}

/** The items' texts under a key, when each has one of its own. */
function keysOf(items: readonly JsonValue[], key: string): string[] | undefined {
  const texts: string[] = [];
  for (const item of items) {
    const text = keyText(item, key);
    if (text === undefined) return undefined;
    texts.push(text);
  }
  return new Set(texts).size === texts.length ? texts : undefined;
}

function byKey(a: readonly JsonValue[], b: readonly JsonValue[]): Matching | undefined {
  if (a.length + b.length === 0) return undefined;
  for (const key of KEYS) {
    const ours = keysOf(a, key);
    const theirs = ours && keysOf(b, key);
    if (!ours || !theirs) continue;
    const places = new Map(theirs.map((text, place) => [text, place]));
    return { by: key, ofA: Int32Array.from(ours, (text) => places.get(text) ?? -1), labels: { a: ours, b: theirs } };
  }
  return undefined;
}

/** Equal items first; what lies between two of them is matched in order. */
function byPosition(a: readonly JsonValue[], b: readonly JsonValue[]): Matching {
  const ofA = new Int32Array(a.length).fill(-1);
  let [i, j] = [0, 0];
  let [fromA, fromB] = [0, 0];
  const pairUp = () => {
    for (let n = 0; fromA + n < i && fromB + n < j; n += 1) ofA[fromA + n] = fromB + n;
  };
  for (const step of sequenceSteps(a.map(printOf), b.map(printOf))) {
    if (step === 'same') {
      pairUp();
      ofA[i] = j;
      [fromA, fromB] = [i + 1, j + 1];
    }
    if (step !== 'in') i += 1;
    if (step !== 'out') j += 1;
  }
  pairUp();
  return { by: 'position', ofA };
}

/** Pairs that keep their order, as places in both; the others have moved. */
function stays({ ofA }: Matching): [number, number][] {
  const matched = [...ofA.keys()].filter((place) => (ofA[place] ?? -1) >= 0);
  return longestIncreasing(matched.map((place) => ofA[place] ?? -1)).map((at) => {
    const place = matched[at] ?? 0;
    return [place, ofA[place] ?? 0];
  });
}

function alignArrays(a: JsonValue & { kind: 'array' }, b: JsonValue & { kind: 'array' }): Aligned {
  const matching = byKey(a.items, b.items) ?? byPosition(a.items, b.items);
  const { ofA, labels } = matching;
  const ofB = new Int32Array(b.items.length).fill(-1);
  for (const [place, other] of ofA.entries()) if (other >= 0) ofB[other] = place;
  const items: AlignedItem[] = [];
  const removed = (at: number, value: JsonValue) => {
    const moved = (ofA[at] ?? -1) >= 0 ? { moved: 'from' as const, b: ofA[at] ?? 0 } : {};
    items.push({ label: labels?.a[at] ?? String(at), a: at, value: { change: 'removed', a: value }, ...moved });
  };
  const added = (at: number, value: JsonValue) => {
    const from = ofB[at] ?? -1;
    const before = a.items[from];
    const label = labels?.b[at] ?? String(at);
    if (before) items.push({ label, a: from, b: at, value: align(before, value), moved: 'to' });
    else items.push({ label, b: at, value: { change: 'added', b: value } });
  };
  let [i, j] = [0, 0];
  for (const [x, y] of [...stays(matching), [a.items.length, b.items.length] as const]) {
    for (const [n, value] of a.items.slice(i, x).entries()) removed(i + n, value);
    for (const [n, value] of b.items.slice(j, y).entries()) added(j + n, value);
    const [before, after] = [a.items[x], b.items[y]];
    if (before && after) items.push({ label: labels?.a[x] ?? String(x), a: x, b: y, value: align(before, after) });
    [i, j] = [x + 1, y + 1];
  }
  return { change: 'array', a, b, by: matching.by, items };
}

function alignObjects(a: JsonValue & { kind: 'object' }, b: JsonValue & { kind: 'object' }): Aligned {
  /** Keys of B alone, by the key of both that they follow. */
  const following = new Map<string | undefined, string[]>();
  let last: string | undefined;
  for (const key of b.members.keys()) {
    const own = following.get(last);
    if (a.members.has(key)) last = key;
    else if (own) own.push(key);
    else following.set(last, [key]);
  }
  const members: [string, Aligned][] = [];
  const addFollowing = (key: string | undefined) => {
    for (const own of following.get(key) ?? []) {
      const value = b.members.get(own);
      if (value) members.push([own, { change: 'added', b: value }]);
    }
  };
  addFollowing(undefined);
  for (const [key, before] of a.members) {
    const after = b.members.get(key);
    members.push([key, after ? align(before, after) : { change: 'removed', a: before }]);
    addFollowing(key);
  }
  return { change: 'object', a, b, members };
}

/** Lays two values side by side by their structure. Depth of recursion is that of the values. */
export function align(a: JsonValue, b: JsonValue): Aligned {
  if (sameValue(a, b)) return { change: 'same', a, b };
  if (a.kind === 'object' && b.kind === 'object') return alignObjects(a, b);
  if (a.kind === 'array' && b.kind === 'array') return alignArrays(a, b);
  return { change: 'replaced', a, b };
}
