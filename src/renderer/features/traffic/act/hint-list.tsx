import { Info, TriangleAlert } from 'lucide-react';
import { ForeignText } from '../../../ui/foreign-text.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { Hint } from './request-hints.ts';

const MOST = 8;

/** What is odd about a text that is about to be sent. It is sent all the same. */
export function HintList({ hints }: { readonly hints: readonly Hint[] }) {
  if (hints.length === 0) return null;
  return (
    <ul className="act-hints" aria-label="Remarks" aria-live="polite">
      {hints.slice(0, MOST).map(({ text, path, note }) => (
        <li key={`${path} ${text}`} className="fs12">
          <Icon icon={note ? Info : TriangleAlert} size="s" className={note ? 't3' : 'c-wait'} />
          <span className="t2">
            {path !== undefined && (
              <span className="mono">
                <ForeignText text={path} limit={128} inert />{' '}
              </span>
            )}
            <ForeignText text={text} limit={300} inert />
          </span>
        </li>
      ))}
      {hints.length > MOST && <li className="fs12 t2">and {hints.length - MOST} more</li>}
    </ul>
  );
}
