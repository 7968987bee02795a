/** A table of a TOML text: its header and everything up to the next one. */
export interface TomlTable {
  /** `[a."b c"]` is a, b c. */
  path: string[];
  /** Offset of the header's line. */
  start: number;
  /** Offset behind its last line that is not blank and no comment before the next table. */
  end: number;
}

/** Finds the tables of a TOML text that is known to be valid. Brackets inside values, texts and comments are no headers. */
export function tomlTables(text: string): TomlTable[] {
  const tables: TomlTable[] = [];
  let at = 0;
  while (at < text.length) {
    const start = at;
    const header = /^[ \t]*\[\[?/.exec(text.slice(at, at + 256));
    if (header) tables.push({ path: headerPath(text, at + header[0].length), start, end: text.length });
    at = endOfStatement(text, at, header?.[0].length ?? 0);
  }
  return tables.map((table, index) => {
    const next = tables[index + 1]?.start ?? text.length;
    return { ...table, end: trimmedEnd(text, table.start, next) };
  });
}

/** Blank lines and comments right before the next header are about that one. */
function trimmedEnd(text: string, start: number, next: number): number {
  const lines = text.slice(start, next).split(/(?<=\n)/);
  while (lines.length > 1 && /^\s*(?:#.*)?\s*$/.test(lines.at(-1) ?? '')) lines.pop();
  return start + lines.join('').length;
}

function headerPath(text: string, from: number): string[] {
  const path: string[] = [];
  let at = from;
  for (;;) {
    const key = /^[ \t]*(?:"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'|([\w-]+))[ \t]*/.exec(text.slice(at, at + 1024));
    if (!key) return path;
    path.push(key[1] === undefined ? (key[2] ?? key[3] ?? '') : unescaped(key[1]));
    at += key[0].length;
    if (text[at] !== '.') return path;
    at += 1;
  }
}

function unescaped(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text; // an escape that JSON does not have; it then matches no name
  }
}

/** The offset behind the line break that ends the statement beginning at `from`. */
function endOfStatement(text: string, from: number, skip: number): number {
  let depth = 0;
  let at = from + skip;
  // The brackets of a header are not those of a value.
  if (skip > 0) {
    const end = text.indexOf('\n', at);
    return end < 0 ? text.length : end + 1;
  }
  while (at < text.length) {
    const char = text[at] ?? '';
    if (char === '"' || char === "'") at = endOfText(text, at, char);
    else {
      if (char === '#') at = text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at) - 1;
      else if (char === '[' || char === '{') depth += 1;
      else if (char === ']' || char === '}') depth -= 1;
      else if (char === '\n' && depth <= 0) return at + 1;
      at += 1;
    }
  }
  return text.length;
}

function endOfText(text: string, from: number, quote: string): number {
  const long = quote.repeat(3);
  const mark = text.startsWith(long, from) ? long : quote;
  let at = from + mark.length;
  while (at < text.length) {
    if (quote === '"' && text[at] === '\\') at += 2;
    else if (text.startsWith(mark, at)) {
      at += mark.length;
      // Up to two more quotes belong to a long text.
      while (mark.length === 3 && text[at] === quote) at += 1;
      return at;
    } else at += 1;
  }
  return text.length;
}
