import { CircleX } from 'lucide-react';
import type { SchemaProblem } from '#shared/contract.ts';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';

export interface ProblemListProps {
  readonly problems: readonly SchemaProblem[];
  /** What they are problems against, for example `inputSchema`. */
  readonly against: string;
}

const MOST = 20;

/** Problems of a JSON value against its schema, each with the place it is about. */
export function ProblemList({ problems, against }: ProblemListProps) {
  return (
    <section className="problems" aria-label={`Problems against ${against}`}>
      <p className="row fs12">
        <span className="b6">{plural(problems.length, 'problem')}</span>
        <span className="t2">against {against}</span>
      </p>
      <ul>
        {problems.slice(0, MOST).map((problem) => (
          <li key={`${problem.path} ${problem.message}`} className="fs12">
            <Icon icon={CircleX} size="s" className="c-err" />
            <span>
              <span className="mono">
                <ForeignText text={problem.path === '' ? '/' : problem.path} limit={128} inert />
              </span>{' '}
              <span className="t2">
                <ForeignText text={problem.message} limit={300} inert />
              </span>
            </span>
          </li>
        ))}
      </ul>
      {problems.length > MOST && <p className="fs11 t2">and {problems.length - MOST} more</p>}
    </section>
  );
}
