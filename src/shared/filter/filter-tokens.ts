/** A piece of a filter text, from `start` to before `end`. */
export interface FilterToken {
  kind: 'term' | 'not' | 'or' | 'open' | 'close';
  start: number;
  end: number;
  /** An `or` with no space beside it ties its neighbours first. */
  tight?: boolean;
  /** The key of a term as typed, without its colon. */
  key?: string;
  /** The value of a term, without quotes. */
  value: string;
  /** Where the value begins. */
  valueAt: number;
  quoted?: boolean;
  /** A quote that is never closed goes on to the end of the text. */
  unclosed?: boolean;
}

const SPACE = /\s/;
const KEY = /^([A-Za-z][A-Za-z_-]*):(?!\/\/)/;

interface Reader {
  text: string;
  at: number;
  /** Groups that are open. */
  depth: number;
}

function isSpace(char: string | undefined): boolean {
  return char === undefined || SPACE.test(char);
}

/** What stands between quotes; a backslash before a quote or a backslash keeps it. */
function quotedText(reader: Reader): { value: string; unclosed: boolean } {
  let value = '';
  reader.at += 1;
  while (reader.at < reader.text.length) {
    const char = reader.text[reader.at++] ?? '';
    if (char === '"') return { value, unclosed: false };
    const next = reader.text[reader.at];
    if (char === '\\' && (next === '"' || next === '\\')) {
      value += next;
      reader.at += 1;
    } else value += char;
  }
  return { value, unclosed: true };
}

/** Text up to a space, a bar, a quote, or the end of the group around it. Brackets inside a word are its own. */
function bareText(reader: Reader): string {
  const { text } = reader;
  const start = reader.at;
  let inner = 0;
  while (reader.at < text.length) {
    const char = text[reader.at] ?? '';
    if (isSpace(char) || char === '|' || char === '"') break;
    if (char === '(') inner += 1;
    if (char === ')') {
      if (inner === 0 && reader.depth > 0) break;
      inner = Math.max(0, inner - 1);
    }
    reader.at += 1;
  }
  return text.slice(start, reader.at);
}

function term(reader: Reader): FilterToken {
  const start = reader.at;
  const key = KEY.exec(reader.text.slice(start, start + 40))?.[1];
  if (key !== undefined) reader.at += key.length + 1;
  const valueAt = reader.at;
  const quoted = reader.text[reader.at] === '"';
  const read = quoted ? quotedText(reader) : { value: bareText(reader), unclosed: false };
  return {
    kind: 'term',
    start,
    end: reader.at,
    ...(key === undefined ? {} : { key }),
    value: read.value,
    valueAt,
    ...(quoted ? { quoted } : {}),
    ...(read.unclosed ? { unclosed: true } : {}),
  };
}

/** The pieces of a filter text in order. Every text has some reading: nothing is refused here. */
export function filterTokens(text: string): FilterToken[] {
  const reader: Reader = { text, at: 0, depth: 0 };
  const tokens: FilterToken[] = [];
  const sign = (kind: FilterToken['kind']): FilterToken => {
    const start = reader.at++;
    return { kind, start, end: start + 1, value: '', valueAt: start + 1 };
  };
  while (reader.at < text.length) {
    const char = text[reader.at] ?? '';
    if (isSpace(char)) reader.at += 1;
    else if (char === '|') {
      const tight = !isSpace(text[reader.at - 1]) && !isSpace(text[reader.at + 1]);
      tokens.push({ ...sign('or'), tight });
    } else if (char === '(') {
      reader.depth += 1;
      tokens.push(sign('open'));
    } else if (char === ')' && reader.depth > 0) {
      reader.depth -= 1;
      tokens.push(sign('close'));
    } else if (char === '-' && !isSpace(text[reader.at + 1]) && text[reader.at + 1] !== '|') {
      tokens.push(sign('not'));
    } else tokens.push(term(reader));
  }
  return tokens;
}
