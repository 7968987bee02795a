import { useEffect, useRef, useState } from 'react';
import { Field } from '../../ui/field.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { Advanced } from './advanced.tsx';
import { ERA_OPTIONS } from './choices.ts';
import type { Draft } from './draft.ts';
import { type DraftProblems, openInputs } from './draft-problems.ts';
import { focusField } from './focus-field.ts';
import { HttpFields } from './http-fields.tsx';
import { StdioFields } from './stdio-fields.tsx';
import { usePreview } from './use-preview.ts';
import { WarningList } from './warning-list.tsx';

interface ServerFormProps {
  draft: Draft;
  problems: DraftProblems;
  /** Program and arguments can be changed from the start; otherwise they come from a text beside the form. */
  editable: boolean;
  /** The field that gets the focus when the form opens. */
  field?: string | undefined;
  onDraft: (draft: Draft) => void;
}

function About({ draft }: { draft: Draft }) {
  const { about, unpack, origin, present } = draft;
  const items = about.map(({ label, text }) => ({
    label: label.slice(0, 60),
    value: <ForeignText text={text} limit={400} />,
  }));
  if (unpack) items.push({ label: 'Unpacked to', value: <ForeignText text={unpack.dir} limit={1000} inert /> });
  if (origin?.file) items.push({ label: 'Read from', value: <ForeignText text={origin.file} limit={1000} inert /> });
  if (present !== undefined) items.push({ label: 'In the list as', value: <ForeignText text={present} inert /> });
  return items.length === 0 ? null : (
    <div className="about fs12">
      <KeyValue items={items} />
    </div>
  );
}

function NameFields({ draft, problems, onDraft }: ServerFormProps) {
  return (
    <div className="form-2">
      <div data-field="name">
        <Field label="Name" error={problems.name}>
          {(control) => <TextInput {...control} value={draft.name} onValue={(name) => onDraft({ ...draft, name })} />}
        </Field>
      </div>
      <div data-field="era">
        <Field label="Protocol">
          {(control) => (
            <Select
              {...control}
              value={draft.era}
              options={ERA_OPTIONS}
              onValue={(era) => onDraft({ ...draft, era })}
            />
          )}
        </Field>
      </div>
    </div>
  );
}

/** Fields that may refer to an answer. */
const REFERRING = ['command', 'args', 'cwd', 'env', 'url', 'headers'];

/** Everything that would be saved for one server, in full: the right side of S02, and S03. */
export function ServerForm(props: ServerFormProps) {
  const { draft, field, onDraft } = props;
  const { endpoint } = draft;
  const root = useRef<HTMLDivElement>(null);
  const preview = usePreview(draft);
  const [waits] = useState(() => openInputs(draft).length > 0);
  useEffect(() => {
    if (field === undefined || !root.current) return;
    // A setting that waits for an answer is put right by the answer.
    focusField(root.current, waits && REFERRING.includes(field) ? 'inputs' : field);
  }, [field, waits]);
  return (
    <div className="form review-f" ref={root}>
      <NameFields {...props} />
      <About draft={draft} />
      {endpoint.kind === 'stdio' && <StdioFields {...props} endpoint={endpoint} preview={preview} root={root} />}
      {endpoint.kind === 'http' && <HttpFields {...props} endpoint={endpoint} preview={preview} />}
      {endpoint.kind === 'builtin' && <p className="t2">The demo server comes with this app and starts no program.</p>}
      <WarningList draft={draft} folder={preview.value?.cwd || undefined} onDraft={onDraft} />
      {endpoint.kind !== 'builtin' && <Advanced draft={draft} onDraft={onDraft} />}
    </div>
  );
}
