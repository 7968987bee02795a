import { TriangleAlert } from 'lucide-react';
import { Callout } from '../../ui/callout.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Icon } from '../../ui/icon.tsx';

/** What was repaired or does not fit, above a block that is shown all the same. */
export function MediaNotes({ notes }: { readonly notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <p className="block-note fs12">
      <Icon icon={TriangleAlert} size="s" className="c-wait" />
      <span>{notes.join(' ')}</span>
    </p>
  );
}

/** What is wrong with data that cannot be shown, and its beginning. */
export function BrokenData({ problem, data }: { readonly problem: string; readonly data: unknown }) {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  return (
    <div className="block-b stack">
      <Callout kind="wait" title={problem} />
      {text !== undefined && text !== '' && <ForeignText className="mono" text={text} limit={300} />}
    </div>
  );
}
