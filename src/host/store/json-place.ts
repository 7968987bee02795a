const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
const AFTER_BACKSLASH = 5;

/** Where a byte of JSON text stands: in a string or not, in an escape of it or not. Runs over the bytes once, in order. */
export class JsonPlace {
  inString = false;
  /** Bytes of the escape that are still to come; 5 right after the backslash. */
  escaped = 0;

  /** Goes over the bytes from `from` up to `to`. */
  pass(bytes: Uint8Array, from: number, to: number): void {
    let { inString, escaped } = this;
    for (let at = from; at < to; at += 1) {
      const byte = bytes[at];
      if (!inString) inString = byte === QUOTE;
      else if (escaped === AFTER_BACKSLASH) escaped = byte === LETTER_U ? 4 : 0;
      else if (escaped > 0) escaped -= 1;
      else if (byte === BACKSLASH) escaped = AFTER_BACKSLASH;
      else if (byte === QUOTE) inString = false;
    }
    this.inString = inString;
    this.escaped = escaped;
  }
}

/** True when the bytes of `needle` lie in one string and cut no escape in two. `place` is that of its first byte. */
export function liesInString(place: JsonPlace, needle: Uint8Array): boolean {
  if (!place.inString || place.escaped > 0) return false;
  const after = new JsonPlace();
  after.inString = true;
  for (let at = 0; at < needle.length && after.inString; at += 1) after.pass(needle, at, at + 1);
  return after.inString && after.escaped === 0;
}
