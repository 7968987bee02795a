import { type FormEvent, useId, useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import type { ModelProvider, ProviderDraft } from '#shared/providers.ts';
import { useHost, useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { OptionButtons } from '../../ui/option-buttons.tsx';
import { TextInput } from '../../ui/text-input.tsx';

interface ProviderDialogProps {
  /** Absent: a new one. */
  readonly provider: ModelProvider | undefined;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** Addresses that these programs and services have unless somebody changed them. */
const KNOWN = [
  { value: 'OpenAI', label: 'OpenAI', baseUrl: 'https://api.openai.com/v1' },
  { value: 'Ollama', label: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1' },
  { value: 'LM Studio', label: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1' },
];

interface Typed {
  name: string;
  baseUrl: string;
  model: string;
  key: string;
  dropKey: boolean;
}

function draftOf({ name, baseUrl, model, key, dropKey }: Typed, was: string | undefined): ProviderDraft {
  return {
    name,
    baseUrl,
    model,
    ...(was === undefined ? {} : { was }),
    ...(dropKey ? { key: null } : key === '' ? {} : { key }),
  };
}

/** Name, address, key and model of a provider. What was typed stays when saving fails. */
export function ProviderDialog({ provider, onClose, onSaved }: ProviderDialogProps) {
  const host = useHost();
  const formId = useId();
  const { name = '', baseUrl = '', model = '' } = provider ?? {};
  const [typed, setTyped] = useState<Typed>({ name, baseUrl, model, key: '', dropKey: false });
  const [problem, setProblem] = useState<string>();
  const [saving, setSaving] = useState(false);
  const put = (part: Partial<Typed>) => setTyped((now) => ({ ...now, ...part }));
  const take = ([chosen]: string[]) => {
    const known = KNOWN.find(({ value }) => value === chosen);
    if (known) put({ baseUrl: known.baseUrl, ...(typed.name === '' ? { name: known.label } : {}) });
  };
  const save = (event?: FormEvent) => {
    event?.preventDefault();
    if (saving) return;
    setSaving(true);
    setProblem(undefined);
    host['provider.save'](draftOf(typed, provider?.name))
      .then(onSaved, (error: unknown) => setProblem(messageOf(error)))
      .finally(() => setSaving(false));
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={provider ? `Edit ${provider.name}` : 'Add a model provider'}
      holds
      onModEnter={save}
      footer={
        <>
          <span className="sp" />
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="pri"
            type="submit"
            form={formId}
            disabled={saving || typed.name.trim() === '' || typed.baseUrl.trim() === ''}
          >
            Save
          </Button>
        </>
      }
    >
      <form id={formId} className="provider-f" onSubmit={save}>
        {!provider && (
          <OptionButtons
            label="Known addresses"
            options={KNOWN}
            value={KNOWN.filter((one) => one.baseUrl === typed.baseUrl).map(({ value }) => value)}
            onValue={take}
          />
        )}
        <Fields {...{ provider, typed, put }} />
        {problem !== undefined && (
          <Callout kind="err" role="alert" title="The provider was not saved">
            {problem}
          </Callout>
        )}
      </form>
    </Dialog>
  );
}

interface FieldsProps {
  readonly provider: ModelProvider | undefined;
  readonly typed: Typed;
  readonly put: (part: Partial<Typed>) => void;
}

function Fields({ provider, typed, put }: FieldsProps) {
  const { app } = useWirebench();
  return (
    <>
      <Field label="Name" required="required">
        {(control) => (
          <TextInput {...control} value={typed.name} maxLength={64} onValue={(next) => put({ name: next })} />
        )}
      </Field>
      <Field label="Base URL" required="required" hint="Most end with /v1.">
        {(control) => (
          <TextInput
            {...control}
            mono
            value={typed.baseUrl}
            maxLength={2048}
            placeholder="http://127.0.0.1:11434/v1"
            onValue={(next) => put({ baseUrl: next })}
          />
        )}
      </Field>
      <Field label="Key" hint={`Providers on this computer mostly need none. ${app.secrets.text}`}>
        {(control) => (
          <TextInput
            {...control}
            mono
            type="password"
            value={typed.key}
            disabled={typed.dropKey}
            placeholder={provider?.key ? 'kept, type to replace it' : ''}
            onValue={(next) => put({ key: next })}
          />
        )}
      </Field>
      {provider?.key && (
        <Checkbox checked={typed.dropKey} onChecked={(dropKey) => put({ dropKey })}>
          Remove the kept key
        </Checkbox>
      )}
      <Field label="Model" hint="Taken where no hint of a server fits. You can choose another each time you ask.">
        {(control) => (
          <TextInput {...control} mono value={typed.model} maxLength={256} onValue={(next) => put({ model: next })} />
        )}
      </Field>
    </>
  );
}
