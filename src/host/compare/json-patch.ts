import { pointerPart } from '#shared/json-pointer.ts';
import type { Aligned, AlignedItem } from './align.ts';
import { type JsonValue, valueText } from './json-value.ts';

/** Work for the moves of one array beyond which it is replaced as a whole. */
const MOVE_WORK = 20_000_000;

/** Collects operations as JSON text and stops when they are too many. */
class Patch {
  readonly ops: string[] = [];
  readonly #most: number;
  #size = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get full(): boolean {
    return this.#size > this.#most;
  }

  put(op: 'add' | 'replace', path: string, value: JsonValue): void {
    this.#push(`{"op":"${op}","path":${JSON.stringify(path)},"value":${valueText(value)}}`);
  }

  remove(path: string): void {
    this.#push(`{"op":"remove","path":${JSON.stringify(path)}}`);
  }

  move(from: string, path: string): void {
    this.#push(`{"op":"move","from":${JSON.stringify(from)},"path":${JSON.stringify(path)}}`);
  }

  #push(text: string): void {
    this.#size += text.length + 3;
    if (!this.full) this.ops.push(text);
  }
}

/** Moves items, each right behind the one it follows in B; `order` holds places in B and is left in their order. */
function moveItems(patch: Patch, path: string, order: number[], movedTo: readonly number[]): void {
  const sorted = order.toSorted((x, y) => x - y);
  const before = new Map(sorted.map((place, at) => [place, sorted[at - 1]]));
  for (const place of movedTo) {
    const from = order.indexOf(place);
    order.splice(from, 1);
    const follows = before.get(place);
    const to = follows === undefined ? 0 : order.indexOf(follows) + 1;
    order.splice(to, 0, place);
    if (from !== to) patch.move(`${path}/${from}`, `${path}/${to}`);
  }
}

function patchArray(patch: Patch, path: string, aligned: Aligned & { change: 'array' }): void {
  const { items } = aligned;
  const places = (wanted: (item: AlignedItem) => number | undefined) =>
    items.map(wanted).filter((place) => place !== undefined);
  const kept = items
    .filter(({ a, b, moved }) => a !== undefined && b !== undefined && moved !== 'to')
    .map(({ b }) => b ?? 0);
  const movedTo = places(({ moved, b }) => (moved === 'to' ? b : undefined));
  if (kept.length * movedTo.length > MOVE_WORK) {
    patch.put('replace', path, aligned.b);
    return;
  }
  // From the end, so that no place before it changes.
  const gone = places(({ value, moved, a }) => (value.change === 'removed' && moved === undefined ? a : undefined));
  for (const place of gone.toSorted((x, y) => y - x)) patch.remove(`${path}/${place}`);
  moveItems(patch, path, kept, movedTo);
  for (const { b, value } of items) if (value.change === 'added') patch.put('add', `${path}/${b}`, value.b);
  for (const { b, value } of items) if (b !== undefined) patchInside(patch, `${path}/${b}`, value);
}

function patchInside(patch: Patch, path: string, aligned: Aligned): void {
  if (patch.full) return;
  if (aligned.change === 'replaced') patch.put('replace', path, aligned.b);
  else if (aligned.change === 'array') patchArray(patch, path, aligned);
  else if (aligned.change === 'object') {
    for (const [key, value] of aligned.members) {
      const at = path + pointerPart(key);
      if (value.change === 'removed') patch.remove(at);
      else if (value.change === 'added') patch.put('add', at, value.b);
      else patchInside(patch, at, value);
    }
  }
}

/**
 * A JSON Patch (RFC 6902) that makes A into B, as JSON text, an operation a line. Undefined when it would be longer than
 * `most` characters.
 */
export function jsonPatch(aligned: Aligned, most: number): string | undefined {
  const patch = new Patch(most);
  patchInside(patch, '', aligned);
  if (patch.full) return undefined;
  return patch.ops.length === 0 ? '[]' : `[\n  ${patch.ops.join(',\n  ')}\n]`;
}
