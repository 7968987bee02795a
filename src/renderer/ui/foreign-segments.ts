/** A run of plain text, or the names of characters that would hide or move text. */
export type ForeignSegment = { readonly text: string } | { readonly name: string };

/**
 * Controls (C0 without tab and newline, DEL, C1), bidi marks and overrides, zero-width and invisible operators, line and
 * paragraph separators, byte order mark, interlinear marks, tag characters, variation selectors beyond emoji, lone
 * surrogates. The joiners U+200C and U+200D stay: Persian and emoji need them.
 */
const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e01ef}\p{Surrogate}]+/gu;

/** `[U+202E]` for one character. */
export function codePointName(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** Splits foreign text into what may be shown as it is and what must be named. A carriage return before a newline is dropped. */
export function foreignSegments(text: string): ForeignSegment[] {
  const segments: ForeignSegment[] = [];
  let from = 0;
  const clean = text.replaceAll('\r\n', '\n');
  for (const match of clean.matchAll(UNSEEN)) {
    if (match.index > from) segments.push({ text: clean.slice(from, match.index) });
    segments.push({ name: Array.from(match[0], codePointName).join('') });
    from = match.index + match[0].length;
  }
  if (from < clean.length) segments.push({ text: clean.slice(from) });
  return segments;
}

/** Foreign text where only a plain string has room, such as the title of a dialog: cut, hidden characters named. */
export function foreignWords(text: string, limit: number): string {
  return foreignSegments(cutText(text, limit))
    .map((segment) => ('text' in segment ? segment.text : segment.name))
    .join('');
}

/** The first `limit` UTF-16 units, one less where the cut would split a pair. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? limit - 1 : limit);
}
