import { CircleAlert, CircleCheck } from 'lucide-react';
import type { Candidate, Detection } from '#shared/candidates.ts';
import type { StdioEndpoint } from '#shared/config.ts';
import type { Detected } from '../../parts/use-detection.ts';
import { useLoad } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';

type Good = Extract<Detection, { kind: 'servers' }>;

function Problem({ title, detail }: { title: string; detail: string }) {
  return (
    <div className="codebox found">
      <span className="c-err">
        <Icon icon={CircleAlert} />
      </span>
      <div className="col">
        <span className="b5">
          <ForeignText text={title} limit={300} inert />
        </span>
        <span className="fs12 t3">
          <ForeignText text={detail} limit={600} inert />
        </span>
      </div>
    </div>
  );
}

/** Words of the host for most inputs; a command line is told with the program that would run. */
function GoodWords({ good }: { good: Good }) {
  const only = good.candidates.length === 1 ? good.candidates[0] : undefined;
  if (good.form === 'command' && only?.endpoint.kind === 'stdio') {
    return <CommandWords candidate={only} endpoint={only.endpoint} />;
  }
  const asked = good.candidates.some(({ inputs }) => Object.keys(inputs ?? {}).length > 0);
  const left = good.leftOut?.length ?? 0;
  return (
    <div className="col">
      <span className="b5">
        <ForeignText text={good.title} limit={200} inert />
      </span>
      <span className="fs12 t3">
        <ForeignText text={good.detail} limit={400} inert />
        {asked && '. Asks for values before it starts.'}
        {left > 0 && ` ${left} ${left === 1 ? 'entry needs' : 'entries need'} a correction.`}
      </span>
    </div>
  );
}

function CommandWords({ candidate, endpoint }: { candidate: Candidate; endpoint: StdioEndpoint }) {
  const { value, stale } = useLoad(JSON.stringify(endpoint), (host) => host['server.preview']({ endpoint }));
  const found = stale ? undefined : value;
  const download = candidate.warnings.find(({ code }) => code === 'downloads');
  return (
    <div className="col">
      <span>
        <span className="b5">Command line</span> for a local server, named{' '}
        <span className="mono">
          <ForeignText text={candidate.name} limit={60} inert />
        </span>
      </span>
      <span className="fs12 t3">
        {found && found.problems.length > 0 ? (
          <ForeignText text={found.problems[0]?.title ?? ''} limit={200} inert />
        ) : (
          <>
            Runs{' '}
            <span className="mono">
              <ForeignText text={found?.command[0] ?? endpoint.command} limit={200} inert />
            </span>
            {endpoint.args.length > 0 && ` with ${plural(endpoint.args.length, 'argument')}`}
          </>
        )}
        .{download && <ForeignText text={` ${download.text}.`} limit={200} inert />}
      </span>
    </div>
  );
}

/** What the pasted text is, with the one button that goes on; nothing while there is nothing to say. */
export function DetectionRow({ found, onReview }: { found: Detected; onReview: () => void }) {
  const { detection, error } = found;
  if (error !== undefined) return <Problem title="The text could not be checked" detail={error} />;
  if (detection?.kind === 'problem') return <Problem title={detection.title} detail={detection.detail} />;
  const good = detection?.kind === 'servers' ? detection : undefined;
  if (!good) return null;
  return (
    <div className="codebox found">
      <span className="c-ok">
        <Icon icon={CircleCheck} />
      </span>
      <GoodWords good={good} />
      <Button variant="pri" keys={['enter']} onClick={onReview}>
        Review and add
      </Button>
    </div>
  );
}
