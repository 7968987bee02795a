/** Where something stands in a text. */
export interface TextSpan {
  start: number;
  end: number;
}

/** A member of an object: its name as it reads, where it begins, and its value. */
export interface MemberSpan {
  name: string;
  start: number;
  value: TextSpan;
}

/*
 * JSON text read and changed where it stands: digits no number type holds, the order of keys, and keys that come twice
 * all stay. Every text given to these functions has to be valid JSON; they never throw, and a path that leads nowhere
 * finds nothing.
 */

function skipBlank(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\r\n'.includes(text.charAt(at))) at += 1;
  return at;
}

/** Place behind the string that begins at `start`. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return text.length;
    let slashes = 0;
    while (text.charAt(quote - 1 - slashes) === '\\') slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
    at = quote;
  }
  return text.length;
}

/** Place behind the value that begins at `start`; however deep it nests. */
function valueEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '"') {
      at = stringEnd(text, at) - 1;
      if (depth === 0) return at + 1;
    } else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
      if (depth < 0) return at;
    } else if (depth === 0 && ',: \t\r\n'.includes(char)) return at;
  }
  return text.length;
}

/** The members of the object that the text is, in order; none when it is no object. */
export function* membersOf(text: string, from = 0): Generator<MemberSpan> {
  let at = skipBlank(text, from);
  if (text.charAt(at) !== '{') return;
  at = skipBlank(text, at + 1);
  while (text.charAt(at) === '"') {
    const start = at;
    const nameEnd = stringEnd(text, start);
    const valueAt = skipBlank(text, skipBlank(text, nameEnd) + 1);
    const end = valueEnd(text, valueAt);
    yield { name: String(JSON.parse(text.slice(start, nameEnd))), start, value: { start: valueAt, end } };
    at = skipBlank(text, end);
    if (text.charAt(at) === ',') at = skipBlank(text, at + 1);
  }
}

/** The items of the array that the text is, in order; none when it is no array. */
export function* itemsOf(text: string): Generator<TextSpan> {
  let at = skipBlank(text, 0);
  if (text.charAt(at) !== '[') return;
  at = skipBlank(text, at + 1);
  while (at < text.length && text.charAt(at) !== ']') {
    const end = valueEnd(text, at);
    yield { start: at, end };
    at = skipBlank(text, end);
    if (text.charAt(at) === ',') at = skipBlank(text, at + 1);
  }
}

/** The text of the value at a path of names; of equal names the last counts, as for `JSON.parse`. */
export function memberText(text: string, path: readonly string[]): string | undefined {
  let found: string | undefined = text;
  for (const name of path) {
    if (found === undefined) return undefined;
    let value: TextSpan | undefined;
    for (const member of membersOf(found)) if (member.name === name) value = member.value;
    found = value && found.slice(value.start, value.end);
  }
  return found;
}

/** The text with another value at a path, everywhere the path leads; where it leads nowhere a member is added. */
export function withMember(text: string, path: readonly string[], value: string): string {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  const members = [...membersOf(text)];
  const own = members.filter((member) => member.name === name);
  if (own.length > 0) {
    return own.reduceRight((out, member) => {
      const inner = withMember(text.slice(member.value.start, member.value.end), rest, value);
      return out.slice(0, member.value.start) + inner + out.slice(member.value.end);
    }, text);
  }
  const added = `${JSON.stringify(name)}:${rest.length === 0 ? value : withMember('{}', rest, value)}`;
  const last = members.at(-1);
  // What is no object gives way to one: nothing could be put inside it.
  if (!last) return `{${added}}`;
  return `${text.slice(0, last.value.end)},${added}${text.slice(last.value.end)}`;
}

/** The text without the members at a path. An object that loses its last member stays, empty. */
export function withoutMember(text: string, path: readonly string[]): string {
  const [name, ...rest] = path;
  const members = [...membersOf(text)];
  if (name === undefined || !members.some((member) => member.name === name)) return text;
  const parts = members.flatMap((member) => {
    const head = text.slice(member.start, member.value.start);
    const value = text.slice(member.value.start, member.value.end);
    if (member.name !== name) return [head + value];
    return rest.length === 0 ? [] : [head + withoutMember(value, rest)];
  });
  return `{${parts.join(',')}}`;
}

/** A valid JSON text on one line: line breaks can only stand between its parts, and so can the blanks beside them. */
export function onOneLine(text: string): string {
  if (!/[\r\n]/.test(text)) return text;
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .join('');
}

/** The request with this id in the text of a message or of a batch; undefined when there is none. */
export function requestText(text: string, id: string | number): string | undefined {
  const whole = text.replace(/^\uFEFF/, '').trim();
  const wanted = JSON.stringify(id);
  const one = (found: string) => {
    const written = memberText(found, ['id']);
    // A number that no value holds is known by its text.
    return written !== undefined && (written === id || JSON.stringify(JSON.parse(written)) === wanted)
      ? found
      : undefined;
  };
  if (!whole.startsWith('[')) return one(whole);
  for (const { start, end } of itemsOf(whole)) {
    const found = one(whole.slice(start, end));
    if (found !== undefined) return found;
  }
  return undefined;
}
