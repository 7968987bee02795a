import { Play, Square } from 'lucide-react';
import { useState } from 'react';
import type { Exchange } from '#shared/exchange.ts';
import { objectAt } from '#shared/json.ts';
import { askChanged } from '../../../parts/drift/ask-changed.ts';
import { useCatalog } from '../../../parts/use-catalog.ts';
import { useWirebench } from '../../../store/wirebench.tsx';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { plural } from '../../../ui/format.ts';
import { calledTools } from './called-tools.ts';
import { LatencyFigure } from './latency-figure.tsx';
import { type OneRun, type RunEnd, seriesCsv } from './many-runs.ts';
import { NumberField, wholeIn } from './number-field.tsx';
import { useSendTarget } from './send-target.ts';
import { useSentRequest } from './use-sent-request.ts';
import { type SeriesState, useSeries } from './use-series.ts';

export interface ManyDialogProps {
  readonly sessionId: string;
  readonly exchange: Exchange;
  readonly onClose: () => void;
}

const COUNT = { min: 2, max: 1000 };
const PARALLEL = { min: 1, max: 10 };
const BAD: readonly RunEnd[] = ['error', 'tool error', 'no answer'];

/** A call that may change something each time it is made. */
function useMayAct(sessionId: string | undefined, exchange: Exchange): boolean {
  const { items } = useCatalog(sessionId ?? '', 'tools');
  if (exchange.method !== 'tools/call') return false;
  const hints = objectAt(
    items.find((tool) => tool.name === exchange.name),
    'annotations',
  );
  return hints?.readOnlyHint !== true && hints?.idempotentHint !== true;
}

/** `Send many times…`: one request again and again, with the spread of its latency. */
export function ManyDialog({ sessionId, exchange, onClose }: ManyDialogProps) {
  const { request, error } = useSentRequest(sessionId, exchange);
  const { session, blocked, otherVersion } = useSendTarget(sessionId);
  const [count, setCount] = useState('20');
  const [parallel, setParallel] = useState('1');
  const wirebench = useWirebench();
  const series = useSeries();
  const mayAct = useMayAct(session?.id, exchange);
  const n = wholeIn(count, COUNT.min, COUNT.max);
  const width = wholeIn(parallel, PARALLEL.min, PARALLEL.max);
  const problem = error ?? (blocked === undefined ? undefined : `${blocked}. Connect it first.`);
  const ready = request && session && n !== undefined && width !== undefined && problem === undefined;
  const start = () => {
    if (!ready) return;
    const options = otherVersion ? { ownEnvelope: true } : {};
    const target = { serverId: session.serverId, sessionId: session.id };
    // Asked once for the whole series, before it begins.
    void askChanged(wirebench, target, calledTools(request.method, request.params)).then((goOn) => {
      if (goOn) series.start({ sessionId: session.id, request, options, count: n, parallel: width });
    });
  };
  const footer = (
    <>
      {series.runs.length > 0 && <CopyButton label="Copy as CSV" text={() => seriesCsv(series.runs)} />}
      <span className="sp" />
      <Button variant="quiet" onClick={onClose}>
        Close
      </Button>
      {series.running ? (
        <Button icon={Square} onClick={series.stop}>
          Stop
        </Button>
      ) : (
        <Button variant="pri" icon={Play} disabled={!ready} onClick={start}>
          Send {n === undefined ? '' : `${n} times`}
        </Button>
      )}
    </>
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Send many times"
      description={`${exchange.method}${exchange.name === undefined ? '' : ` ${exchange.name.slice(0, 80)}`}, each time as a new request`}
      width={720}
      holds={series.running}
      footer={footer}
    >
      <div className="form">
        {problem !== undefined && <Callout kind="err" title={problem} />}
        {mayAct && (
          <Callout kind="wait" title="The server carries out every one of them">
            This tool does not say that it only reads, or that calling it again changes nothing more.
          </Callout>
        )}
        <div className="form-2">
          <NumberField label="How often" {...COUNT} value={count} onValue={setCount} disabled={series.running} />
          <NumberField
            label="At a time"
            {...PARALLEL}
            value={parallel}
            onValue={setParallel}
            disabled={series.running}
          />
        </div>
        <Counts {...series} />
        <LatencyFigure values={series.runs.flatMap(({ ms }) => ms ?? [])} />
        <FirstError runs={series.runs} />
      </div>
    </Dialog>
  );
}

function Counts({ runs, count, running }: SeriesState) {
  if (count === undefined) return <p className="t2 fs12">Time spent waiting for a person does not count.</p>;
  const of = (ends: readonly RunEnd[]) => runs.filter(({ end }) => ends.includes(end)).length;
  const stopped = of(['stopped']);
  return (
    <div className="act-counts">
      <progress aria-label="Sent" max={count} value={runs.length} />
      <p className="fs12 tn" role="status">
        {running ? '' : stopped > 0 || runs.length < count ? 'Stopped. ' : 'Done. '}
        {runs.length.toLocaleString('en-US')} of {count.toLocaleString('en-US')}, {plural(of(['result']), 'result')},{' '}
        {plural(of(BAD), 'error')}
        {stopped > 0 && `, ${stopped} stopped`}
      </p>
    </div>
  );
}

function FirstError({ runs }: { readonly runs: readonly OneRun[] }) {
  const first = runs.find(({ error, end }) => error !== undefined && end !== 'stopped');
  if (!first) return null;
  return (
    <p className="fs12 c-err act-first">
      Number {first.n}: {first.error?.slice(0, 300)}
    </p>
  );
}
