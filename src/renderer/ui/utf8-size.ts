const PIECE = 65_536;

/** Size of a text in UTF-8, bytes; takes no memory for it, however long it is. */
export function utf8Size(text: string): number {
  const encoder = new TextEncoder();
  const buffer = new Uint8Array(3 * Math.min(PIECE, text.length));
  let bytes = 0;
  for (let at = 0; at < text.length; ) {
    const { read, written } = encoder.encodeInto(text.slice(at, at + PIECE), buffer);
    // A pair that was cut in two: its first half comes with the next piece.
    const torn = at + PIECE < text.length && /[\ud800-\udbff]/.test(text[at + PIECE - 1] ?? '');
    bytes += written - (torn ? 3 : 0);
    at += torn ? read - 1 : read;
  }
  return bytes;
}
