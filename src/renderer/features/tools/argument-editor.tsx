import { Braces, ListTree } from 'lucide-react';
import { type ReactNode, type RefObject, useState } from 'react';
import type { SchemaProblem } from '#shared/contract.ts';
import { writeJson } from '#shared/exact-json.ts';
import { isObject } from '#shared/json.ts';
import { lineOf } from '../../parts/argument-text.ts';
import { prettyJson } from '../../parts/copy-as/raw-json.ts';
import type { EarlierValues } from '../../parts/schema-form/earlier-values.ts';
import { SchemaForm } from '../../parts/schema-form/schema-form.tsx';
import type { Problems } from '../../parts/schema-form/use-problems.ts';
import { pathAt, valueAtPointer, withValueAt } from '../../parts/schema-form/value-path.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { MonacoEditor, type MonacoEditorProps } from '../../ui/monaco-editor.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { TabPanel } from '../../ui/tab-panel.tsx';
import { ProblemList } from './problem-list.tsx';
import type { Arguments, Defaults } from './use-arguments.ts';

export type EditorMode = 'form' | 'json';

export interface ArgumentEditorProps {
  readonly toolName: string;
  readonly schema: unknown;
  readonly args: Arguments;
  readonly problems: Problems;
  readonly showAll: boolean;
  readonly mode: EditorMode;
  readonly onMode: (mode: EditorMode) => void;
  /** Right of the switch: the way to earlier arguments. */
  readonly earlier?: ReactNode;
  /** What single arguments were before; their fields offer it. */
  readonly earlierValues?: EarlierValues | undefined;
  /** Holds the form, so that the focus can be moved to a problem. */
  readonly boxRef: RefObject<HTMLDivElement | null>;
  /** Folded away while a call runs. */
  readonly hidden?: boolean;
  readonly loadEditor?: MonacoEditorProps['load'];
}

const ID_BASE = 'tool-arguments';
const MODES = [
  { value: 'form', label: 'Form', icon: ListTree },
  { value: 'json', label: 'JSON', icon: Braces },
] as const;

/** What to say where the form has no fields. */
function nothingWords(schema: unknown): string {
  const plain = isObject(schema) && (schema.type === 'object' || schema.type === undefined);
  if (plain && isObject(schema.patternProperties))
    return 'The input schema names no argument, only patterns for names. Arguments can be given as JSON.';
  return plain
    ? 'This tool takes no arguments.'
    : 'The input schema does not describe an object, so there is nothing to fill in. Arguments can be given as JSON.';
}

/** What a press on the button beside a problem does. */
function mendOf({ path, mend }: SchemaProblem, { state, setState }: Arguments) {
  // A default that is sent but not typed has nothing to be set.
  if (mend === undefined || valueAtPointer(state.value, path) === undefined) return undefined;
  const label = mend.value === undefined ? 'Remove' : `Set ${writeJson(mend.value).slice(0, 40)}`;
  const next = () => withValueAt(state.value, pathAt(state.value, path), mend.value);
  return { label, apply: () => setState({ ...state, value: next() }) };
}

/** Shown when the schema has defaults that are not typed out: whether they are sent, and which. */
function DefaultsBar({ on, open, set }: Defaults) {
  if (open.length === 0 && !on) return null;
  const names = open.map((pointer) => pointer.slice(1)).join(', ');
  return (
    <div className="row arg-defaults fs11 t2">
      <Checkbox checked={on} onChecked={set}>
        Send defaults
      </Checkbox>
      {on && (
        <span className="el">
          {open.length === 0 ? (
            'All are typed out.'
          ) : (
            <>
              Also sent: <ForeignText text={names} limit={120} inert />
            </>
          )}
        </span>
      )}
    </div>
  );
}

/** S08. The arguments as a form or as JSON; both edit the same text. */
export function ArgumentEditor(props: ArgumentEditorProps) {
  const { toolName, schema, args, problems, showAll, mode, onMode, boxRef, loadEditor } = props;
  const [reveal, setReveal] = useState({ line: 1, at: 0 });
  const broken = 'problem' in args.reading ? args.reading.problem : undefined;
  return (
    <div className="arg-editor" ref={boxRef} hidden={props.hidden}>
      <div className="row arg-bar">
        <Segmented label="Argument editor" options={MODES} value={mode} onChange={onMode} tabsIdBase={ID_BASE} />
        <span className="sp" />
        {mode === 'json' && args.text.trim() !== '' && broken === undefined && (
          <Button size="sm" variant="quiet" onClick={() => args.setText(prettyJson(args.text))}>
            Format
          </Button>
        )}
        {args.text !== '' && (
          <Button size="sm" variant="quiet" onClick={() => args.setText('')}>
            Clear
          </Button>
        )}
        {props.earlier}
      </div>
      <DefaultsBar {...args.defaults} />
      <TabPanel idBase={ID_BASE} id={mode} className={mode === 'form' ? 'arg-form' : 'arg-json'}>
        {mode === 'json' && (
          <>
            <MonacoEditor
              label={`Arguments of ${toolName.slice(0, 60)} as JSON`}
              value={args.text}
              onChange={args.setText}
              language="json"
              path={`tools/${encodeURIComponent(toolName).slice(0, 100)}/arguments.json`}
              schema={schema}
              reveal={reveal.at === 0 ? undefined : reveal}
              {...(loadEditor ? { load: loadEditor } : {})}
            />
            {broken === undefined && problems.list.length > 0 && (
              <ProblemList
                problems={problems.list}
                against="inputSchema"
                lines={{ of: (path) => lineOf(args.text, path), go: (line) => setReveal({ line, at: reveal.at + 1 }) }}
                fixOf={(problem) => mendOf(problem, args)}
              />
            )}
          </>
        )}
        {mode === 'form' && broken !== undefined && (
          <Callout
            kind="wait"
            title="The form cannot show the JSON text yet"
            actions={
              <Button size="sm" onClick={() => onMode('json')}>
                Edit as JSON
              </Button>
            }
          >
            {broken}
          </Callout>
        )}
        {mode === 'form' && broken === undefined && (
          <SchemaForm
            label={`Arguments of ${toolName.slice(0, 60)}`}
            schema={schema}
            state={args.state}
            onState={args.setState}
            problems={problems.list}
            showAll={showAll}
            nothing={nothingWords(schema)}
            earlier={props.earlierValues}
          />
        )}
      </TabPanel>
    </div>
  );
}
