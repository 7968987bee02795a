/** Deepest nesting of a message. Reading JSON of any depth is no trouble, but much that walks it afterwards is recursive. */
const MAX_DEPTH = 1000;

/** Whether a JSON text nests deeper than `MAX_DEPTH`; strings are skipped natively, so a large text costs little. */
export function nestsTooDeep(text: string): boolean {
  let depth = 0;
  // Less text than this cannot.
  if (text.length < MAX_DEPTH) return false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
  return false;
}

/** Place of the quote that ends the string which begins at `start`. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === 0x5c) before -= 1;
  return (at - before) % 2 === 0;
}
