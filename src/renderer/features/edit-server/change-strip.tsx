import { ArrowRight } from 'lucide-react';
import type { Change } from '../../parts/server-form/changes.ts';
import { Button } from '../../ui/button.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';

/** What saving would change, old and new side by side. */
export function ChangeStrip({ changes, onDiscard }: { changes: readonly Change[]; onDiscard: () => void }) {
  return (
    <section className="changes fs12" aria-label="What changed">
      <div className="row">
        <h2 className="b5">What changed</h2>
        <span className="t3">{changes.length === 0 ? 'Nothing yet' : plural(changes.length, 'setting')}</span>
        <span className="sp" />
        {changes.length > 0 && (
          <Button size="sm" variant="quiet" onClick={onDiscard}>
            Discard the changes
          </Button>
        )}
      </div>
      {changes.length > 0 && (
        <dl>
          {changes.map(({ label, from, to }) => (
            <div key={label} className="change">
              <dt>
                <ForeignText text={label} limit={80} inert />
              </dt>
              <dd>
                <del>
                  <ForeignText text={from} limit={200} inert />
                </del>
                <Icon icon={ArrowRight} size="s" />
                <ins>
                  <ForeignText text={to} limit={200} inert />
                </ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
