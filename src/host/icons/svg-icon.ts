import { elementsOf, isPlainText, repeatsTooOften, withCharacters } from '#shared/svg-repeats.ts';

/** Elements that hold another document, or move: a still icon has none of them. */
const REFUSED: ReadonlySet<string> = new Set([
  'foreignObject',
  'animate',
  'animateColor',
  'animateMotion',
  'animateTransform',
  'set',
]);
/** Elements that draw a picture. As an image an SVG loads none, except one that it holds itself. */
const PICTURES: ReadonlySet<string> = new Set(['image', 'feImage']);
/** Of CSS: what moves, and what loads something else. A backslash can hide both. */
const STYLE = /@(?:keyframes|import|font-face)|animation|image-set|url\(\s*['"]?(?![#'"\s])|\\/i;

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

/** Why an SVG is not drawn as an icon, a sentence. As an image it runs no script, yet it can move, and grow without end. */
export function svgProblem(text: string): string | undefined {
  if (!isPlainText(text)) return 'The SVG is not plain text in UTF-8.';
  if (/<!(?:ENTITY|DOCTYPE)/i.test(text)) return 'The SVG defines entities.';
  const read = withCharacters(text);
  // Addresses are read without these.
  const holds = /data:/i.test(read.replace(/[\t\n\r]/g, ''));
  for (const name of elementsOf(text)) {
    if (REFUSED.has(name) || (holds && PICTURES.has(name)))
      return `The SVG has <${name}>; icons are still, and hold nothing else.`;
  }
  if (STYLE.test(read)) return 'The style of the SVG moves or loads something.';
  return repeatsTooOften(text) ? 'The SVG repeats its own parts too often.' : undefined;
}
