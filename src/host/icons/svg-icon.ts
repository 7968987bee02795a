/** Elements that load or hold something else, or move: a still icon has none of them. */
const REFUSED: ReadonlySet<string> = new Set([
  'image',
  'feImage',
  'foreignObject',
  'animate',
  'animateColor',
  'animateMotion',
  'animateTransform',
  'set',
]);
/** Elements that are drawn wherever `url(#id)` names them. */
const HOLDERS: ReadonlySet<string> = new Set(['pattern', 'mask', 'clipPath', 'marker', 'filter']);
/** Of CSS: what moves, and what loads something else. A backslash can hide both. */
const STYLE = /@(?:keyframes|import|font-face)|animation|image-set|url\(\s*['"]?(?![#'"\s])|\\/i;
/** Where an SVG names its own parts again: how often `use` may draw one, and elements that are drawn in all. */
const MOST = { used: 300, drawn: 400_000 };

/** Whether a text begins as an SVG: its root element, after an XML declaration and comments. */
export function beginsAsSvg(text: string): boolean {
  let rest = text.trimStart();
  for (const [open, close] of [
    ['<?xml', '?>'],
    ['<!--', '-->'],
  ] as const) {
    while (rest.startsWith(open)) {
      const end = rest.indexOf(close, open.length);
      if (end < 0) return false;
      rest = rest.slice(end + close.length).trimStart();
    }
  }
  return /^<svg[\s>]/.test(rest);
}

/** Characters that are written as numbers, read. */
function plain(text: string): string {
  return text.replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (whole, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** How often a part may be drawn at most, with this many references to so many parts. */
function most(references: number, parts: number): number {
  const levels = Math.max(1, Math.min(parts, references / Math.E));
  return Math.max(1, (references / levels) ** levels);
}

/** Different targets of links. None is consumed, so that no quote in other text hides one. */
function targets(text: string): number {
  return new Set(Array.from(text.matchAll(/href\s*=\s*(?=("[^"]*"|'[^']*'))/g), ([, target]) => target)).size;
}

/** Why an SVG is not drawn as an icon, a sentence. As an image it runs no script, yet it can move, and grow without end. */
export function svgProblem(text: string): string | undefined {
  if (/<!(?:ENTITY|DOCTYPE)/i.test(text)) return 'The SVG defines entities.';
  let [elements, uses, holders] = [0, 0, 0];
  // A prefix may stand for the namespace of SVG too.
  for (const [, name = ''] of text.matchAll(/<(?:[^\s<>/"'=:]*:)?([A-Za-z]+)/g)) {
    if (REFUSED.has(name)) return `The SVG has <${name}>; icons are still, and hold nothing else.`;
    elements += 1;
    if (name === 'use') uses += 1;
    if (HOLDERS.has(name)) holders += 1;
  }
  const read = plain(text);
  if (STYLE.test(read)) return 'The style of the SVG moves or loads something.';
  const named = holders === 0 ? 0 : [...read.matchAll(/url\(/gi)].length;
  const used = most(uses, targets(text));
  const times = used * most(named, holders);
  const endless = used > MOST.used || (times > 1 && times * elements > MOST.drawn);
  return endless ? 'The SVG repeats its own parts too often.' : undefined;
}
