import { LockKeyhole } from 'lucide-react';
import type { ConfigInput } from '#shared/config.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Field, type FieldControl } from '../../ui/field.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import type { Draft } from './draft.ts';
import { inputProblem } from './draft-problems.ts';
import { withAnswer } from './typed-secrets.ts';
import { useSecretPlace } from './use-secret-place.ts';

interface AnswerProps {
  title: string;
  input: ConfigInput;
  control: FieldControl;
  /** The text of a secret while it is typed. */
  typed: string | undefined;
  onValue: (value: ConfigInput['value']) => void;
}

const textOf = (value: ConfigInput['value']) => (typeof value === 'string' ? value : '');

function SecretAnswer({ input, control, typed, onValue }: AnswerProps) {
  const stored = typeof input.value === 'object' && typed === undefined;
  if (stored) {
    return (
      <span className="row">
        <Chip kind="ok" icon={LockKeyhole}>
          Kept as a secret
        </Chip>
        <Button size="sm" variant="quiet" onClick={() => onValue(undefined)}>
          Replace
        </Button>
      </span>
    );
  }
  return <TextInput {...control} mono type="password" value={typed ?? textOf(input.value)} onValue={onValue} />;
}

function PlainAnswer({ title, input, control, onValue }: AnswerProps) {
  const first = typeof input.default === 'string' ? input.default : undefined;
  const shown = typeof input.value === 'string' ? input.value : (first ?? '');
  switch (input.kind) {
    case 'boolean':
      return (
        <Checkbox {...control} aria-label={title} checked={shown === 'true'} onChecked={(on) => onValue(String(on))} />
      );
    case 'choice':
      return (
        <Select
          {...control}
          value={shown}
          placeholder="Choose"
          options={(input.choices ?? []).map((choice) => ({ value: choice, label: choice.slice(0, 200) }))}
          onValue={onValue}
        />
      );
    default:
      return (
        <TextInput
          {...control}
          mono={input.kind !== 'text'}
          inputMode={input.kind === 'number' ? 'decimal' : undefined}
          placeholder={first?.slice(0, 200)}
          value={textOf(input.value)}
          onValue={onValue}
        />
      );
  }
}

function Answer(props: AnswerProps) {
  const { input, control, onValue } = props;
  if (input.secret) return <SecretAnswer {...props} />;
  if (input.multiple !== true) return <PlainAnswer {...props} />;
  const list = Array.isArray(input.value) ? input.value : Array.isArray(input.default) ? input.default : [];
  return (
    <TextArea
      {...control}
      mono
      value={(typeof input.value === 'string' ? [input.value] : list).join('\n')}
      onValue={(text) => onValue(text === '' ? undefined : text.split('\n'))}
    />
  );
}

const KIND: Readonly<Partial<Record<ConfigInput['kind'], string>>> = {
  number: 'number',
  folder: 'path of a folder',
  file: 'path of a file',
};

function typeOf(input: ConfigInput): string | undefined {
  const parts = [input.secret ? 'secret' : KIND[input.kind], input.multiple === true ? 'one per line' : undefined];
  return parts.filter((part) => part !== undefined).join(', ') || undefined;
}

/** What the config asks a person for, as a form. Answers are kept with the server, secrets among the secrets. */
export function InputsForm({ draft, onDraft }: { draft: Draft; onDraft: (draft: Draft) => void }) {
  const place = useSecretPlace();
  const entries = Object.entries(draft.inputs);
  if (entries.length === 0) return null;
  const secrets = entries.some(([, input]) => input.secret);
  return (
    <section className="codebox asked" aria-label="What this server needs" data-field="inputs">
      <div className="h">
        <h3 className="b5">What this server needs</h3>
      </div>
      <div className="form asked-b">
        {entries.map(([id, input]) => {
          const title = input.title?.slice(0, 200) || id;
          const { value } = input;
          const secret = typeof value === 'object' && !Array.isArray(value) ? draft.typed[value.secret] : undefined;
          return (
            <Field
              key={id}
              label={<ForeignText text={title} limit={200} inert />}
              type={typeOf(input)}
              required={input.required ? 'required' : undefined}
              hint={input.description && <ForeignText text={input.description} limit={600} inert />}
              error={inputProblem(input)}
            >
              {(control) => (
                <Answer
                  title={title}
                  input={input}
                  control={control}
                  typed={secret}
                  onValue={(next) => onDraft(withAnswer(draft, id, next))}
                />
              )}
            </Field>
          );
        })}
        {secrets && <p className="fs12 t3">{place.sentence}</p>}
      </div>
    </section>
  );
}
