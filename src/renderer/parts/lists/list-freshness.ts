import type { Catalog } from '#shared/entities.ts';
import { formatTime } from '../../ui/format.ts';
import { secondWords } from '../second-words.ts';

/** How old something is, as words: `40 s old`, `2 min old`. Takes milliseconds. */
export const ageWords = (ms: number): string => `${secondWords(ms)} old`;

const scopeWords = ({ cacheScope }: Pick<Catalog, 'cacheScope'>) =>
  cacheScope === undefined ? '' : `, ${cacheScope.slice(0, 40)}`;

/** How long something is fresh by what the server said: `fresh for 4 min, private`. Undefined when it said nothing. */
export function freshWords(
  head: Pick<Catalog, 'ttlMs' | 'freshUntil' | 'cacheScope'>,
  now: number,
): string | undefined {
  const { ttlMs, freshUntil } = head;
  const scope = scopeWords(head);
  if (ttlMs === undefined || freshUntil === undefined) return scope === '' ? undefined : scope.slice(2);
  return freshUntil > now ? `fresh for ${secondWords(freshUntil - now)}${scope}` : `no longer fresh${scope}`;
}

/** What is told of a list that rests: when it was read, and how long it is fresh. */
export function listedWords(head: Catalog, now: number, ended: boolean): string {
  if (head.stale && !ended && head.status !== 'failed') return 'Changed on the server';
  if (head.fetchedAt === undefined) return 'Not listed yet';
  const time = formatTime(head.fetchedAt).slice(0, 5);
  if (ended) return `Listed ${time}, before the session ended`;
  // What is to be done about it comes first: there is room for little.
  if (isOutdated(head, now)) return `No longer fresh${scopeWords(head)}, listed ${time}`;
  return [`Listed ${time}`, freshWords(head, now)].filter((part) => part !== undefined).join(', ');
}

/** The server said how long it is fresh, and that is over. */
export function isOutdated({ freshUntil }: Pick<Catalog, 'freshUntil'>, now: number): boolean {
  return freshUntil !== undefined && freshUntil <= now;
}
