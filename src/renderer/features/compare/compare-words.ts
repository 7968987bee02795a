import type { CompareHead, ComparePart, CompareSide, Comparison, Difference } from '#shared/compare.ts';
import { formatDuration, formatSize, formatTime, plural } from '../../ui/format.ts';

export const PART_WORDS: Readonly<Record<ComparePart, string>> = {
  structured: 'structuredContent',
  content: 'Content',
  request: 'Request',
  result: 'Result',
  message: 'Whole message',
  list: 'List',
};

export const CHANGE_WORDS: Readonly<Record<Difference['change'], string>> = {
  changed: 'Changed',
  added: 'Only in B',
  removed: 'Only in A',
  moved: 'Moved',
};

const TITLES = { exchange: 'Compare results', record: 'Compare messages', session: 'Compare sessions' } as const;

function titleOf(side: CompareSide): string {
  if (side.of !== 'catalog') return TITLES[side.of];
  return side.name === undefined ? 'Compare lists' : 'Compare definitions';
}

/** What the view is called. */
export function compareTitle(a: CompareSide, b: CompareSide): string {
  return titleOf(a) === titleOf(b) ? titleOf(a) : 'Compare';
}

/** `18:12:40`, with the day when the two sides are of different days. */
function clock(at: number, other: number | undefined): string {
  const [day, otherDay] = [at, other ?? at].map((time) => new Date(time).toDateString());
  const time = formatTime(at).slice(0, 8);
  if (day === otherDay) return time;
  return `${new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })}, ${time}`;
}

/** `18:12:40, id 24, 1.8 KB`; the server too when the other side is of another. */
export function headFacts(head: CompareHead, other: CompareHead): string {
  const { at, rpcId, bytes } = head;
  const foreign = head.serverName !== other.serverName || head.era !== other.era;
  return [
    foreign ? [head.serverName, head.era].filter(Boolean).join(', ') : undefined,
    at === undefined ? undefined : clock(at, other.at),
    rpcId === undefined ? undefined : `id ${String(rpcId).slice(0, 40)}`,
    bytes === undefined || bytes === 0 ? undefined : formatSize(bytes),
  ]
    .filter((fact) => fact !== undefined)
    .join(', ');
}

/** How long B took, and how much faster or slower that is than A. */
export function tookWords(b: CompareHead, a: CompareHead): { text: string; kind?: 'ok' | 'wait' } | undefined {
  if (b.tookUs === undefined) return undefined;
  const took = formatDuration(b.tookUs / 1000);
  if (a.tookUs === undefined) return { text: took };
  const more = b.tookUs - a.tookUs;
  if (formatDuration(a.tookUs / 1000) === took) return { text: `${took}, the same` };
  const by = formatDuration(Math.abs(more) / 1000);
  return more < 0 ? { text: `${took}, ${by} faster`, kind: 'ok' } : { text: `${took}, ${by} slower`, kind: 'wait' };
}

function list(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

/** `arrays matched by id and position`; nothing when no arrays differ. */
export function matchedWords({ matched }: Comparison): string | undefined {
  return matched.length === 0 ? undefined : `arrays matched by ${list(matched)}`;
}

/** Sentence for two sides that are equal. */
export function equalWords({ part, elsewhere, elsewhereTotal, ignored }: Comparison): string {
  const none = `No ${ignored > 0 ? 'other ' : ''}differences in ${part === 'structured' ? 'structuredContent' : PART_WORDS[part].toLowerCase()}.`;
  const hidden = ignored > 0 ? ` ${plural(ignored, 'difference')} under ignored paths.` : '';
  if (elsewhereTotal === 0) return none + hidden;
  const shown = elsewhere.slice(0, 5);
  const places = shown.length < elsewhereTotal ? `among them ${list(shown)}` : list(shown);
  return `${none}${hidden} The raw messages differ in ${plural(elsewhereTotal, 'place')}, ${places}.`;
}

/** What a screen reader says of one difference. */
export function differenceWords(difference: Difference, at: number, total: number): string {
  const { path, change, a = 'not there', b = 'not there' } = difference;
  return `${at + 1} of ${total}. ${CHANGE_WORDS[change]}: ${path === '' ? 'everything' : path}. A: ${a}. B: ${b}.`;
}
