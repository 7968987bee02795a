/** A run of text in one colour. */
export interface AnsiSegment {
  readonly text: string;
  /** Class of the colour; undefined for the default. */
  readonly className: string | undefined;
}

/** The eight terminal colours as the tokens nearest to them; they stay readable in both themes. */
const COLOURS = ['t3', 'c-err', 'c-ok', 'c-wait', 'c-res', 'c-srv', 'c-req', undefined] as const;
const ESCAPE = String.fromCharCode(27);
const SEQUENCE = new RegExp(`${ESCAPE}\\[([0-9;:?]*)([A-Za-z])`, 'g');

interface Style {
  colour: string | undefined;
  bold: boolean;
}

function apply(style: Style, codes: readonly number[]): void {
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    if (code === 0) Object.assign(style, { colour: undefined, bold: false });
    else if (code === 1) style.bold = true;
    else if (code === 22) style.bold = false;
    else if (code === 39) style.colour = undefined;
    else if (code >= 30 && code <= 37) style.colour = COLOURS[code - 30];
    else if (code >= 90 && code <= 97) style.colour = COLOURS[code - 90];
    // Of 256 and true colours only the length is read: they would not fit the theme.
    else if (code === 38 || code === 48) at += codes[at + 1] === 5 ? 2 : 4;
  }
}

/** Splits a line at its terminal colour codes. Other control sequences are left out; everything else stays. */
export function ansiSegments(line: string): AnsiSegment[] {
  if (!line.includes(ESCAPE)) return [{ text: line, className: undefined }];
  const segments: AnsiSegment[] = [];
  const style: Style = { colour: undefined, bold: false };
  let from = 0;
  const take = (to: number) => {
    const className = [style.colour, style.bold && 'b6'].filter(Boolean).join(' ') || undefined;
    if (to > from) segments.push({ text: line.slice(from, to), className });
  };
  for (const match of line.matchAll(SEQUENCE)) {
    take(match.index);
    from = match.index + match[0].length;
    if (match[2] === 'm') apply(style, (match[1] ?? '').split(/[;:]/).map(Number));
  }
  take(line.length);
  return segments;
}
