import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { cx } from './cx.ts';
import type { MonacoKit } from './monaco-kit.ts';
import { onThemeChange } from './theme.ts';
import { useStable } from './use-stable.ts';

export type EditorLanguage =
  | 'json'
  | 'plaintext'
  | 'markdown'
  | 'html'
  | 'xml'
  | 'css'
  | 'javascript'
  | 'typescript'
  | 'python'
  | 'sql'
  | 'yaml'
  | 'ini'
  | 'shell'
  | 'java'
  | 'go'
  | 'rust'
  | 'csharp'
  | 'cpp'
  | 'ruby'
  | 'php';

export interface MonacoEditorProps {
  readonly label: string;
  readonly value: string;
  readonly onChange?: ((value: string) => void) | undefined;
  readonly language: EditorLanguage;
  /** Names the text, for example `tools/echo/arguments.json`; need not be unique. */
  readonly path: string;
  /** JSON Schema for help and squiggles while typing. */
  readonly schema?: unknown;
  readonly readOnly?: boolean | undefined;
  /** Nothing is added to what is typed: no closing bracket or quote, no indent. */
  readonly asTyped?: boolean | undefined;
  readonly className?: string | undefined;
  /** A line (from 1) to go to; `at` grows with each wish. */
  readonly reveal?: { readonly line: number; readonly at: number } | undefined;
  /** Loads the editor; tests replace it. */
  readonly load?: (() => Promise<MonacoKit>) | undefined;
}

/** Own chunk: the first paint does not wait for the editor. */
const loadMonaco = async (): Promise<MonacoKit> => (await import('./monaco-setup.ts')).setUpMonaco();

/** What stands for the editor until it is there, and the place of its caret when it had the focus. */
interface Loading {
  readonly kit: MonacoKit | undefined;
  readonly caret: number | undefined;
}

function useMonaco(load: () => Promise<MonacoKit>, plain: RefObject<HTMLTextAreaElement | null>): Loading {
  const [loading, setLoading] = useState<Loading>({ kit: undefined, caret: undefined });
  useEffect(() => {
    let wanted = true;
    load().then(
      (kit) => {
        const field = plain.current;
        const caret = field !== null && document.activeElement === field ? field.selectionEnd : undefined;
        if (wanted) setLoading({ kit, caret });
      },
      // Without the editor the plain text field stays, which does everything but help.
      (error: unknown) => console.warn('The code editor could not be loaded.', error),
    );
    return () => {
      wanted = false;
    };
  }, [load, plain]);
  return loading;
}

type Model = ReturnType<MonacoKit['monaco']['editor']['createModel']>;

/** Creates editor and model once the kit is there, and keeps the model's language. */
function useEditor(
  host: RefObject<HTMLDivElement | null>,
  { kit, caret }: Loading,
  props: MonacoEditorProps,
): Model | undefined {
  const { label, language, path, readOnly = false, asTyped = false } = props;
  const id = useId();
  const first = useRef(props.value);
  first.current = props.value;
  // The focus is taken over once, from the field the editor replaces.
  const entered = useRef(false);
  const [model, setModel] = useState<Model>();
  const changed = useStable(props.onChange);
  useLayoutEffect(() => {
    if (kit === undefined || host.current === null) return;
    const uri = kit.monaco.Uri.from({ scheme: 'wirebench', path: `/${id}/${path}` });
    const created = kit.monaco.editor.createModel(first.current, language, uri);
    const options = { ...OPTIONS, ...(asTyped ? AS_TYPED : {}), model: created, readOnly, ariaLabel: label };
    const editor = kit.monaco.editor.create(host.current, options);
    const listening = created.onDidChangeContent(() => changed(created.getValue()));
    setModel(created);
    if (caret !== undefined && !entered.current) {
      entered.current = true;
      editor.setPosition(created.getPositionAt(caret));
      editor.focus();
    }
    return () => {
      listening.dispose();
      editor.dispose();
      kit.setSchema(created.uri.toString(), undefined);
      created.dispose();
      setModel(undefined);
    };
  }, [kit, caret, host, id, path, language, readOnly, asTyped, label, changed]);
  useReveal(model, kit, props.reveal);
  return model;
}

/** Puts the caret on the line that is asked for, once per wish. */
function useReveal(model: Model | undefined, kit: MonacoKit | undefined, reveal: MonacoEditorProps['reveal']): void {
  const done = useRef(0);
  useEffect(() => {
    if (model === undefined || kit === undefined || reveal === undefined || reveal.at <= done.current) return;
    const editor = kit.monaco.editor.getEditors().find((each) => each.getModel() === model);
    if (!editor) return;
    done.current = reveal.at;
    const lineNumber = Math.min(reveal.line, model.getLineCount());
    editor.setPosition({ lineNumber, column: 1 });
    editor.revealLineInCenter(lineNumber);
    editor.focus();
  }, [model, kit, reveal]);
}

const OPTIONS = {
  automaticLayout: true,
  fontFamily: '"JetBrains Mono Variable", "JetBrains Mono", ui-monospace, monospace',
  fontLigatures: false,
  fontSize: 12,
  lineHeight: 18,
  minimap: { enabled: false },
  renderLineHighlight: 'line',
  overviewRulerLanes: 0,
  scrollBeyondLastLine: false,
  accessibilitySupport: 'auto',
  fixedOverflowWidgets: true,
  lineNumbersMinChars: 3,
  folding: true,
  tabSize: 2,
  // Tab leaves the editor like a text field, or the keyboard could not get out; Ctrl+M makes it indent.
  tabFocusMode: true,
  wordWrap: 'on',
  padding: { top: 6, bottom: 6 },
  // Server text may hold look-alikes and invisible characters; the editor then says so.
  unicodeHighlight: { ambiguousCharacters: true, invisibleCharacters: true },
} as const;

const AS_TYPED = {
  autoClosingBrackets: 'never',
  autoClosingQuotes: 'never',
  autoClosingDelete: 'never',
  autoClosingOvertype: 'never',
  autoSurround: 'never',
  autoIndent: 'none',
} as const;

/** The code editor, loaded when first shown; a plain text field until then and when it cannot be loaded. */
export function MonacoEditor(props: MonacoEditorProps) {
  const { label, value, onChange, language, schema, readOnly, className, load = loadMonaco } = props;
  const host = useRef<HTMLDivElement>(null);
  const plain = useRef<HTMLTextAreaElement>(null);
  const loading = useMonaco(load, plain);
  const { kit } = loading;
  const model = useEditor(host, loading, props);
  // A change that made a new model has disposed the one this still knows; the new one begins with the value.
  useEffect(() => {
    if (model && !model.isDisposed() && model.getValue() !== value) model.setValue(value);
  }, [model, value]);
  useEffect(() => {
    if (kit && model && !model.isDisposed() && language === 'json') kit.setSchema(model.uri.toString(), schema);
  }, [kit, model, language, schema]);
  useEffect(() => {
    if (kit === undefined) return;
    const life = new AbortController();
    kit.applyTheme();
    onThemeChange(() => kit.applyTheme(), life.signal);
    return () => life.abort();
  }, [kit]);
  return (
    <div className={cx('editor', className)}>
      {kit === undefined && (
        <textarea
          ref={plain}
          className="editor-plain mono"
          aria-label={label}
          spellCheck={false}
          readOnly={readOnly || onChange === undefined}
          value={value}
          onChange={(event) => onChange?.(event.currentTarget.value)}
        />
      )}
      <div className="editor-host" ref={host} hidden={kit === undefined} />
    </div>
  );
}
