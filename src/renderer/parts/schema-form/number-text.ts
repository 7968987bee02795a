/** What a typed number stands for. A text that is none is kept as it is, so that nothing typed is lost. */
export interface NumberReading {
  readonly value: number | string;
  readonly problem?: string;
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** True when a JSON number's digits survive the way through a JavaScript number. */
export function isExactNumber(text: string): boolean {
  const value = Number(text);
  if (!Number.isFinite(value)) return false;
  return !/^-?\d+$/.test(text) || BigInt(text) === BigInt(value);
}

/** Reads a number as JSON writes it. Whole numbers too large for a double stay text rather than being rounded. */
export function readNumber(text: string): NumberReading {
  const trimmed = text.trim();
  // People stop after the point while they type; it changes nothing.
  const plain = /^-?\d+\.$/.test(trimmed) ? trimmed.slice(0, -1) : trimmed;
  if (!JSON_NUMBER.test(plain)) return { value: text, problem: 'This is not a number. It is kept as text.' };
  if (!isExactNumber(plain)) {
    return { value: text, problem: 'This number is too large to be sent exactly. It is kept as text.' };
  }
  return { value: Number(plain) };
}
