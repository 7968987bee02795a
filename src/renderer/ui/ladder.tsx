import { Check, Circle, Loader, type LucideIcon, Minus, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import type { Kind } from './kind.ts';

export type StepState = 'done' | 'failed' | 'warning' | 'running' | 'pending' | 'skipped';

export interface LadderStep {
  readonly id: string;
  readonly title: ReactNode;
  readonly state: StepState;
  /** One line of fact under the title. */
  readonly fact?: ReactNode;
  /** Already formatted, right-aligned. */
  readonly time?: string | undefined;
  readonly body?: ReactNode;
}

export interface LadderProps {
  readonly label: string;
  readonly steps: readonly LadderStep[];
  readonly strings?: Readonly<Record<StepState, string>> | undefined;
}

const STRINGS: Readonly<Record<StepState, string>> = {
  done: 'Passed',
  failed: 'Failed',
  warning: 'Passed with a warning',
  running: 'Running',
  pending: 'Not reached',
  skipped: 'Skipped',
};

const LOOK: Readonly<Record<StepState, { readonly icon: LucideIcon; readonly kind?: Kind }>> = {
  done: { icon: Check, kind: 'ok' },
  failed: { icon: X, kind: 'err' },
  warning: { icon: TriangleAlert, kind: 'wait' },
  running: { icon: Loader, kind: 'req' },
  pending: { icon: Circle },
  skipped: { icon: Minus, kind: 'ntf' },
};

/** C23. Steps in order, each with its state, a fact and a time; Diagnosis and Auth use it. */
export function Ladder({ label, steps, strings = STRINGS }: LadderProps) {
  return (
    <ol className="th" aria-label={label}>
      {steps.map((step) => {
        const look = LOOK[step.state];
        return (
          <li key={step.id} aria-current={step.state === 'running' ? 'step' : undefined}>
            <span className="rail-n">
              <span className={cx('dir', look.kind ? `k-${look.kind}` : 'dir-open')}>
                <Icon
                  icon={look.icon}
                  label={strings[step.state]}
                  className={step.state === 'running' ? 'spin' : undefined}
                />
              </span>
            </span>
            <div className="bd">
              <div className="hd">
                <span className={cx('t', !look.kind && 't-open')}>{step.title}</span>
                {step.time !== undefined && <span className="at">{step.time}</span>}
              </div>
              {step.fact !== undefined && <div className="sub">{step.fact}</div>}
              {step.body}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
