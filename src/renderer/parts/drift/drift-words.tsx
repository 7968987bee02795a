import type { DriftItem } from '#shared/drift.ts';
import type { Loaded } from '../../store/wirebench.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { DiffView } from '../diff-view.tsx';

/** What changed, a sentence each. */
export function DriftWords({ words }: { readonly words: readonly string[] }) {
  if (words.length === 0) return <p>It is as you accepted it again.</p>;
  return (
    <ul className="drift-words">
      {words.map((text) => (
        <li key={text}>
          <ForeignText text={text} limit={300} inert />
        </li>
      ))}
    </ul>
  );
}

/** The definition that was accepted against the one of now, line by line; nothing where neither was kept. */
export function DriftDiff({ item }: { readonly item: DriftItem }) {
  if (item.before === undefined && item.now === undefined) return null;
  const label = { changed: 'Accepted, and now', added: 'The new definition', removed: 'What was accepted' };
  return <DiffView before={item.before ?? ''} after={item.now ?? ''} label={label[item.change]} />;
}

/** One change in full; says so while it is on its way. */
export function DriftDetail({ loaded }: { readonly loaded: Loaded<DriftItem[]> }) {
  if (loaded.error !== undefined) return <p className="c-err">{loaded.error.slice(0, 600)}</p>;
  if (loaded.value === undefined || loaded.stale) return <p className="t3">Reading what changed</p>;
  const [item] = loaded.value;
  return (
    <>
      <DriftWords words={item?.words ?? []} />
      {item && <DriftDiff item={item} />}
    </>
  );
}
