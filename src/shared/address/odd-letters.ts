import punycode from 'punycode.js';
import unhomoglyph from 'unhomoglyph';

/** A stretch of a host name as a person reads it. */
export interface NamePart {
  readonly text: string;
  /** It holds letters beyond a to z. */
  readonly odd: boolean;
}

/** A host name with letters beyond a to z, decoded. */
export interface ReadName {
  readonly parts: readonly NamePart[];
  /** Odd letters that look like a plain one, each once: `['ı', 'i']`. */
  readonly likes: readonly (readonly [letter: string, like: string])[];
  /** The name with plain letters, when every odd one looks like a plain one. */
  readonly looksLike: string | undefined;
  /** Scripts that stand together in one label and do not belong together: `['Cyrillic', 'Latin']`. */
  readonly mixed: readonly string[];
}

/** Where the published list of look-alikes names a letter that fewer people would take it for. */
const NEARER: ReadonlyMap<string, string> = new Map([['\u04cf', 'l']]);
const MARKS = /\p{M}/gu;
const PLAIN = /^[\u0020-\u007e]$/;

/** The plain letter that one looks like; undefined where there is none. */
function likeOf(letter: string): string | undefined {
  const listed = NEARER.get(letter) ?? unhomoglyph(letter);
  const bare = (text: string) =>
    text
      .normalize('NFD')
      .replace(MARKS, '')
      .replace(/[\u0335-\u0338]/g, '')
      .toLowerCase();
  return [bare(listed), bare(letter)].find((like) => PLAIN.test(like));
}

const SCRIPTS = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Georgian',
  'Cherokee',
  'Coptic',
  'Hebrew',
  'Arabic',
  'Devanagari',
  'Bengali',
  'Tamil',
  'Thai',
  'Lao',
  'Khmer',
  'Myanmar',
  'Ethiopic',
  'Han',
  'Hiragana',
  'Katakana',
  'Bopomofo',
  'Hangul',
].map((name) => ({ name, test: new RegExp(`\\p{Script=${name}}`, 'u') }));
/** Scripts that are written together (Unicode Technical Standard 39, highly restrictive). */
const TOGETHER = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
];

function mixedIn(label: string): string[] {
  const found = SCRIPTS.filter(({ test }) => test.test(label)).map(({ name }) => name);
  const fits = found.length < 2 || TOGETHER.some((family) => found.every((name) => family.includes(name)));
  return fits ? [] : found;
}

function partsOf(name: string): NamePart[] {
  const parts: NamePart[] = [];
  for (const text of name) {
    const odd = !PLAIN.test(text);
    const last = parts.at(-1);
    if (last && last.odd === odd) parts[parts.length - 1] = { text: last.text + text, odd };
    else parts.push({ text, odd });
  }
  return parts;
}

/** How a host name reads; undefined when it has no letters beyond a to z. */
export function readName(hostname: string): ReadName | undefined {
  if (!/(^|\.)xn--/i.test(hostname)) return undefined;
  const name = punycode.toUnicode(hostname).normalize('NFC');
  const letters = [...new Set(name)].filter((letter) => !PLAIN.test(letter));
  const likes = letters.flatMap((letter) => {
    const like = likeOf(letter);
    return like === undefined ? [] : [[letter, like] as const];
  });
  const plain = new Map(likes);
  const all = letters.length > 0 && likes.length === letters.length;
  return {
    parts: partsOf(name),
    likes,
    looksLike: all ? Array.from(name, (letter) => plain.get(letter) ?? letter).join('') : undefined,
    mixed: [...new Set(name.split('.').flatMap(mixedIn))],
  };
}
