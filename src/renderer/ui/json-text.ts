/** Bidi controls, invisible operators and the like: JSON allows them raw, but a reader must see them. */
const UNSEEN =
  /[\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e01ef}]/gu;

function escapeUnits(character: string): string {
  let escaped = '';
  for (let index = 0; index < character.length; index += 1) {
    escaped += `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
  }
  return escaped;
}

/** JSON text in which every invisible character is an escape. */
export function escapeUnseen(text: string): string {
  return text.replace(UNSEEN, escapeUnits);
}

/** The inside of a JSON string literal (no quotes) in which every invisible character is an escape. */
export function escapeJson(text: string): string {
  return escapeUnseen(JSON.stringify(text).slice(1, -1));
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f000}-\u{3fffd}]/u;

/** Cuts text into lines of at most `columns` cells of a monospaced face; CJK and emoji take two. */
export function wrapColumns(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const character of text) {
    const width = character > '\u10ff' && WIDE.test(character) ? 2 : 1;
    if (used + width > columns && line !== '') {
      lines.push(line);
      line = '';
      used = 0;
    }
    line += character;
    used += width;
  }
  if (line !== '' || lines.length === 0) lines.push(line);
  return lines;
}
