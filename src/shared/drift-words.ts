import type { CatalogKind } from './catalog-kind.ts';
import type { DriftMark } from './drift.ts';

/** What one item of each list is called. */
export const DRIFT_THINGS = {
  tools: 'tool',
  resources: 'resource',
  templates: 'template',
  prompts: 'prompt',
} as const satisfies Record<CatalogKind, string>;

/** How many of a list are not as they were accepted: `2 tools changed, 1 new, 1 gone`. Empty when there are none. */
export function driftCountWords(kind: CatalogKind, marks: readonly Pick<DriftMark, 'change'>[]): string {
  const count = (change: DriftMark['change']) => marks.filter((mark) => mark.change === change).length;
  const parts = [
    [count('changed'), 'changed'],
    [count('added'), 'new'],
    [count('removed'), 'gone'],
  ] as const;
  return parts
    .filter(([n]) => n > 0)
    .map(([n, word], at) => (at === 0 ? `${n} ${DRIFT_THINGS[kind]}${n === 1 ? '' : 's'} ${word}` : `${n} ${word}`))
    .join(', ');
}
