import { ExactNumber, numberOf } from '#shared/exact-json.ts';

/** What a typed number stands for. A text that is none is kept as it is, so that nothing typed is lost. */
export interface NumberReading {
  readonly value: number | ExactNumber | string;
  readonly problem?: string;
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Reads a number as JSON writes it. One that no JavaScript number holds keeps its digits. */
export function readNumber(text: string): NumberReading {
  const trimmed = text.trim();
  // People stop after the point while they type; it changes nothing.
  const plain = /^-?\d+\.$/.test(trimmed) ? trimmed.slice(0, -1) : trimmed;
  if (!JSON_NUMBER.test(plain)) return { value: text, problem: 'This is not a number. It is kept as text.' };
  return { value: numberOf(plain) };
}

/** The number a step away. Whole numbers stay exact; a sum is rounded to the digits of the step, so 0.1 + 0.2 is 0.3. */
export function steppedNumber(value: unknown, step: number, times: number): number | ExactNumber {
  const start = value instanceof ExactNumber ? value.text : typeof value === 'number' ? String(value) : '0';
  const by = step * times;
  if (/^-?\d+$/.test(start) && Number.isSafeInteger(by)) return numberOf(String(BigInt(start) + BigInt(by)));
  const digits = Math.max(...[String(step), start].map((one) => (one.split('.')[1] ?? '').length));
  return Number((Number(start) + by).toFixed(Math.min(digits, 100)));
}
