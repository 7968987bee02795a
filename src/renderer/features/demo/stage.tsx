import { type ReactNode, useMemo } from 'react';
import type { Operation } from '#shared/entities.ts';
import { arrayAt, isObject, textAt } from '#shared/json.ts';
import type { Step } from '#shared/script/run-script.ts';
import type { StepOutcome } from '#shared/script/script-flow.ts';
import { ResultView } from '../../parts/result-view.tsx';
import { SchemaForm } from '../../parts/schema-form/schema-form.tsx';
import { useCatalog } from '../../parts/use-catalog.ts';
import { useOperationResult } from '../../parts/use-operation-result.ts';
import { useEntity } from '../../store/wirebench.tsx';
import { Callout } from '../../ui/callout.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { plural } from '../../ui/format.ts';
import { JsonTree } from '../../ui/json-tree.tsx';
import { useMasked } from '../../ui/masking.ts';
import { sentWords } from './ladder-rows.ts';
import { maskAt, maskSecrets } from './mask-secrets.ts';
import type { PlayedStep } from './player.ts';

const nothing = () => undefined;
const NO_PROBLEMS: readonly never[] = [];

function Card({
  title,
  sub,
  children,
}: {
  readonly title: string;
  readonly sub?: string | undefined;
  readonly children?: ReactNode;
}) {
  const name = useMasked(title);
  return (
    <section className="demo-card" aria-label={name}>
      <div className="dlg-h">
        <div className="col grow">
          <h2>
            <ForeignText text={title} limit={80} inert />
          </h2>
          {sub !== undefined && (
            <span className="fs12 t2">
              <ForeignText text={sub} limit={120} inert />
            </span>
          )}
        </div>
      </div>
      {children !== undefined && <div className="dlg-b">{children}</div>}
    </section>
  );
}

export interface ComingStageProps {
  readonly step: Step;
  readonly sessionId: string | undefined;
  /** Name of the server to connect to, where it is up already. */
  readonly running: string | undefined;
}

/** What a step is about to do, before it does. */
export function ComingStage({ step, sessionId, running }: ComingStageProps) {
  if (step.do === 'call') return <ToolStage name={step.with.name} args={step.with.args} sessionId={sessionId} />;
  if (step.do === 'connect') {
    return running === undefined ? (
      <Card title="Not connected yet" sub="The next step starts the server." />
    ) : (
      <Card
        title={`${running} is connected already`}
        sub="The next step goes on with this connection. Nothing that runs is stopped."
      />
    );
  }
  const what = 'with' in step && step.with !== undefined ? step.with : undefined;
  return (
    <Card title={sentWords(step)}>
      {isObject(what) && Object.keys(what).length > 0 && (
        <div className="codebox">
          <JsonTree label="What is sent" value={what} />
        </div>
      )}
    </Card>
  );
}

interface ToolStageProps {
  readonly name: string;
  readonly args: Record<string, unknown>;
  readonly sessionId: string | undefined;
}

/** The form of a tool with the arguments of the script. It is to look at: the script sends what it says. */
function ToolStage({ name, args, sessionId }: ToolStageProps) {
  const { items } = useCatalog(sessionId ?? '', 'tools');
  const tool = items.find((item) => textAt(item, 'name') === name);
  const state = useMemo(() => ({ value: maskSecrets(args), texts: {} }), [args]);
  return (
    <Card title={textAt(tool, 'title') ?? name} sub={textAt(tool, 'description') ?? name}>
      <div inert>
        <SchemaForm
          label={`Arguments of ${name.slice(0, 60)}`}
          schema={tool?.inputSchema ?? {}}
          state={state}
          onState={nothing}
          problems={NO_PROBLEMS}
          showAll={false}
          nothing={
            Object.keys(args).length > 0 ? 'The arguments are in the messages at the left.' : 'It takes no arguments.'
          }
        />
      </div>
    </Card>
  );
}

/** While the server works: what it last said of its progress. */
export function RunningStage({ step, operation }: { readonly step: Step; readonly operation: Operation | undefined }) {
  const { value, total, message } = operation?.progress ?? {};
  const said =
    message ?? (operation?.taskId === undefined ? 'Waiting for the server' : 'The server works on it, as a task');
  return (
    <Card title={sentWords(step)} sub={said}>
      {value !== undefined && total !== undefined && total > 0 && (
        <div
          className="bar"
          role="progressbar"
          aria-label="Progress"
          aria-valuenow={value}
          aria-valuemin={0}
          aria-valuemax={total}
        >
          <i style={{ width: `${Math.min(100, (value / total) * 100)}%` }} />
        </div>
      )}
    </Card>
  );
}

/** What came of a step. */
export function DoneStage({ step, played }: { readonly step: Step; readonly played: PlayedStep }) {
  const { outcome, problem } = played;
  return (
    <>
      {problem !== undefined && (
        <Callout
          kind="err"
          title={outcome ? 'Not as the script expects' : 'This step could not be played'}
          role="alert"
        >
          <ForeignText text={problem} limit={600} />
        </Callout>
      )}
      {outcome && <Outcome step={step} outcome={outcome} played={played} />}
    </>
  );
}

interface OutcomeProps {
  readonly step: Step;
  readonly outcome: StepOutcome;
  readonly played: PlayedStep;
}

function Outcome({ step, outcome, played: { sessionId, joined = false } }: OutcomeProps) {
  if (step.do === 'connect') return <GreetingStage sessionId={sessionId} joined={joined} />;
  if (step.do === 'compare' && outcome.ok) return <CompareStage json={outcome.json} />;
  if (step.do === 'stop' && outcome.ok)
    return <Card title="Stopped" sub="The server was told, and the call is over." />;
  if (step.do === 'show' && 'tool' in step.with)
    return <ToolStage name={step.with.tool} args={{}} sessionId={sessionId} />;
  if (step.do === 'show' && 'text' in step.with) return <Card title={step.with.text} />;
  const { operation } = outcome;
  const result = ['call', 'answer', 'show'].includes(step.do) && operation !== undefined;
  if (result && outcome.ask === undefined) return <ResultStage operation={operation} />;
  const value: unknown = JSON.parse(outcome.json);
  return (
    <Card title={outcome.ok ? 'Result' : 'Error'} sub={outcome.problem}>
      <div className="codebox">
        <JsonTree label="Result" value={value} />
      </div>
    </Card>
  );
}

function ResultStage({ operation }: { readonly operation: Operation }) {
  const read = useOperationResult(operation);
  const { fault, toolError = false, label } = operation;
  const masked = useMemo(
    () => (read.result ? { ...read, result: { ...read.result, value: maskSecrets(read.result.value) } } : read),
    [read],
  );
  if (fault)
    return (
      <Card title={fault.code === undefined ? 'The call failed' : `Error ${fault.code}`} sub={label}>
        <ForeignText text={fault.message} limit={600} />
      </Card>
    );
  return (
    <Card title={toolError ? 'Tool error' : 'Result'} sub={label}>
      <ResultView
        sessionId={operation.sessionId}
        state={masked}
        fileName="result"
        toolError={toolError}
        check={undefined}
        onRaw={nothing}
        onOpenResource={nothing}
      />
    </Card>
  );
}

/** What the two sides know of each other after the greeting. */
function GreetingStage({ sessionId, joined }: { readonly sessionId: string | undefined; readonly joined: boolean }) {
  const hello = useEntity('session', sessionId)?.hello;
  const tools = useEntity('catalog', `${sessionId}:tools`);
  const resources = useEntity('catalog', `${sessionId}:resources`);
  const prompts = useEntity('catalog', `${sessionId}:prompts`);
  const info = hello?.serverInfo;
  const counts = [
    plural(tools?.count ?? 0, 'tool'),
    plural(resources?.count ?? 0, 'resource'),
    plural(prompts?.count ?? 0, 'prompt'),
  ];
  return (
    <Card title={info?.title ?? info?.name ?? 'Connected'} sub={`version ${info?.version ?? 'unknown'}`}>
      <ul className="demo-facts">
        <li>
          <b>Protocol</b> <ForeignText text={hello?.version ?? 'unknown'} limit={40} inert />, {hello?.era} era
        </li>
        <li>
          <b>Offers</b> {counts.join(', ')}
        </li>
        {joined && (
          <li>
            <b>Connected</b> before this step, which left it as it was
          </li>
        )}
        {hello?.instructions !== undefined && (
          <li>
            <b>Says</b> <ForeignText text={hello.instructions} limit={300} />
          </li>
        )}
      </ul>
    </Card>
  );
}

function CompareStage({ json }: { readonly json: string }) {
  const value: unknown = JSON.parse(json);
  const differences = arrayAt(value, 'differences').slice(0, 8);
  const total = isObject(value) && typeof value.total === 'number' ? value.total : differences.length;
  const side = (item: unknown, key: 'a' | 'b') => maskAt(textAt(item, 'path') ?? '', textAt(item, key) ?? '');
  return (
    <Card title={total === 0 ? 'No differences' : plural(total, 'difference')} sub="Compared by structure">
      <table className="demo-diff">
        <thead>
          <tr>
            <th scope="col">Place</th>
            <th scope="col">First</th>
            <th scope="col">Second</th>
          </tr>
        </thead>
        <tbody className="mono">
          {differences.map((item, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
            <tr key={place}>
              <td>
                <ForeignText text={textAt(item, 'path') ?? ''} limit={80} inert />
              </td>
              <td>
                <ForeignText text={side(item, 'a')} limit={60} inert />
              </td>
              <td>
                <ForeignText text={side(item, 'b')} limit={60} inert />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
