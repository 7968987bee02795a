import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { ServerConfig } from '#shared/config.ts';
import type { SchemaProblem } from '#shared/contract.ts';
import type { JsonObject } from '#shared/json.ts';
import { pointerPart } from '#shared/json-pointer.ts';
import { IconNotes } from '../../parts/own-icon.tsx';
import { focusFirstProblem } from '../../parts/schema-form/schema-form.tsx';
import { useProblems } from '../../parts/schema-form/use-problems.ts';
import { problemAfter, useRunKeys } from '../../parts/use-run-keys.ts';
import { iconRefOf } from '../../store/catalog-items.ts';
import { useFeedback } from '../../ui/feedback.tsx';
import { plural } from '../../ui/format.ts';
import { JsonTree } from '../../ui/json-tree.tsx';
import type { MonacoEditorProps } from '../../ui/monaco-editor.tsx';
import type { EditorMode } from './argument-editor.tsx';
import { FoldingEditor, useFolding } from './folded-arguments.tsx';
import { RunBar } from './run-bar.tsx';
import { hintsOf, inputSchemaOf, type Tool } from './tool.ts';
import { ToolHeader } from './tool-header.tsx';
import type { Arguments } from './use-arguments.ts';
import { useRunAsked } from './use-run-asked.ts';
import type { ToolExtras } from './use-tool-extras.tsx';

export interface ArgumentPaneProps {
  readonly tool: Tool;
  readonly args: Arguments;
  readonly config: ServerConfig;
  /** What the palette names this tool by when it is to run it. */
  readonly runKey: string;
  readonly blocked: string | undefined;
  readonly extras: ToolExtras;
  /** Another run of this tool is still under way. */
  readonly another: boolean;
  /** Between the tool and its arguments. */
  readonly notice?: ReactNode;
  readonly onRun: (value: JsonObject) => void;
  readonly onStop: () => void;
  readonly onToResult: () => void;
  /** Told before a problem is shown: this pane may be out of sight. */
  readonly onShow: () => void;
  /** Focuses the field of an argument that an error names. */
  readonly goTo: RefObject<((name: string) => void) | undefined>;
  readonly loadEditor?: MonacoEditorProps['load'];
}

/** The middle pane: the tool, its arguments, the button that sends them. */
export function ArgumentPane(props: ArgumentPaneProps) {
  const { tool, args, config, runKey, blocked, notice, onRun, onStop, onToResult, goTo, loadEditor } = props;
  const { extras, another } = props;
  const { announce } = useFeedback();
  const box = useRef<HTMLDivElement>(null);
  const lastProblem = useRef<string>(undefined);
  const [mode, setMode] = useState<EditorMode>('form');
  const [showAll, setShowAll] = useState(false);
  const [definition, setDefinition] = useState(false);
  const [wanted, setWanted] = useState<readonly SchemaProblem[]>();
  const schema = inputSchemaOf(tool);
  const { sent: value } = args;
  const problems = useProblems(schema, args.state, value);
  const { destructive } = hintsOf(tool);
  const folding = useFolding(another, args.text);

  const show = (found: readonly SchemaProblem[]) => {
    props.onShow();
    setShowAll(true);
    setDefinition(false);
    folding.unfold();
    setWanted(found);
  };
  const run = async () => {
    if (blocked !== undefined) return;
    if (!value) return setMode('json');
    const found = problems.settled ? problems.list : await problems.check();
    if (found.length === 0) return onRun(value);
    announce(`${plural(found.length, 'problem')} in the arguments`, 'assertive');
    show(found);
  };
  // The focus moves after the render that shows the problems.
  useEffect(() => {
    if (!wanted || !box.current) return;
    if (mode === 'json') box.current.querySelector<HTMLElement>('.native-edit-context, textarea')?.focus();
    else focusFirstProblem(box.current, wanted);
    setWanted(undefined);
  }, [wanted, mode]);
  useEffect(() => {
    goTo.current = (name) => {
      setMode('form');
      setDefinition(false);
      setWanted([{ path: pointerPart(name), message: '', keyword: 'server' }]);
    };
  }, [goTo]);
  const start = () => void run();
  const sendAnyway = () => blocked === undefined && value && onRun(value);
  const chooseMode = (next: EditorMode) => {
    // Nobody should face an empty editor and guess that braces are wanted.
    if (next === 'json' && args.text.trim() === '') args.setText('{\n  \n}');
    setMode(next);
  };
  useRunAsked(runKey, blocked === undefined && value !== undefined, start);
  const step = (by: 1 | -1) => {
    const next = problemAfter(problems.list, lastProblem.current, by);
    lastProblem.current = next?.path;
    if (next) show([next]);
  };
  useRunKeys({
    run: start,
    sendAnyway,
    stop: onStop,
    switchMode: () => chooseMode(mode === 'form' ? 'json' : 'form'),
    nextProblem: () => step(1),
    previousProblem: () => step(-1),
    toResult: onToResult,
  });
  return (
    <section className="pane args" aria-label="Arguments">
      <ToolHeader
        tool={tool}
        definitionShown={definition}
        onDefinition={() => setDefinition(!definition)}
        pinned={extras.pinned}
        onPin={extras.onPin}
      />
      {notice}
      {definition ? (
        <div className="arg-editor">
          <IconNotes of={iconRefOf(tool.raw)} />
          <JsonTree label="Tool definition" value={tool.raw} fill />
        </div>
      ) : (
        <FoldingEditor
          toolName={tool.name}
          {...{ schema, args, problems, showAll, mode, loadEditor, folding }}
          onMode={chooseMode}
          earlier={extras.earlierMenu(mode === 'json')}
          earlierValues={extras.earlierValues}
          boxRef={box}
        />
      )}
      <RunBar
        toolName={tool.name}
        {...{ schema, config, destructive, value, problems, blocked, another }}
        options={extras.optionsBar}
        save={extras.save}
        onRun={start}
        onSendAnyway={sendAnyway}
      />
    </section>
  );
}
