import type { IconSet } from '#shared/icons.ts';
import { isObject, type JsonObject, textAt } from '#shared/json.ts';
import { checkIcon, type GoodIcon, iconsOf, type Redact } from './icon-data.ts';

/** Px that an icon is drawn at on a fine screen. */
const WANTED_PX = 40;
/** Characters of an address that is not drawn. */
const SRC_CHARS = 200;
/** A longer `data:` URI does not travel with the list it is part of. */
const LISTED_CHARS = 400;

/** The one for a background: made for it before one for any before one for the other; the smallest that is large enough. */
function best(icons: readonly GoodIcon[], theme: 'light' | 'dark'): string | undefined {
  const suits = ({ theme: made }: GoodIcon) => (made === theme ? 0 : made === undefined ? 1 : 2);
  const size = ({ px }: GoodIcon) => (px >= WANTED_PX ? px : Number.MAX_SAFE_INTEGER - px);
  // Subtracting one endless size from another would give no order.
  const bySize = (a: GoodIcon, b: GoodIcon) => (size(a) === size(b) ? 0 : size(a) < size(b) ? -1 : 1);
  return [...icons].sort((a, b) => suits(a) - suits(b) || bySize(a, b))[0]?.uri;
}

/**
 * What of the icons of a server, or of an entry of its lists, may be drawn (META-06 to META-10). `redact` takes secrets
 * out of what is told of the others; without it the owner has none.
 */
export function iconSet(owner: unknown, redact?: Redact): IconSet {
  const good: GoodIcon[] = [];
  const refused: IconSet['refused'] = [];
  for (const icon of iconsOf(owner)) {
    const checked = checkIcon(icon, redact);
    if ('uri' in checked) good.push(checked);
    else refused.push({ src: checked.src.slice(0, SRC_CHARS), why: checked.why });
  }
  const [light, dark] = [best(good, 'light'), best(good, 'dark')];
  if (light === undefined || dark === undefined) return { refused };
  return light === dark ? { light, refused } : { light, dark, refused };
}

/**
 * An entry as lists carry it: long `data:` URIs of its icons are cut, with their length; the log has them whole. `redact`
 * takes secrets out of them before.
 */
export function withShortIcons(item: JsonObject, redact: Redact): JsonObject {
  const { icons } = item;
  if (!Array.isArray(icons) || !icons.some((icon) => (textAt(icon, 'src')?.length ?? 0) > LISTED_CHARS)) return item;
  const short = icons.map((icon: unknown) => {
    const src = textAt(icon, 'src');
    if (!isObject(icon) || src === undefined || src.length <= LISTED_CHARS) return icon;
    const count = src.length.toLocaleString('en-US');
    return { ...icon, src: `${redact(src).slice(0, SRC_CHARS)}… (${count} characters, whole in the log)` };
  });
  return { ...item, icons: short };
}
