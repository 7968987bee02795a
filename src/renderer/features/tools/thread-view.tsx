import { useShallow } from 'zustand/react/shallow';
import type { Operation } from '#shared/entities.ts';
import type { Exchange } from '#shared/exchange.ts';
import { useEntities } from '../../store/wirebench.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatOffset } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { threadSteps } from './thread-steps.ts';

export interface ThreadViewProps {
  readonly run: Operation;
  readonly exchanges: readonly Exchange[];
}

/** S11. The steps of a call as a list. */
export function ThreadView({ run, exchanges }: ThreadViewProps) {
  const asks = useEntities(
    useShallow((state) => [...state.pending.values()].filter(({ operationId }) => operationId === run.id)),
  );
  return (
    <ol className="th" aria-label="Steps of the call">
      {threadSteps(run, exchanges, asks).map((step) => (
        <li key={step.key}>
          <div className="rail-n">
            <span className={`dir k-${step.kind}`}>
              <Icon icon={step.icon} size="s" />
            </span>
          </div>
          <div className="bd">
            <div className="hd">
              <span className="t">{step.title}</span>
              {step.detail !== undefined && (
                <span className="mono t2 el">
                  <ForeignText text={step.detail} limit={128} inert />
                </span>
              )}
              {step.atMs !== undefined && <span className="at">{formatOffset(Math.max(0, step.atMs))}</span>}
            </div>
            {step.text !== undefined && (
              <div className="sub">
                <ForeignText text={step.text} limit={300} />
              </div>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
