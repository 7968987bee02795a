import { pointerPart } from '#shared/json-pointer.ts';
import { readWritten, type WrittenMember } from '#shared/written-json.ts';
import type { MessageJob, Remark } from './message-job.ts';

/** A key that stands more than once in one object. */
export interface DoubleKey {
  readonly key: string;
  /** JSON Pointer of its member (RFC 6901). */
  readonly pointer: string;
  readonly times: number;
}

/** Keys told with one message. */
const TOLD = 3;
const KEY_CHARS = 60;
const POINTER_CHARS = 120;

/** How often each key stands in an object, of those that stand there more than once. */
function repeated(members: readonly WrittenMember[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const [name] of members) times.set(name, (times.get(name) ?? 0) + 1);
  for (const [name, count] of times) if (count === 1) times.delete(name);
  return times;
}

/**
 * The keys that stand more than once in an object of a text that is known to be JSON: the first `most` of them, and how
 * many there are in all. Without recursion; values that a later one of the same key replaced are looked into as well.
 */
export function doubleKeys(text: string, most: number): { first: DoubleKey[]; total: number } {
  const { root, unlike } = readWritten(text, Number);
  const members = new Map(unlike.map((one) => [one.object, one.members]));
  const first: DoubleKey[] = [];
  let total = 0;
  // Most messages have none: nothing is walked for them.
  const open = members.size === 0 ? [] : [{ value: root[0], pointer: '' }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, pointer } = next;
    if (typeof value !== 'object' || value === null) continue;
    const written = members.get(value);
    for (const [key, times] of written ? repeated(written) : []) {
      total += 1;
      if (first.length < most) first.push({ key, pointer: pointer + pointerPart(key), times });
    }
    const inside = (written ?? Object.entries(value)).filter(([, item]) => typeof item === 'object');
    for (const [name, item] of inside.reverse()) open.push({ value: item, pointer: pointer + pointerPart(name) });
  }
  return { first, total };
}

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most)}…` : text);

/** The remark on a message with keys that stand twice: JSON keeps one of them, and receivers differ in which. */
export function remarkOnDoubleKeys(text: string, subject: string, { sent }: MessageJob): Remark[] {
  const { first, total } = doubleKeys(text, TOLD);
  if (total === 0) return [];
  const places = first.map(({ key, pointer, times }) => {
    const often = times === 2 ? 'twice' : `${times} times`;
    return `${JSON.stringify(cut(key, KEY_CHARS))} ${often} at ${cut(pointer, POINTER_CHARS)}`;
  });
  const more = total > TOLD ? ` And ${total - TOLD} more.` : '';
  const counts = sent ? 'Receivers differ in which one counts.' : 'The last one counted here; other receivers differ.';
  return [
    {
      rule: 'RPC-01',
      severity: 'warn',
      text: `${subject} repeats keys within one object: ${places.join('; ')}.${more} ${counts}`,
      ref: 'RFC8259 section-4',
    },
  ];
}
