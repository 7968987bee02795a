import { CircleCheck, History, type LucideIcon, Play, TriangleAlert } from 'lucide-react';
import { type ReactNode, type RefObject, useState } from 'react';
import type { Operation, ServerEntry } from '#shared/entities.ts';
import type { Session } from '#shared/session.ts';
import { useCallWaits } from '../../parts/ask/use-call-waits.ts';
import { chosenByAddress } from '../../parts/resource-choice.ts';
import { ResultView } from '../../parts/result-view.tsx';
import { showExchange } from '../../parts/show-exchange.ts';
import { useOperationResult } from '../../parts/use-operation-result.ts';
import { useOutputCheck } from '../../parts/use-output-check.ts';
import { useThread } from '../../parts/use-thread.ts';
import { useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatTime } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Kind } from '../../ui/kind.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { TabPanel } from '../../ui/tab-panel.tsx';
import { FaultView } from './fault-view.tsx';
import { LateNote } from './late-note.tsx';
import { MessagesView } from './messages-view.tsx';
import { ProblemList } from './problem-list.tsx';
import { ResultHeader } from './result-header.tsx';
import { RoundsNote } from './rounds-note.tsx';
import { isOver } from './run-words.ts';
import { RunningView } from './running-view.tsx';
import { ThreadView } from './thread-view.tsx';
import { TimingLine } from './timing-line.tsx';
import type { Tool } from './tool.ts';
import { useExchanges } from './use-exchanges.ts';
import { WaitNote } from './wait-note.tsx';

export interface ResultPaneProps {
  readonly server: ServerEntry;
  readonly session: Session;
  readonly tool: Tool;
  readonly run: Operation | undefined;
  readonly runs: readonly Operation[];
  /** Shown while the tool was not run yet: ways to fill in its arguments. */
  readonly examples?: ReactNode;
  /** Why the newest run could not even be started. */
  readonly problem: string | undefined;
  readonly paneRef: RefObject<HTMLElement | null>;
  /** What the run asks stands in the place of its arguments. */
  readonly asked: boolean;
  /** An ask of the run that a note beside its arguments tells of. */
  readonly noted: string | undefined;
  readonly onChoose: (id: string) => void;
  readonly onStop: (id: string) => void;
  /** Arguments of the shown run where they were changed since. */
  readonly olderText: string | undefined;
  readonly onRestore: (text: string) => void;
  readonly onGoTo: (name: string) => void;
}

/** The newest run before this one that sent something, when this one is over. */
function runBefore(run: Operation, runs: readonly Operation[]): Operation | undefined {
  if (!isOver(run) || run.exchangeIds.length === 0) return undefined;
  return runs.slice(0, runs.indexOf(run)).findLast((one) => isOver(one) && one.exchangeIds.length > 0);
}

type View = 'result' | 'thread' | 'request' | 'raw';
const ID_BASE = 'tool-result';
const CHECK_ICONS: Readonly<Partial<Record<Kind, LucideIcon>>> = { ok: CircleCheck, wait: TriangleAlert };
// Focusable, so that the keyboard can scroll the pane and jump to it.
const FOCUSABLE = { tabIndex: -1 };

/** The right pane: how a run stands and what came back. */
export function ResultPane(props: ResultPaneProps) {
  const { tool, run, runs, problem, paneRef } = props;
  return (
    <section className="pane result" aria-label="Result" ref={paneRef} {...FOCUSABLE}>
      {problem !== undefined && (
        <div className="pad">
          <Callout kind="err" title="The call could not be started" role="alert">
            {problem}
          </Callout>
        </div>
      )}
      {run ? (
        <Shown key={run.id} {...props} run={run} runs={runs} tool={tool} />
      ) : (
        <EmptyState icon={Play} title="Not run yet" actions={props.examples}>
          Fill in the arguments and run the tool.
        </EmptyState>
      )}
    </section>
  );
}

function Shown(props: ResultPaneProps & { readonly run: Operation }) {
  const { server, session, tool, run, runs, onChoose, onStop, olderText, onRestore, onGoTo, asked, noted } = props;
  const wirebench = useWirebench();
  const { page } = wirebench;
  const [chosen, setView] = useState<View>();
  const { since, browsing } = useCallWaits(run.id);
  // While the call waits for a person, its story says more than a result that is not there.
  const view = chosen ?? (since === undefined ? 'result' : 'thread');
  const exchanges = useExchanges(run);
  const state = useOperationResult(run);
  const thread = useThread({
    sessionId: run.sessionId,
    exchangeId: run.exchangeIds[0],
    rev: `${run.status} ${run.exchangeIds.length} ${browsing}`,
    live: !isOver(run),
  });
  const { phases = [], steps = [] } = thread.report ?? {};
  const check = useOutputCheck(tool.raw.outputSchema, `${run.id} ${state.result?.cut}`, state.result);
  const tab = (id: 'traffic' | 'notifications' | 'tasks' | 'resources') => page.getState().openTab(server.id, id);
  const onTraffic = () => {
    const [exchangeId] = run.exchangeIds;
    if (exchangeId === undefined) return tab('traffic');
    // A row that is not found leaves Traffic open as it was.
    showExchange(wirebench, { serverId: server.id, sessionId: run.sessionId, exchangeId }).catch(() => undefined);
  };
  const before = runBefore(run, runs);
  // The last message of a run carries its result.
  const side = (of: Operation) =>
    ({ of: 'exchange', sessionId: of.sessionId, exchangeId: of.exchangeIds.at(-1) ?? '' }) as const;
  const onCompare = before && (() => page.getState().openCompare(side(before), side(run)));
  const views = [
    { value: 'result', label: 'Result' },
    { value: 'thread', label: 'Thread', count: Math.max(1, exchanges.length) },
    { value: 'request', label: 'Request' },
    { value: 'raw', label: 'Raw' },
  ] as const;
  return (
    <>
      <ResultHeader {...{ run, runs, exchanges, onChoose, onStop, onTraffic, onCompare }} />
      {(isOver(run) || since !== undefined) && <TimingLine {...{ run, phases, steps, since }} />}
      <div className="row result-bar">
        <Segmented label="Result view" options={views} value={view} onChange={setView} tabsIdBase={ID_BASE} />
        <span className="sp" />
        {check && (
          <Chip kind={check.kind} icon={CHECK_ICONS[check.kind ?? 'ntf']} title={check.title}>
            {check.text}
          </Chip>
        )}
      </div>
      {olderText !== undefined && isOver(run) && (
        <div className="row older fs12">
          <Icon icon={History} size="s" />
          <span className="el">Result from older arguments, of {formatTime(run.startedAt).slice(0, 8)}</span>
          <span className="sp" />
          <Button size="sm" variant="quiet" onClick={() => onRestore(olderText)}>
            Restore them
          </Button>
        </div>
      )}
      <TabPanel idBase={ID_BASE} id={view} className="pane-b scroll result-b stack">
        {view === 'result' && !isOver(run) && (
          <RunningView {...{ run, steps }} onNotices={() => tab('notifications')} onTask={() => tab('tasks')} />
        )}
        {view === 'result' && run.fault && <FaultView fault={run.fault} {...{ tool, onGoTo, onTraffic }} />}
        {view === 'result' && run.late && <LateNote run={run} late={run.late} />}
        {view === 'result' && (run.status === 'done' || (run.late && !run.late.fault)) && (
          <ResultView
            sessionId={session.id}
            {...{ state, check }}
            problemList={
              check && check.problems.length > 0 && <ProblemList problems={check.problems} against="outputSchema" />
            }
            fileName={`${tool.name.replaceAll(/[^\w.-]+/g, '-').slice(0, 60)}-result.json`}
            toolError={run.toolError === true || run.late?.toolError === true}
            onRaw={() => setView('raw')}
            onOpenResource={(uri) => {
              page.getState().select(`${server.id}/resources`, chosenByAddress(uri));
              tab('resources');
            }}
          />
        )}
        {run.status === 'waiting' && !asked && (view === 'result' || view === 'thread') && (
          <WaitNote runId={run.id} noted={noted} inThread={view === 'thread'} />
        )}
        {view === 'thread' && <RoundsNote run={run} onStop={onStop} />}
        {view === 'thread' && <ThreadView {...{ run, thread }} onTask={() => tab('tasks')} />}
        {(view === 'request' || view === 'raw') && (
          <MessagesView sessionId={session.id} exchanges={exchanges} show={view} />
        )}
      </TabPanel>
    </>
  );
}
