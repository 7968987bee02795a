import type { CompareLine, Difference } from '#shared/compare.ts';
import type { Aligned, AlignedItem } from './align.ts';
import type { Mark } from './differences.ts';
import type { JsonValue } from './json-value.ts';
import { AROUND, LineSink, MOST_LINES } from './line-sink.ts';
import { firstShown, isFlat, scalarText } from './scalar-text.ts';
import { isTextPair, textLines } from './text-lines.ts';

/** Characters of a line with several members on it, indentation included. */
const WIDTH = 52;
/** Lines that the members of one item may share. */
const SHARED_LINES = 4;
const CUT_KEY = 200;

/** A member or item with what stands before its value. */
interface Child {
  prefix: string;
  value: Aligned;
  /** On which sides more follow: a comma comes after it. */
  commaA: boolean;
  commaB: boolean;
  item?: AlignedItem;
}

interface Place extends Omit<Child, 'value' | 'item'> {
  depth: number;
  inArray: boolean;
}

interface Texts {
  a?: string | undefined;
  b?: string | undefined;
}

const hasA = (value: Aligned) => value.change !== 'added';
const hasB = (value: Aligned) => value.change !== 'removed';
const sideA = (value: Aligned): JsonValue | undefined => (value.change === 'added' ? undefined : value.a);
const sideB = (value: Aligned): JsonValue | undefined => (value.change === 'removed' ? undefined : value.b);

/** The value on the side that has it; where both do, that of A. */
function either(value: Aligned): JsonValue {
  return value.change === 'added' ? value.b : value.a;
}

/** What a value of one change holds: the same change for each part. */
function partOf(value: Aligned, a: JsonValue | undefined, b: JsonValue | undefined): Aligned | undefined {
  if (value.change === 'removed') return a && { change: 'removed', a };
  if (value.change === 'added') return b && { change: 'added', b };
  return a && b && { change: 'same', a, b };
}

function keyPrefix(key: string): string {
  return `${JSON.stringify(key.length > CUT_KEY ? `${key.slice(0, CUT_KEY)}…` : key)}: `;
}

/** An item that moved has a row on either side, at its place there. */
function shownItem(item: AlignedItem): Aligned {
  if (item.moved !== 'to') return item.value;
  const { value } = item;
  const b = sideB(value);
  return b ? { change: 'added', b } : value;
}

function pairsOf(value: Aligned): { prefix: string; value: Aligned; item?: AlignedItem }[] {
  if (value.change === 'object') {
    return value.members.map(([key, member]) => ({ prefix: keyPrefix(key), value: member }));
  }
  if (value.change === 'array') {
    return value.items.map((item) => ({ prefix: '', value: shownItem(item), item }));
  }
  const [a, b] = [sideA(value), sideB(value)];
  const shape = either(value);
  if (shape.kind === 'object') {
    return [...shape.members].flatMap(([key, member]) => {
      const other = b?.kind === 'object' ? b.members.get(key) : undefined;
      const part = partOf(value, member, value.change === 'added' ? member : other);
      return part ? [{ prefix: keyPrefix(key), value: part }] : [];
    });
  }
  if (shape.kind !== 'array') return [];
  return shape.items.flatMap((_, at) => {
    const [x, y] = [a, b].map((side) => (side?.kind === 'array' ? side.items[at] : undefined));
    const part = partOf(value, x, y);
    return part ? [{ prefix: '', value: part }] : [];
  });
}

function childrenOf(value: Aligned): Child[] {
  const pairs = pairsOf(value);
  const lastA = pairs.findLastIndex((pair) => hasA(pair.value));
  const lastB = pairs.findLastIndex((pair) => hasB(pair.value));
  return pairs.map((pair, at) => ({ ...pair, commaA: at < lastA, commaB: at < lastB }));
}

/** Whether it takes one line: scalars and empty containers on both sides, but not two texts of several lines. */
function isLeaf(value: Aligned): boolean {
  if (value.change === 'object' || value.change === 'array' || isTextPair(value)) return false;
  return [sideA(value), sideB(value)].every((side) => side === undefined || isFlat(side));
}

/** About how wide a value is on one line; Infinity when it has to be opened. */
function widthOf(value: JsonValue): number {
  if (value.kind === 'string') return Math.min(value.text.length, 300) + 2;
  if (value.kind === 'number' || value.kind === 'literal') return value.raw.length;
  return isFlat(value) ? 2 : Number.POSITIVE_INFINITY;
}

/** About how many lines a value takes, found without writing them. */
function linesOf(value: JsonValue, depth: number, inArray: boolean): number {
  if (isFlat(value) || (value.kind !== 'object' && value.kind !== 'array')) return 1;
  let width = 4;
  let lines = 2;
  const add = (key: string, part: JsonValue) => {
    width += key.length + widthOf(part) + 6;
    lines += linesOf(part, depth + 1, value.kind === 'array');
  };
  if (value.kind === 'object') for (const [key, member] of value.members) add(key, member);
  else for (const item of value.items) add('', item);
  const rows = Math.ceil(width / Math.max(WIDTH - 2 * depth, 1));
  return depth > 0 && rows <= (inArray ? SHARED_LINES : 1) ? rows : lines;
}

class Writer {
  readonly sink: LineSink;
  /** So long that same stretches are left out: they are not written at all then. */
  readonly #long: boolean;
  readonly #marks: ReadonlyMap<Aligned | AlignedItem, Mark>;
  /** Differences that begin with the next line. */
  #starts: Difference[] = [];
  /** How many enclosing values are as a whole on one side or ignored. */
  #changed = 0;

  constructor(marks: ReadonlyMap<Aligned | AlignedItem, Mark>, sink: LineSink, long: boolean) {
    this.#marks = marks;
    this.sink = sink;
    this.#long = long;
  }

  write(value: Aligned, place: Place): void {
    const marked = this.#mark(value);
    if (isLeaf(value)) {
      const texts = this.#texts(value, place);
      const pad = '  '.repeat(place.depth);
      this.#line({ a: texts.a && pad + texts.a, b: texts.b && pad + texts.b });
    } else if (isTextPair(value)) this.#textPair(value, place, marked);
    else if (value.change === 'replaced') {
      // The one side below the other: they share no lines.
      this.#container({ change: 'removed', a: value.a }, place);
      this.#container({ change: 'added', b: value.b }, place);
    } else this.#container(value, place);
    if (marked) this.#changed -= 1;
  }

  /** Two texts line by line, as one string literal that goes over several lines. */
  #textPair(value: Parameters<typeof textLines>[0], { depth, prefix, commaA, commaB }: Place, marked: boolean): void {
    const pad = '  '.repeat(depth);
    let starts: Difference[] | undefined = this.#starts;
    this.#starts = [];
    this.sink.put({ a: `${pad}${prefix}"`, b: `${pad}${prefix}"`, same: true });
    for (const { a, b, same } of textLines(value)) {
      const texts = { a: a === undefined ? a : `${pad}  ${a}`, b: b === undefined ? b : `${pad}  ${b}` };
      this.sink.put({ ...texts, same: same || !marked, starts: same ? undefined : starts });
      if (!same) starts = undefined;
    }
    const end = (comma: boolean) => `${pad}"${comma ? ',' : ''}`;
    this.sink.put({ a: end(commaA), b: end(commaB), same: true });
  }

  /** Notes what begins here; true when the value differs as a whole, so that all its lines do. */
  #mark(value: Aligned | AlignedItem): boolean {
    const mark = this.#marks.get(value);
    if (mark?.difference) this.#starts.push(mark.difference);
    const marked = mark !== undefined && !mark.ignored;
    if (marked) this.#changed += 1;
    return marked;
  }

  #line(texts: Texts): void {
    this.sink.put({ ...texts, same: this.#changed === 0, starts: this.#starts });
    this.#starts = [];
  }

  #texts(value: Aligned, { prefix, commaA, commaB }: Omit<Child, 'value'>): Texts {
    const [a, b] = [sideA(value), sideB(value)];
    const from = a && b && value.change === 'replaced' ? firstShown(a, b) : 0;
    return {
      a: a && `${prefix}${scalarText(a, from)}${commaA ? ',' : ''}`,
      b: b && `${prefix}${scalarText(b, from)}${commaB ? ',' : ''}`,
    };
  }

  #container(value: Aligned, place: Place): void {
    if (isLeaf(value)) {
      this.write(value, place);
      return;
    }
    const children = childrenOf(value);
    const list = either(value).kind === 'array';
    const [open, close] = list ? ['[', ']'] : ['{', '}'];
    if (this.#packed(children, place, { open, close, value })) return;
    const both = (text: (comma: boolean) => string): Texts => ({
      a: hasA(value) ? text(place.commaA) : undefined,
      b: hasB(value) ? text(place.commaB) : undefined,
    });
    const pad = '  '.repeat(place.depth);
    this.#line(both(() => `${pad}${place.prefix}${open}`));
    const far = this.#long ? farFromChange(children) : undefined;
    for (const [at, { value: inner, item, ...rest }] of children.entries()) {
      if (this.sink.full || far?.[at]) {
        const count = linesOf(either(inner), place.depth + 1, list);
        if (this.sink.full) this.sink.leave(count);
        else this.sink.skip(count);
        continue;
      }
      const marked = item !== undefined && this.#markMoved(item);
      this.write(inner, { ...rest, depth: place.depth + 1, inArray: list });
      if (marked) this.#changed -= 1;
    }
    this.#line(both((comma) => `${pad}${close}${comma ? ',' : ''}`));
  }

  /** Both rows of a moved item differ; what changed inside begins with the one in B. */
  #markMoved(item: AlignedItem): boolean {
    if (item.moved === undefined) return false;
    if (item.moved === 'from') {
      this.#changed += 1;
      return true;
    }
    const marked = this.#mark(item);
    const within = (value: Aligned): void => {
      const mark = this.#marks.get(value);
      if (mark?.difference) this.#starts.push(mark.difference);
      if (value.change === 'object') for (const [, member] of value.members) within(member);
      if (value.change === 'array') for (const inner of value.items) within(inner.value);
    };
    within(item.value);
    return marked;
  }

  /** Several members on a line, as long as all of them are short. False when the container has to be opened. */
  #packed(
    children: readonly Child[],
    place: Place,
    { open, close, value }: { open: string; close: string; value: Aligned },
  ): boolean {
    if (place.depth === 0 || children.some((child) => !isLeaf(child.value) || child.item?.moved)) return false;
    const pad = '  '.repeat(place.depth);
    const texts = children.map((child) => this.#texts(child.value, child));
    const widths = texts.map(({ a = '', b = '' }) => Math.max(a.length, b.length) + 1);
    const rows: number[][] = [[]];
    let used = pad.length + place.prefix.length + open.length;
    for (const [at, width] of widths.entries()) {
      const row = rows.at(-1);
      const last = at === widths.length - 1 ? close.length + 1 : 0;
      if (row && (row.length === 0 || used + width + last <= WIDTH)) row.push(at);
      else {
        rows.push([at]);
        used = pad.length + open.length;
      }
      used += width;
    }
    const most = place.inArray ? SHARED_LINES : 1;
    if (rows.length > most || (rows.length === 1 && used + close.length > WIDTH + place.prefix.length)) return false;
    for (const [n, row] of rows.entries()) {
      const edges = { first: n === 0, last: n === rows.length - 1 };
      const side = (which: 'a' | 'b', there: boolean, comma: boolean): string | undefined => {
        const parts = row.flatMap((at) => texts[at]?.[which] ?? []);
        if (!there || (parts.length === 0 && !edges.first && !edges.last)) return undefined;
        const start = edges.first ? `${place.prefix}${open} ` : '  ';
        const end = edges.last ? ` ${close}${comma ? ',' : ''}` : '';
        return `${pad}${start}${parts.join(' ')}${end}`;
      };
      const marks = row.map((at) => (children[at] ? this.#mark(children[at].value) : false));
      this.#line({ a: side('a', hasA(value), place.commaA), b: side('b', hasB(value), place.commaB) });
      this.#changed -= marks.filter(Boolean).length;
    }
    return true;
  }
}

/** Which members are the same and have only such beside them; their lines are not seen when same lines are left out. */
function farFromChange(children: readonly Child[]): Uint8Array {
  const far = new Uint8Array(children.length).fill(1);
  for (const [at, { value, item }] of children.entries()) {
    if (value.change === 'same' && !item?.moved) continue;
    far.fill(0, Math.max(0, at - AROUND), at + AROUND + 1);
  }
  // Right before and after come lines of the container itself.
  far.fill(0, 0, AROUND).fill(0, Math.max(0, children.length - AROUND));
  return far;
}

/**
 * Two aligned values as indented JSON side by side, keys in the order of A. Long strings are cut. Each difference gets
 * the line it begins on.
 */
export function sideLines(
  aligned: Aligned,
  marks: ReadonlyMap<Aligned | AlignedItem, Mark>,
): { lines: CompareLine[]; left: number } {
  const about = aligned.change === 'added' ? 0 : linesOf(aligned.a, 0, false);
  const writer = new Writer(marks, new LineSink(MOST_LINES), about > MOST_LINES);
  writer.write(aligned, { prefix: '', commaA: false, commaB: false, depth: 0, inArray: false });
  return writer.sink.end();
}
