import { Wrench } from 'lucide-react';
import { memo, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { DriftMark } from '#shared/drift.ts';
import { messageOf } from '#shared/errors.ts';
import { argumentInput } from '#shared/exact-json.ts';
import type { JsonObject } from '#shared/json.ts';
import type { Session } from '#shared/session.ts';
import { CrumbBar } from '../../parts/crumb-bar.tsx';
import { DriftCallout } from '../../parts/drift/drift-callout.tsx';
import { marksOf } from '../../parts/drift/drift-marks.tsx';
import { DriftNote } from '../../parts/drift/drift-note.tsx';
import { runKey } from '../../parts/place.ts';
import { useCatalog } from '../../parts/use-catalog.ts';
import { type OnePane, useOnePane } from '../../parts/use-one-pane.ts';
import { usePaneSize } from '../../parts/use-pane-size.ts';
import { useStopCall } from '../../parts/use-stop-call.ts';
import type { TabProps } from '../../store/tab.ts';
import { usePage, useRun, useWirebench } from '../../store/wirebench.tsx';
import { Callout } from '../../ui/callout.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import type { MonacoEditorProps } from '../../ui/monaco-editor.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Split } from '../../ui/split.tsx';
import { ArgumentPane } from './argument-pane.tsx';
import { AskNote, AskPlace } from './ask-place.tsx';
import { ResultPane } from './result-pane.tsx';
import { isOver } from './run-words.ts';
import { inputSchemaOf, type Tool, toolsOf } from './tool.ts';
import { leftOutId, ToolList } from './tool-list.tsx';
import { useArguments } from './use-arguments.ts';
import { type CallAsk, useCallAsk } from './use-call-ask.ts';
import { useConfirmedRun } from './use-confirmed-run.tsx';
import { useEndAnnounced } from './use-end-announced.ts';
import { useToolExtras } from './use-tool-extras.tsx';
import { useToolRuns } from './use-tool-runs.ts';

type Part = 'first' | 'second';
const PARTS = [
  { value: 'first', label: 'Arguments' },
  { value: 'second', label: 'Result' },
] as const;
const LIST_PX = 248;
const ARGS_PX = 404;
/** A form takes this much of the window, where there is room. */
const ASK_PX = 524;

export interface ToolsTabProps extends TabProps {
  /** Loads the code editor; tests replace it. */
  readonly loadEditor?: MonacoEditorProps['load'];
}

/** S07 to S09. The tools of a server: find one, fill in its arguments, run it, look at what came back. */
export function ToolsTab({ server, session, loadEditor }: ToolsTabProps) {
  if (!session) {
    return (
      <EmptyState icon={Wrench} title="No tools yet">
        Connect the server to see its tools.
      </EmptyState>
    );
  }
  return <Tools key={session.id} server={server} session={session} loadEditor={loadEditor} />;
}

function Tools({ server, session, loadEditor }: ToolsTabProps & { session: Session }) {
  const { page } = useWirebench();
  const { head, items, error } = useCatalog(session.id, 'tools');
  const [width, setWidth] = usePaneSize('tools/list', LIST_PX);
  const [tools, setTools] = useState<{ items: readonly JsonObject[]; list: readonly Tool[] }>({ items: [], list: [] });
  if (tools.items !== items) setTools({ items, list: toolsOf(items) });
  const list = `${server.id}/tools`;
  const selectedId = usePage((state) => state.selected[list]);
  const leftOut = head?.refused.find(({ name }) => leftOutId(name) === selectedId);
  const pane = useOnePane(list, selectedId !== undefined);
  const tool = leftOut ? undefined : (tools.list.find(({ id }) => id === selectedId) ?? tools.list[0]);
  const marks = useMemo(() => marksOf(server.drift, 'tools'), [server.drift]);
  const select = (id: string) => {
    page.getState().select(list, id);
    if (pane.layout !== 'narrow') pane.toItem();
  };
  useFirstChosen(list, pane, selectedId === undefined ? tool?.id : undefined);
  return (
    <section className="tools" aria-label="Tools">
      <Split
        label="Width of the list"
        direction="row"
        fixed="first"
        size={width}
        onSize={setWidth}
        only={pane.only}
        defaultSize={LIST_PX}
        min={160}
        minOther={480}
        first={
          <ToolList
            serverId={server.id}
            sessionId={session.id}
            serverName={server.config.name}
            head={error === undefined || !head ? head : { ...head, status: 'failed', error }}
            tools={tools.list}
            marks={marks}
            notice={<DriftNote server={server} kinds={['tools']} />}
            selectedId={leftOut ? selectedId : tool?.id}
            onSelect={select}
            onCompare={(id) => {
              const other = tools.list.find((one) => one.id === id);
              if (!tool || !other || other.name === tool.name) return;
              const side = (name: string) => ({ of: 'catalog', sessionId: session.id, kind: 'tools', name }) as const;
              page.getState().openCompare(side(tool.name), side(other.name));
            }}
            onOpen={(id) => {
              select(id);
              pane.toItem();
              requestAnimationFrame(() => document.querySelector<HTMLElement>('.schema-form input')?.focus());
            }}
          />
        }
        second={
          <div className="tool-main">
            {tool && (
              <ToolView key={tool.id} {...{ server, session, tool, loadEditor, pane }} mark={marks.get(tool.name)} />
            )}
            {leftOut && <CrumbBar pane={pane} list="Tools" name={leftOut.name} />}
            {leftOut && (
              <div className="pad">
                <Callout kind="wait" title={`${leftOut.name.slice(0, 128)} was left out`}>
                  <ForeignText text={leftOut.reason} />
                  <p>
                    This app does not call it, because other clients would not either. The other tools are not affected.
                  </p>
                </Callout>
              </div>
            )}
          </div>
        }
      />
    </section>
  );
}

/** The first tool is shown beside the list without being chosen: it is the place that back leads to all the same. */
function useFirstChosen(list: string, { layout }: OnePane, first: string | undefined): void {
  const { page } = useWirebench();
  useEffect(() => {
    if (first === undefined || layout === 'narrow') return;
    const { select, set, browsing } = page.getState();
    select(list, first);
    // Where one pane has room it is the list as long as nobody chose.
    set({ browsing: { ...browsing, [list]: true } });
  }, [page, list, layout, first]);
}

function blockedBy(session: Session): string | undefined {
  if (session.state.at === 'ready') return undefined;
  return session.state.at === 'closed' ? 'Not connected. Connect to run it.' : 'Not connected yet';
}

type ToolViewProps = ToolsTabProps & {
  readonly session: Session;
  readonly tool: Tool;
  readonly mark: DriftMark | undefined;
  readonly pane: OnePane;
};

/**
 * Whether the ask takes both panes, as a model's reply needs their room. What takes the focus is shown where one pane has
 * room, and after it the result, which also gets the focus that went with the ask; one that is kept goes on at its button.
 */
function useFirstPane(
  { ask, column, placed, focus, own }: CallAsk,
  result: RefObject<HTMLElement | null>,
  setPart: (part: Part) => void,
): boolean {
  const was = useRef(false);
  useEffect(() => {
    if (placed && focus) setPart('first');
    if (was.current && !placed) {
      setPart('second');
      // On its way the answer's buttons take no focus, which may have gone on to a tab meanwhile.
      if (document.activeElement === document.body || own.current)
        (column.current?.querySelector<HTMLElement>('[data-kept-ask]') ?? result.current)?.focus();
    }
    was.current = placed;
  }, [placed, focus, column, result, setPart, own]);
  return placed && ask?.kind === 'sampling';
}

interface StartOptions {
  readonly session: Session;
  readonly tool: Tool;
  readonly args: ReturnType<typeof useArguments>;
  readonly extras: ReturnType<typeof useToolExtras>;
  readonly begin: () => void;
  readonly onStarted: (id: string) => void;
}

/** Starts runs of a tool; keeps what was sent by each, and why the last one could not be started. */
function useStart({ session, tool, args, extras, begin, onStarted }: StartOptions) {
  const run = useRun();
  const [sent, setSent] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string>();
  const start = (value: JsonObject) => {
    setProblem(undefined);
    begin();
    const { text } = args;
    const call = extras.call();
    if ('problem' in call) return setProblem(call.problem);
    run(session.id, 'tools.call', { name: tool.name, ...argumentInput(value), ...call.input }).then(
      (id) => {
        setSent((old) => ({ ...old, [id]: text }));
        onStarted(id);
      },
      (error: unknown) => setProblem(messageOf(error)),
    );
  };
  return { sent, problem, start };
}

/** One tool: drawn again when something about it changed, not for every page of the list. */
const ToolView = memo(function ToolView({ server, session, tool, mark, loadEditor, pane }: ToolViewProps) {
  const stop = useStopCall();
  const toolKey = `${server.id}/tools/${tool.id}`;
  const args = useArguments(toolKey, inputSchemaOf(tool));
  const runs = useToolRuns(session.id, tool.name);
  const extras = useToolExtras({ server, session, tool, args, runKey: toolKey, runs: runs.length });
  const [width, setWidth] = usePaneSize('tools/arguments', ARGS_PX);
  const { page } = useWirebench();
  const key = runKey(session.id, tool.id);
  const chosen = usePage((state) => state.selected[key]);
  const setChosen = (id: string) => page.getState().select(key, id);
  const goTo = useRef<(name: string) => void>(undefined);
  const result = useRef<HTMLElement>(null);
  const shown = runs.find(({ id }) => id === chosen) ?? runs[Number(chosen) - 1] ?? runs.at(-1);
  useEndAnnounced(shown);
  const callAsk = useCallAsk(shown, toolKey);
  const { ask, placed } = callAsk;
  const asking = placed && ask?.status === 'waiting';
  const [part, setPart] = useState<Part>(shown && pane.layout !== 'wide' && !isOver(shown) ? 'second' : 'first');
  const toResult = () => {
    setPart('second');
    requestAnimationFrame(() => result.current?.focus());
  };
  const begin = () => {
    callAsk.acted();
    // Where only one pane has room, what comes of the run takes it.
    (pane.layout === 'wide' ? () => setPart('second') : toResult)();
  };
  const { sent, problem, start } = useStart({ session, tool, args, extras, begin, onStarted: setChosen });
  const { send, question } = useConfirmedRun({ serverId: server.id, tool, runs, mark, onRun: start });
  const wide = useFirstPane(callAsk, result, setPart);
  const sentText = shown && sent[shown.id];
  const place = placed && <AskPlace tool={tool} callAsk={callAsk} sent={sentText} />;
  const open = shown && !isOver(shown) ? shown : runs.findLast((one) => !isOver(one));
  return (
    <>
      {question}
      <CrumbBar pane={pane} list="Tools" name={tool.name}>
        <Segmented label="Pane of the tool" options={PARTS} value={part} onChange={setPart} />
      </CrumbBar>
      {wide && place}
      <div className="tool-panes" hidden={wide}>
        <Split
          only={pane.layout === 'wide' ? undefined : part}
          label="Width of the arguments"
          direction="row"
          fixed="first"
          size={placed ? Math.max(width, ASK_PX) : width}
          onSize={setWidth}
          defaultSize={ARGS_PX}
          min={280}
          minOther={320}
          first={
            <>
              {placed && !wide && place}
              <div ref={callAsk.column} className="arg-column" hidden={placed}>
                <ArgumentPane
                  {...{ tool, args, goTo, loadEditor, extras }}
                  another={open !== undefined}
                  notice={
                    <>
                      <AskNote callAsk={callAsk} />
                      <DriftCallout serverId={server.id} mark={mark} />
                    </>
                  }
                  config={session.config}
                  runKey={toolKey}
                  blocked={asking ? 'The call waits for your reply' : blockedBy(session)}
                  onRun={send}
                  onStop={() => open && stop(open.id)}
                  onToResult={toResult}
                  onShow={() => setPart('first')}
                />
              </div>
            </>
          }
          second={
            <ResultPane
              paneRef={result}
              asked={placed}
              noted={pane.layout === 'wide' ? ask?.id : undefined}
              {...{ server, session, tool, runs, problem }}
              examples={extras.examples}
              run={shown}
              onChoose={setChosen}
              onStop={stop}
              olderText={sentText === args.text ? undefined : sentText}
              onRestore={args.setText}
              onGoTo={(name) => {
                setPart('first');
                goTo.current?.(name);
              }}
            />
          }
        />
      </div>
    </>
  );
});
