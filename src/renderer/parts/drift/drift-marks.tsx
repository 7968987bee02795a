import type { CatalogKind } from '#shared/catalog-kind.ts';
import type { DriftMark } from '#shared/drift.ts';
import { Chip } from '../../ui/chip.tsx';

/** What of one list is not as it was accepted, by name. */
export function marksOf(drift: readonly DriftMark[] | undefined, kind: CatalogKind): ReadonlyMap<string, DriftMark> {
  return new Map((drift ?? []).filter((mark) => mark.kind === kind).map((mark) => [mark.name, mark]));
}

const WORDS = {
  changed: { word: 'changed', title: 'Changed since you accepted it', kind: 'wait' },
  added: { word: 'new', title: 'New since you accepted the list', kind: 'req' },
  removed: { word: 'gone', title: 'No longer in the list', kind: 'ntf' },
} as const;

/** One word in a row of a list. */
export function DriftChip({ mark }: { readonly mark: DriftMark }) {
  const { word, title, kind } = WORDS[mark.change];
  return (
    <Chip kind={kind} square title={title}>
      {word}
    </Chip>
  );
}
