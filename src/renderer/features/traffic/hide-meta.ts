/** Strings and brackets of a JSON text; a string that was cut ends with the text. */
const TOKENS = /"(?:[^"\\]|\\.)*"?|[{}]/g;
const OPENS = /\s*:\s*\{/y;

/** A JSON text, whole or cut, in which the content of every `_meta` object is left out; the rest stays as it is written. */
export function hideMeta(text: string): string {
  const parts: string[] = [];
  const opens = new RegExp(OPENS);
  /** Up to where the text was taken over; depth inside the object that is left out. */
  let [taken, depth, skipTo] = [0, 0, 0];
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    if (depth > 0) {
      if (token === '{' && index >= skipTo) depth += 1;
      if (token === '}') depth -= 1;
      if (depth === 0) taken = index + 1;
      continue;
    }
    opens.lastIndex = index + token.length;
    if (token !== '"_meta"' || !opens.test(text)) continue;
    skipTo = opens.lastIndex;
    parts.push(text.slice(taken, skipTo - 1), '{…}');
    depth = 1;
  }
  return depth > 0 ? parts.join('') : [...parts, text.slice(taken)].join('');
}
