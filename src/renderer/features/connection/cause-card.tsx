import { ChevronDown, ChevronRight, WandSparkles } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Failure } from '#shared/session.ts';
import { Button } from '../../ui/button.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { FixForm } from './fix-form.tsx';
import { causeOf } from './story.ts';
import { useFix } from './use-fix.ts';

/** Rules that only say how it ended. */
const NO_CAUSE = new Set(['dx-unknown', 'dx-exit', 'dx-exit-mid']);

function Others({ causes }: { causes: NonNullable<Failure['others']> }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="diag-o">
      <Button
        size="sm"
        variant="quiet"
        icon={open ? ChevronDown : ChevronRight}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        Other possible causes, {causes.length}
      </Button>
      {open && (
        <ul>
          {causes.map((cause) => (
            <li key={cause.rule}>
              <p className="b6">
                <ForeignText text={cause.title} limit={200} inert />
              </p>
              <p className="t2">
                <ForeignText text={`${cause.why} ${cause.todo}`} lines />
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface CauseCardProps {
  serverId: string;
  failure: Failure;
  /** An earlier attempt is only looked at: its fixes are not offered. */
  past: boolean;
  /** Buttons for when there is no fix. */
  children: ReactNode;
}

/** S05. The one likely cause with its proof and its fix; the others are folded. */
export function CauseCard({ serverId, failure, past, children }: CauseCardProps) {
  const fixing = useFix(serverId);
  const known = !NO_CAUSE.has(failure.rule);
  return (
    <section className="diag-c" aria-labelledby="diag-cause">
      <div className="row">
        <span className="c-wait">
          <Icon icon={WandSparkles} />
        </span>
        <h3 id="diag-cause">
          {known ? 'Likely cause: ' : 'No known cause: '}
          <ForeignText text={causeOf(failure)} limit={200} inert />
        </h3>
        <span className="sp" />
        {failure.evidence !== undefined && <span className="fs11 t3">{failure.evidence}</span>}
      </div>
      <p className="fs12 t2">
        <ForeignText text={failure.why} lines />
      </p>
      <p className="fs12">
        <ForeignText text={failure.todo} lines />
      </p>
      {!past && <FixForm key={failure.rule} fixes={failure.fixes ?? []} fixing={fixing} />}
      {children && <div className="row diag-a">{children}</div>}
      {failure.others !== undefined && failure.others.length > 0 && <Others causes={failure.others} />}
    </section>
  );
}
