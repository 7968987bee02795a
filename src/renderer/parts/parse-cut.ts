import { parseWritten } from '#shared/exact-json.ts';

/** Follows JSON text up to where it was cut off. */
class CutScanner {
  readonly #text: string;
  /** Brackets that are open, innermost last. Each change of it is a place that can be kept. */
  readonly #open: string[] = [];
  /** What lies before it can be kept. */
  #safe = 0;
  /** Whether the next string in the innermost object is a key. */
  #key = false;

  constructor(text: string) {
    this.#text = text;
  }

  /** The text with everything closed that was open. */
  closed(): string {
    let at = 0;
    while (at < this.#text.length) {
      if (this.#text[at] !== '"') {
        this.#sign(at);
        at += 1;
        continue;
      }
      const end = this.#stringEnd(at + 1);
      if (end < 0) return this.#insideString(at);
      if (!this.#key) this.#safe = end + 1;
      at = end + 1;
    }
    return this.#kept();
  }

  #kept(): string {
    return this.#text.slice(0, this.#safe) + this.#open.toReversed().join('');
  }

  #sign(at: number): void {
    const sign = this.#text[at];
    if (sign === '{' || sign === '[') {
      this.#open.push(sign === '{' ? '}' : ']');
      this.#key = sign === '{';
      this.#safe = at + 1;
    } else if (sign === '}' || sign === ']') {
      this.#open.pop();
      this.#key = false;
      this.#safe = at + 1;
    } else if (sign === ',') {
      this.#safe = at;
      this.#key = this.#open.at(-1) === '}';
    } else if (sign === ':') this.#key = false;
  }

  /** The place of the closing quote; -1 when the text ends before it. */
  #stringEnd(from: number): number {
    let at = from;
    while (at < this.#text.length) {
      const sign = this.#text[at];
      if (sign === '"') return at;
      at += sign === '\\' ? 2 : 1;
    }
    return -1;
  }

  #insideString(start: number): string {
    if (this.#key) return this.#kept();
    const body = this.#text.slice(start + 1).replace(/(^|[^\\])((?:\\\\)*)\\(?:u[0-9a-fA-F]{0,3})?$/, '$1$2');
    return `${this.#text.slice(0, start + 1)}${body}"${this.#open.toReversed().join('')}`;
  }
}

/** Reads the beginning of a JSON text that was cut off: what is whole, and the text value it was cut in. */
export function parseCut(text: string): unknown {
  try {
    return parseWritten(new CutScanner(text).closed());
  } catch {
    return undefined;
  }
}
