import { ShieldAlert } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import type { StdioEndpoint } from '#shared/config.ts';
import type { LaunchPreview } from '#shared/contract.ts';
import type { FixAction } from '#shared/fix.ts';
import { type Loaded, useWirebench } from '../../store/wirebench.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { applyFix, fieldOfFix } from './apply-fix.ts';
import { CONNECT_OPTIONS, choiceOf } from './choices.ts';
import type { Draft } from './draft.ts';
import type { DraftProblems } from './draft-problems.ts';
import { Environment } from './environment.tsx';
import { ExactCommand } from './exact-command.tsx';
import { focusField } from './focus-field.ts';
import { InputsForm } from './inputs-form.tsx';

export interface StdioFieldsProps {
  draft: Draft;
  endpoint: StdioEndpoint;
  problems: DraftProblems;
  preview: Loaded<LaunchPreview>;
  /** Fields of program and arguments are open from the start. */
  editable: boolean;
  /** The form, for moving the focus in it. */
  root: RefObject<HTMLElement | null>;
  onDraft: (draft: Draft) => void;
}

function withCwd({ cwd: _old, ...endpoint }: StdioEndpoint, cwd: string): StdioEndpoint {
  return cwd === '' ? endpoint : { ...endpoint, cwd };
}

function ProgramFields({ draft, endpoint, problems, onDraft }: StdioFieldsProps) {
  const change = (part: Partial<StdioEndpoint>) => onDraft({ ...draft, endpoint: { ...endpoint, ...part } });
  return (
    <div className="form-2">
      <div data-field="command">
        <Field label="Program" error={problems.program}>
          {(control) => (
            <TextInput {...control} mono value={endpoint.command} onValue={(command) => change({ command })} />
          )}
        </Field>
      </div>
      <div data-field="args">
        <Field label="Arguments" hint="One per line">
          {(control) => (
            <TextArea
              {...control}
              mono
              value={endpoint.args.join('\n')}
              onValue={(text) => change({ args: text === '' ? [] : text.split('\n') })}
            />
          )}
        </Field>
      </div>
    </div>
  );
}

function PlaceFields({ draft, endpoint, preview, onDraft }: StdioFieldsProps) {
  const { app } = useWirebench();
  return (
    <div className="form-place">
      <div data-field="cwd">
        <Field label="Working folder">
          {(control) => (
            <TextInput
              {...control}
              mono
              placeholder={preview.value?.cwd || app.home}
              value={endpoint.cwd ?? ''}
              onValue={(cwd) => onDraft({ ...draft, endpoint: withCwd(endpoint, cwd) })}
            />
          )}
        </Field>
      </div>
      <ConnectField draft={draft} onDraft={onDraft} />
    </div>
  );
}

/** When the server is started without being asked to. */
export function ConnectField({ draft, onDraft }: Pick<StdioFieldsProps, 'draft' | 'onDraft'>) {
  return (
    <Field label="Connect">
      {(control) => (
        <Select
          {...control}
          value={draft.connect}
          options={CONNECT_OPTIONS}
          onValue={(value) => onDraft({ ...draft, connect: choiceOf(CONNECT_OPTIONS, value) ?? draft.connect })}
        />
      )}
    </Field>
  );
}

/** What a local server needs: its command, folder, answers and environment. */
export function StdioFields(props: StdioFieldsProps) {
  const { draft, endpoint, preview, editable, root, onDraft } = props;
  const { app } = useWirebench();
  const [opened, setOpened] = useState(false);
  const [wanted, setWanted] = useState<string>();
  const open = editable || opened;
  useEffect(() => {
    if (wanted === undefined || !root.current) return;
    focusField(root.current, wanted);
    setWanted(undefined);
  }, [wanted, root]);
  const edit = (field: string) => {
    setOpened(true);
    setWanted(field);
  };
  const fix = (action: FixAction) => {
    const next = applyFix(draft, action);
    if (next) onDraft(next);
    else edit(fieldOfFix(action) ?? 'command');
  };
  return (
    <>
      {open && <ProgramFields {...props} />}
      <ExactCommand
        written={[endpoint.command, ...endpoint.args]}
        preview={preview}
        platform={app.platform}
        unpackDir={draft.unpack?.dir}
        asked={Object.keys(draft.inputs).length > 0}
        onEdit={open ? undefined : () => edit('command')}
        onFix={fix}
      />
      <PlaceFields {...props} />
      <InputsForm draft={draft} onDraft={onDraft} />
      <Environment draft={draft} endpoint={endpoint} preview={preview.value} onDraft={onDraft} />
      <p className="fs12 t2 trust">
        <Icon icon={ShieldAlert} />
        <span>A local server can read your files and use your network. Add only servers you trust.</span>
      </p>
    </>
  );
}
