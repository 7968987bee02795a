import type { LucideIcon } from 'lucide-react';

/** Something the palette can open or run. */
export interface PaletteItem {
  id: string;
  /** Group heading. */
  group: string;
  kind: 'item' | 'command' | 'server' | 'tab';
  title: string;
  /** Set in mono: a name the server chose. */
  mono?: boolean;
  note?: string | undefined;
  icon?: LucideIcon | undefined;
  shortcut?: string | undefined;
  disabled?: string | undefined;
  run(): void;
}

export interface PaletteHit {
  item: PaletteItem;
  /** Places of the matched characters in the title. */
  matched: number[];
}

const PER_GROUP = 5;
const PREFIXES: Record<string, readonly PaletteItem['kind'][]> = { '>': ['command'], '@': ['server'], '/': ['item'] };

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

/** The best five of each group, in the order the groups come in. `>`, `@` and `/` keep one kind. */
export function searchPalette(items: readonly PaletteItem[], input: string): PaletteHit[] {
  const kinds = PREFIXES[input[0] ?? ''];
  const query = (kinds ? input.slice(1) : input).trim();
  const groups = new Map<string, { hit: PaletteHit; score: number }[]>();
  for (const item of items) {
    if (kinds && !kinds.includes(item.kind)) continue;
    const fits = fitTitle(item.title, query);
    if (!fits) continue;
    const group = groups.get(item.group) ?? [];
    group.push({ hit: { item, matched: fits.matched }, score: fits.score });
    groups.set(item.group, group);
  }
  const limit = kinds ? PER_GROUP * 10 : PER_GROUP;
  return [...groups.values()].flatMap((group) =>
    group
      .sort((a, b) => b.score - a.score)
      .slice(0, limit)
      .map(({ hit }) => hit),
  );
}
