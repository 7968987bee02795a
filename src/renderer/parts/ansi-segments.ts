import { basicColour, paletteColour, trueColour } from './ansi-colours.ts';

/** A run of text in one look. */
export interface AnsiSegment {
  readonly text: string;
  /** Classes of colour and weight; undefined for plain text. */
  readonly className: string | undefined;
}

const ESC = String.fromCharCode(27);
const BEL = String.fromCharCode(7);
/** Control sequences; texts such as titles and links up to their end; character sets; short ones. */
const SEQUENCE = new RegExp(
  [
    `${ESC}\\[([0-?]*)[ -/]*([@-~])`,
    `${ESC}[\\]PX^_][^${BEL}${ESC}]*(?:${BEL}|${ESC}\\\\|$)`,
    `${ESC}[ -/]+[0-~]`,
    `${ESC}[0-OQ-WYZ\\\\\`-~]`,
  ].join('|'),
  'g',
);

interface Look {
  colour: string | undefined;
  bold: boolean;
  dim: boolean;
  underline: boolean;
  italic: boolean;
  inverse: boolean;
}

const PLAIN: Look = { colour: undefined, bold: false, dim: false, underline: false, italic: false, inverse: false };

/** Codes that switch one part of the look on or off. */
const SWITCHES: Readonly<Record<number, Partial<Look>>> = {
  1: { bold: true },
  2: { dim: true },
  3: { italic: true },
  4: { underline: true },
  7: { inverse: true },
  21: { underline: true },
  22: { bold: false, dim: false },
  23: { italic: false },
  24: { underline: false },
  27: { inverse: false },
  39: { colour: undefined },
};

function readColour([kind, ...numbers]: readonly number[]): string | undefined {
  if (kind === 5) return paletteColour(numbers[0] ?? 0);
  // With colons a colour space may stand before the three parts.
  const [red = 0, green = 0, blue = 0] = numbers.slice(-3);
  return trueColour(red, green, blue);
}

/** Applies the codes of one sequence: `1;31`, `38;5;208`, `38;2;255;0;0`, `38:2::255:0:0`, `4:3`. */
function apply(look: Look, text: string): void {
  const codes = text.split(';').map((code) => code.split(':').map(Number));
  for (let at = 0; at < codes.length; at += 1) {
    const [code = 0, ...parts] = codes[at] ?? [];
    if (code === 0) Object.assign(look, PLAIN);
    else if (code === 38 || code === 48 || code === 58) {
      const kind = codes[at + 1]?.[0];
      const after = parts.length > 0 ? 0 : kind === 5 ? 2 : 4;
      const colour = parts.length > 0 ? parts : codes.slice(at + 1, at + 1 + after).map(([n = 0]) => n);
      // Backgrounds belong to the theme: a line's own ground tells its level.
      if (code === 38) look.colour = readColour(colour);
      at += after;
    } else if (code === 4 && parts[0] === 0) look.underline = false;
    else if (code >= 30 && code <= 37) look.colour = basicColour(code - 30);
    else if (code >= 90 && code <= 97) look.colour = basicColour(code - 90);
    else Object.assign(look, SWITCHES[code]);
  }
}

function classesOf(look: Look): string | undefined {
  const colour = look.colour ?? (look.dim ? 't3' : undefined);
  const classes = [
    look.inverse ? 'ansi-inverse' : colour,
    look.bold && 'b6',
    look.underline && 'ansi-underline',
    look.italic && 'ansi-italic',
  ];
  return classes.filter(Boolean).join(' ') || undefined;
}

/** Splits a line at its terminal colours. Other control sequences are left out; everything else stays. */
export function ansiSegments(line: string): AnsiSegment[] {
  if (!line.includes(ESC)) return [{ text: line, className: undefined }];
  const segments: AnsiSegment[] = [];
  const look = { ...PLAIN };
  let from = 0;
  const take = (to: number) => {
    if (to > from) segments.push({ text: line.slice(from, to), className: classesOf(look) });
  };
  for (const match of line.matchAll(SEQUENCE)) {
    take(match.index);
    from = match.index + match[0].length;
    // `?` and its like are not colours, though they may end in the same letter.
    if (match[2] === 'm' && /^[\d;:]*$/.test(match[1] ?? '')) apply(look, match[1] ?? '');
  }
  take(line.length);
  return segments;
}

/** Whether a line holds what is not shown of it. */
export function hasEscapes(line: string): boolean {
  return line.includes(ESC);
}
