import { sequenceSteps } from '#shared/line-diff.ts';
import type { Aligned } from './align.ts';
import type { JsonValue } from './json-value.ts';
import { firstPart, stringText } from './scalar-text.ts';

type Text = JsonValue & { kind: 'string' };
/** Two texts that differ and have several lines each. */
export interface TextPair {
  change: 'replaced';
  a: Text;
  b: Text;
}

/** Longer texts are shown like other strings, around the first difference. */
const MOST_LINES = 20_000;

function linesIn(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

export function isTextPair(value: Aligned): value is TextPair {
  if (value.change !== 'replaced' || value.a.kind !== 'string' || value.b.kind !== 'string') return false;
  const [a, b] = [linesIn(value.a.text), linesIn(value.b.text)];
  return a > 1 && b > 1 && a + b <= MOST_LINES;
}

const inside = (text: string, from: number) => stringText(text, from).slice(1, -1);

/** The lines of two texts side by side; in a stretch that differs they are laid beside each other in order. */
export function textLines({ a, b }: TextPair): { a?: string; b?: string; same: boolean }[] {
  const [left, right] = [a.text.split('\n'), b.text.split('\n')];
  const out: { a?: string; b?: string; same: boolean }[] = [];
  let gone: string[] = [];
  let come: string[] = [];
  const flush = () => {
    for (let at = 0; at < Math.max(gone.length, come.length); at += 1) {
      const [x, y] = [gone[at], come[at]];
      const from = x !== undefined && y !== undefined ? firstPart(x, y) : 0;
      const line: (typeof out)[number] = { same: false };
      if (x !== undefined) line.a = inside(x, from);
      if (y !== undefined) line.b = inside(y, from);
      out.push(line);
    }
    gone = [];
    come = [];
  };
  let [i, j] = [0, 0];
  for (const step of sequenceSteps(left, right)) {
    if (step === 'same') {
      flush();
      const text = inside(left[i] ?? '', 0);
      out.push({ a: text, b: text, same: true });
    } else if (step === 'out') gone.push(left[i] ?? '');
    else come.push(right[j] ?? '');
    if (step !== 'in') i += 1;
    if (step !== 'out') j += 1;
  }
  flush();
  return out;
}
