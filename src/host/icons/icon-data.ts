import { imageSize } from 'image-size';
import { isObject, textAt } from '#shared/json.ts';
import { beginsAsSvg, svgProblem } from './svg-icon.ts';

/** Characters of a `data:` URI (DESIGN 4.3). */
const MOST_CHARS = 64 * 1024;
/** Px of the longer side. */
const MOST_PX = 1024;
const MOST_SIZES = 20;

/** Media types that are drawn, by the type that the bytes themselves tell. */
const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  svg: 'image/svg+xml',
};
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['image/jpg', 'image/jpeg'],
  ['image/svg', 'image/svg+xml'],
]);
/** What tells of several pictures in one file: the chunks of animated PNG and WebP. */
const FRAMES: Readonly<Record<string, string>> = { png: 'acTL', webp: 'ANIM' };

/** An icon that may be drawn. */
export interface GoodIcon {
  /** Made anew of the decoded bytes. */
  readonly uri: string;
  readonly theme: 'light' | 'dark' | undefined;
  /** Px of the shorter side; endless for SVG, which has no size of its own. */
  readonly px: number;
}
export interface BadIcon {
  /** What the server named; empty where that is no text. */
  readonly src: string;
  readonly why: string;
}

/** Takes secrets out of what the server wrote, before any of it is cut: half a secret is not known as one. */
export type Redact = (text: string) => string;

const asWritten: Redact = (text) => text;

const typeOf = (said: string): string => {
  const type = said.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return ALIASES.get(type) ?? type;
};

function decoded(head: string, body: string): Buffer | undefined {
  if (/;\s*base64\s*$/i.test(head)) {
    const bytes = Buffer.from(body, 'base64');
    return bytes.length > 0 && /^[a-z0-9+/_=\s-]*$/i.test(body) ? bytes : undefined;
  }
  try {
    return Buffer.from(decodeURIComponent(body), 'utf8');
  } catch {
    return undefined; // a percent sign that is not part of an encoding
  }
}

/** Type and measures by the bytes; undefined where they are no picture that is known. */
function measured(bytes: Buffer): { kind: string; wide: number; high: number } | undefined {
  try {
    const { type, width, height } = imageSize(bytes);
    return type === undefined ? undefined : { kind: type, wide: width, high: height };
  } catch {
    // An SVG without width, height and view box is drawn in the place it is given.
    return beginsAsSvg(bytes.toString('utf8', 0, 2000)) ? { kind: 'svg', wide: 1, high: 1 } : undefined;
  }
}

/** Why the bytes are not drawn, or the picture. `said` is the type that goes with them. */
function picture(bytes: Buffer, said: string, redact: Redact): { why: string } | { type: string; px: number } {
  const found = measured(bytes);
  const type = found && TYPES[found.kind];
  if (!found || type === undefined) return { why: 'It is no PNG, JPEG, WebP or SVG.' };
  if (said !== '' && said !== type) return { why: `It says ${redact(said).slice(0, 60)}, but is ${type}.` };
  if (found.kind === 'svg') {
    const why = svgProblem(bytes.toString('utf8'));
    return why === undefined ? { type, px: Number.POSITIVE_INFINITY } : { why };
  }
  const frames = FRAMES[found.kind];
  if (frames !== undefined && bytes.includes(frames)) return { why: 'It is animated.' };
  if (Math.max(found.wide, found.high) > MOST_PX) {
    return { why: `It has ${found.wide} x ${found.high} pixels; at most ${MOST_PX} x ${MOST_PX} are drawn.` };
  }
  return { type, px: Math.min(found.wide, found.high) };
}

function whyNotScheme(src: string, redact: Redact): string | undefined {
  const written = /^\s*([a-z][a-z0-9+.-]*):/i.exec(src)?.[1];
  const scheme = written?.toLowerCase();
  if (scheme === 'data') return undefined;
  if (scheme === 'https') return 'Icons are not fetched: only what came with the definition (data:) is drawn.';
  if (written === undefined) return 'It is no address.';
  return `An icon must be data: or https:, not ${redact(written).slice(0, 20)}:.`;
}

/** Whether an entry of `icons` may be drawn (META-07, META-09), and what of it. Nothing is fetched. */
export function checkIcon(icon: unknown, redact: Redact = asWritten): GoodIcon | BadIcon {
  const src = textAt(icon, 'src');
  if (!isObject(icon) || src === undefined) return { src: '', why: 'It has no src.' };
  const refuse = (why: string): BadIcon => ({ src: redact(src), why });
  const scheme = whyNotScheme(src, redact);
  if (scheme !== undefined) return refuse(scheme);
  if (src.length > MOST_CHARS) {
    return refuse(`It has ${src.length.toLocaleString('en-US')} characters; at most 65,536 are drawn.`);
  }
  const comma = src.indexOf(',');
  const head = src.slice(src.indexOf(':') + 1, Math.max(comma, 0));
  const bytes = comma < 0 ? undefined : decoded(head, src.slice(comma + 1));
  if (bytes === undefined) return refuse('Its data cannot be read.');
  const found = picture(bytes, typeOf(head), redact);
  if ('why' in found) return refuse(found.why);
  const declared = typeOf(textAt(icon, 'mimeType') ?? '');
  if (declared !== '' && declared !== found.type) {
    return refuse(`Its mimeType is ${redact(declared).slice(0, 60)}, but it is ${found.type}.`);
  }
  const theme = icon.theme === 'light' || icon.theme === 'dark' ? icon.theme : undefined;
  return { uri: `data:${found.type};base64,${bytes.toString('base64')}`, theme, px: found.px };
}

/** The first entries of `icons`; nothing where that is no list. */
export const iconsOf = (owner: unknown): readonly unknown[] => {
  const icons = isObject(owner) ? owner.icons : undefined;
  return Array.isArray(icons) ? icons.slice(0, MOST_SIZES) : [];
};
