/** Elements that are drawn wherever `url(#id)` names them. */
const HOLDERS: ReadonlySet<string> = new Set(['pattern', 'mask', 'clipPath', 'marker', 'filter']);
/** How often `use` may draw one part, and elements that are drawn in all where parts are named again. */
const MOST = { used: 300, drawn: 400_000 };

/** Characters that are written as numbers, read. */
export function withCharacters(xml: string): string {
  return xml.replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (whole, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Names of the elements of an SVG in order, also of those in comments. A prefix may stand for the namespace of SVG too. */
export function* elementsOf(svg: string): Generator<string> {
  for (const [, name = ''] of svg.matchAll(/<(?:[^\s<>/"'=:]*:)?([A-Za-z]+)/g)) yield name;
}

/** How often a part may be drawn at most, with this many references to so many parts. */
function most(references: number, parts: number): number {
  const levels = Math.max(1, Math.min(parts, references / Math.E));
  return Math.max(1, (references / levels) ** levels);
}

/** Different targets of links. None is consumed, so that no quote in other text hides one. */
function targets(svg: string): number {
  return new Set(Array.from(svg.matchAll(/href\s*=\s*(?=("[^"]*"|'[^']*'))/g), ([, target]) => target)).size;
}

/**
 * Whether an SVG may draw its own parts so often that it halts who draws it: five levels of ten references each make
 * 100,000 of one. Told from above, without drawing.
 */
export function repeatsTooOften(svg: string): boolean {
  let [elements, uses, holders] = [0, 0, 0];
  for (const name of elementsOf(svg)) {
    elements += 1;
    if (name === 'use') uses += 1;
    if (HOLDERS.has(name)) holders += 1;
  }
  const named = holders === 0 ? 0 : [...withCharacters(svg).matchAll(/url\(/gi)].length;
  const used = most(uses, targets(svg));
  const times = used * most(named, holders);
  return used > MOST.used || (times > 1 && times * elements > MOST.drawn);
}

/** Whether it is what it looks like: in another encoding it could be read as something else. */
export function isPlainText(svg: string): boolean {
  return !/[^\P{Cc}\t\n\r]|\ufffd/u.test(svg);
}

/** Types of `data:` addresses within an SVG that are no documents with parts of their own. */
const FLAT = /^\s*(?:image\/(?:png|jpe?g|gif|webp|avif|bmp)|font\/[\w-]+|application\/[\w-]*font[\w-]*)\s*$/i;

/** A type, and what ends it. Nothing is consumed, so that no text before an address hides it. */
const DATA = /data:(?=([^,;/]{0,100}\/[^,;/]{0,100})[,;])/gi;
/** A value with an escape: attributes such as `fill` are read as styles are, and an escape can hide an address. */
const ESCAPES = /=\s*(?:"[^"\\]*\\|'[^'\\]*\\)/;

/** Whether it may hold another document: an address of one, or a style that can hide such an address. */
function holdsDocument(svg: string): boolean {
  // Addresses are read without these; spaces around a type do not count.
  const read = withCharacters(svg)
    .replace(/[\t\n\r]/g, '')
    .replace(/ {2,}/g, ' ');
  if (ESCAPES.test(read) || (/\\/.test(read) && /style/i.test(read))) return true;
  for (const [, type = ''] of read.matchAll(DATA)) if (!FLAT.test(type)) return true;
  return false;
}

/**
 * Whether drawing an SVG may halt who draws it: it repeats its parts too often, hides how often it does, or holds
 * another SVG, which may.
 */
export function mayHalt(svg: string): boolean {
  return !isPlainText(svg) || /<!ENTITY/i.test(svg) || holdsDocument(svg) || repeatsTooOften(svg);
}
