const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** The JSON text on one line; strings and digits as they are. */
export function oneLineJson(text: string): string {
  return (text.match(TOKENS) ?? []).join('');
}

/** Writes JSON text again, token by token, so that no digit of a large number is lost. */
class Writer {
  readonly #tokens: readonly string[];
  readonly #skips: (path: readonly string[]) => boolean;
  #at = 0;

  constructor(text: string, skips: (path: readonly string[]) => boolean) {
    this.#tokens = text.match(TOKENS) ?? [];
    this.#skips = skips;
  }

  value(indent: string, path: readonly string[]): string {
    const token = this.#tokens[this.#at++] ?? '';
    if (token !== '{' && token !== '[') return token;
    const end = token === '{' ? '}' : ']';
    const inner = `${indent}  `;
    const parts: string[] = [];
    while (this.#at < this.#tokens.length && this.#tokens[this.#at] !== end) {
      const part = end === '}' ? this.#member(inner, path) : this.value(inner, [...path, '']);
      if (part !== undefined) parts.push(inner + part);
      if (this.#tokens[this.#at] === ',') this.#at += 1;
    }
    this.#at += 1;
    return parts.length === 0 ? token + end : `${token}\n${parts.join(',\n')}\n${indent}${end}`;
  }

  #member(indent: string, path: readonly string[]): string | undefined {
    const key = this.#tokens[this.#at] ?? '';
    this.#at += 2;
    const inside = [...path, key.slice(1, -1)];
    const value = this.value(indent, inside);
    return this.#skips(inside) ? undefined : `${key}: ${value}`;
  }
}

const isMeta = (path: readonly string[]) =>
  path.length === 2 && path[1] === '_meta' && (path[0] === 'params' || path[0] === 'result');

/** The JSON text indented, on request without the `_meta` of its params or result. The text has to be valid. */
export function prettyJson(text: string, meta: 'with-meta' | 'without-meta' = 'with-meta'): string {
  return new Writer(text, meta === 'without-meta' ? isMeta : () => false).value('', []);
}
