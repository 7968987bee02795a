import { CircleX } from 'lucide-react';
import type { SchemaProblem } from '#shared/contract.ts';
import { Button } from '../../ui/button.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Kbd } from '../../ui/kbd.tsx';

export interface ProblemListProps {
  readonly problems: readonly SchemaProblem[];
  /** What they are problems against, for example `inputSchema`. */
  readonly against: string;
  /** The line that a problem stands on, and going there. */
  readonly lines?:
    | { readonly of: (path: string) => number | undefined; readonly go: (line: number) => void }
    | undefined;
  /** What mends a problem without a doubt. */
  readonly fixOf?: ((problem: SchemaProblem) => { label: string; apply: () => void } | undefined) | undefined;
}

const MOST = 20;

/** Problems of a JSON value against its schema, each with the place it is about. */
export function ProblemList({ problems, against, lines, fixOf }: ProblemListProps) {
  return (
    <section className="problems" aria-label={`Problems against ${against}`}>
      <p className="row fs12">
        <span className="b6">{plural(problems.length, 'problem')}</span>
        <span className="t2">against {against}</span>
        <span className="sp" />
        {lines && problems.length > 1 && (
          <span className="row t2 fs11">
            Next <Kbd keys={['F8']} />
          </span>
        )}
      </p>
      <ul>
        {problems.slice(0, MOST).map((problem) => {
          const line = lines?.of(problem.path);
          const fix = fixOf?.(problem);
          return (
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
              <span className="row problem-a">
                {fix && (
                  <Button size="sm" variant="quiet" onClick={fix.apply}>
                    {fix.label}
                  </Button>
                )}
                {line !== undefined && (
                  <Button size="sm" variant="quiet" onClick={() => lines?.go(line)}>
                    line {line}
                  </Button>
                )}
              </span>
            </li>
          );
        })}
      </ul>
      {problems.length > MOST && <p className="fs11 t2">and {problems.length - MOST} more</p>}
    </section>
  );
}
