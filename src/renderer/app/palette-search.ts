import type { LucideIcon } from 'lucide-react';
import type { Place } from '../parts/place.ts';

/** Something the palette can open or run. */
export interface PaletteItem {
  readonly id: string;
  /** Group heading. */
  readonly group: string;
  readonly kind: 'item' | 'resource' | 'command' | 'setting' | 'server' | 'traffic' | 'place' | 'key' | 'more';
  readonly title: string;
  /** What it is in a word, for screen readers: `tool in orders-db`. */
  readonly what: string;
  /** Set in mono: a name the server chose. */
  readonly mono?: boolean;
  readonly note?: string | undefined;
  readonly icon?: LucideIcon | undefined;
  readonly shortcut?: string | undefined;
  readonly disabled?: string | undefined;
  /** Where it is: Alt+Enter opens that in a new window. */
  readonly place?: Place | undefined;
  /** Tab goes into this server. */
  readonly serverId?: string | undefined;
  /** How lately it was used, 0 is the last; undefined: not lately. */
  readonly lately?: number | undefined;
  /** Found only with the sign of its kind. */
  readonly bySign?: boolean;
  run(): void;
  /** Mod+Enter on a tool: runs it with its last arguments. */
  readonly runLast?: (() => void) | undefined;
}

export interface PaletteHit {
  readonly item: PaletteItem;
  /** Places of the matched characters in the title. */
  readonly matched: readonly number[];
}

const PER_GROUP = 5;
/** Results of one kind that are drawn. */
const MOST = 50;
const SIGNS: Readonly<Record<string, (item: PaletteItem) => boolean>> = {
  '>': ({ kind }) => kind === 'command' || kind === 'setting',
  '@': ({ kind }) => kind === 'server',
  '#': ({ kind }) => kind === 'traffic',
  '/': ({ kind }) => kind === 'resource',
  '?': ({ kind, shortcut }) => (kind === 'command' || kind === 'key') && shortcut !== undefined,
};

const range = (from: number, length: number) => Array.from({ length }, (_, index) => from + index);

const startsWord = (text: string, at: number) => at === 0 || /[^\p{L}\p{N}]/u.test(text[at - 1] ?? '');

/** Places of the characters of `query` in order, the first at the start of a word; undefined when there is no such way. */
function subsequence(title: string, query: string): number[] | undefined {
  const places: number[] = [];
  let from = title.indexOf(query[0] ?? '');
  while (from >= 0 && !startsWord(title, from)) from = title.indexOf(query[0] ?? '', from + 1);
  if (from < 0) return undefined;
  for (const character of query) {
    const at = title.indexOf(character, from);
    if (at < 0) return undefined;
    places.push(at);
    from = at + 1;
  }
  return places;
}

/** How well a title fits: 4 exact, 3 prefix, 2 start of a word, 1 characters in order; undefined when not at all. */
export function fitTitle(title: string, query: string): { score: number; matched: number[] } | undefined {
  if (query === '') return { score: 0, matched: [] };
  const text = title.toLowerCase();
  const wanted = query.toLowerCase();
  if (text === wanted) return { score: 4, matched: range(0, wanted.length) };
  if (text.startsWith(wanted)) return { score: 3, matched: range(0, wanted.length) };
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (startsWord(text, at)) return { score: 2, matched: range(at, wanted.length) };
  }
  const matched = subsequence(text, wanted);
  return matched && { score: 1, matched };
}

/** What a text begins with when that narrows the search to one kind. */
export function signOf(text: string): string | undefined {
  const [sign = ''] = text;
  return Object.hasOwn(SIGNS, sign) ? sign : undefined;
}

function moreOf(group: string, count: number): PaletteHit {
  const title = `Show all ${count}`;
  return { item: { id: `more/${group}`, group, kind: 'more', title, what: group, run: () => undefined }, matched: [] };
}

/**
 * The best five of each group and what shows the rest, in the order the groups come in. `>`, `@`, `#`, `/` and `?` keep
 * one kind. Equal fits: what was used lately comes first, else the order of the items.
 */
export function searchPalette(
  items: readonly PaletteItem[],
  input: string,
  expanded: ReadonlySet<string> = new Set(),
): PaletteHit[] {
  const sign = signOf(input);
  const query = (sign ? input.slice(1) : input).trim();
  const wanted = (item: PaletteItem) => (sign ? SIGNS[sign]?.(item) : !item.bySign);
  const groups = new Map<string, { hit: PaletteHit; score: number }[]>();
  for (const item of items) {
    if (!wanted(item)) continue;
    const fits = fitTitle(item.title, query);
    if (!fits) continue;
    const group = groups.get(item.group) ?? [];
    group.push({ hit: { item, matched: fits.matched }, score: fits.score });
    groups.set(item.group, group);
  }
  const late = ({ hit }: { hit: PaletteHit }) => hit.item.lately ?? Number.MAX_SAFE_INTEGER;
  return [...groups].flatMap(([name, group]) => {
    const sorted = group.sort((a, b) => b.score - a.score || late(a) - late(b)).map(({ hit }) => hit);
    const limit = sign || expanded.has(name) ? MOST : PER_GROUP;
    return sorted.length > limit && limit < MOST
      ? [...sorted.slice(0, limit), moreOf(name, Math.min(MOST, sorted.length))]
      : sorted.slice(0, limit);
  });
}
