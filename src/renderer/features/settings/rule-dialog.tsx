import { type FormEvent, useId, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { messageOf } from '#shared/errors.ts';
import type { ReplyRule } from '#shared/reply-rules.ts';
import { useProviders } from '../../parts/models/use-providers.ts';
import { SecondsField } from '../../parts/server-form/seconds-field.tsx';
import { useEntities, useHost } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { REQUEST_ROWS } from './general-rules.ts';
import { ALL, CHOICES, draftOf, exampleOf, type RuleStart, type RuleTyped, typedOf } from './rule-draft.ts';

const KINDS = REQUEST_ROWS.map(({ kind, title }) => ({ value: kind, label: title }));

interface PartProps {
  readonly typed: RuleTyped;
  readonly put: (part: Partial<RuleTyped>) => void;
}

/** Which asks the rule is for. */
function ForWhat({ typed, put, rule }: PartProps & { readonly rule: ReplyRule | undefined }) {
  const servers = useEntities(useShallow((state) => [...state.server.values()]));
  const named = rule?.serverName;
  const options = [
    { value: ALL, label: 'All servers' },
    ...servers.map(({ id, config }) => ({ value: `id:${id}`, label: config.name })),
    ...(named === undefined ? [] : [{ value: `name:${named}`, label: `${named}, not in the list` }]),
  ];
  const withheld = typed.choice === 'withhold';
  return (
    <>
      <div className="form-2">
        <Field label="What is asked">
          {(control) => (
            <Select
              {...control}
              value={typed.kind}
              options={KINDS}
              onValue={(next) => {
                const kind = KINDS.find(({ value }) => value === next)?.value;
                if (!kind) return;
                const choice = CHOICES[kind].find(({ value }) => value === typed.choice)?.value ?? 'decline';
                const untouched = typed.text === exampleOf(typed.kind) || typed.text === '';
                put({ kind, choice, ...(untouched ? { text: exampleOf(kind) } : {}) });
              }}
            />
          )}
        </Field>
        <Field label="Server">
          {(control) => (
            <Select {...control} value={typed.server} options={options} onValue={(server) => put({ server })} />
          )}
        </Field>
      </div>
      {!withheld && (
        <Field label="Tool" hint="Its name. Empty: every tool, and what is asked beside a call.">
          {(control) => <TextInput {...control} mono value={typed.tool} onValue={(tool) => put({ tool })} />}
        </Field>
      )}
      {!withheld && rule?.schemaHash !== undefined && (
        <Checkbox checked={typed.keepSchema} onChecked={(keepSchema) => put({ keepSchema })}>
          Only while the form keeps the schema it had when the rule was made
        </Checkbox>
      )}
    </>
  );
}

function ProviderFields({ typed, put }: PartProps) {
  const list = useProviders().list ?? [];
  const names = list.map(({ name }) => name);
  const gone = typed.provider !== '' && !names.includes(typed.provider);
  const options = [...names, ...(gone ? [typed.provider] : [])].map((value) => ({ value, label: value }));
  return (
    <div className="form-2">
      <Field label="Provider" hint={names.length === 0 ? 'None is set up yet, see Model providers.' : undefined}>
        {(control) => (
          <Select
            {...control}
            value={typed.provider}
            placeholder="Choose a provider"
            options={options}
            onValue={(provider) => put({ provider })}
          />
        )}
      </Field>
      <Field label="Model" hint="Empty: by the hints of the server, else that of the provider.">
        {(control) => <TextInput {...control} mono value={typed.model} onValue={(model) => put({ model })} />}
      </Field>
    </div>
  );
}

/** What the rule does. */
function DoesWhat({ typed, put }: PartProps) {
  const { kind, choice } = typed;
  const answers = choice !== 'ask' && choice !== 'withhold';
  return (
    <>
      <Field
        label="What happens"
        hint={choice === 'withhold' ? 'The capability is not declared, from the next connection on.' : undefined}
      >
        {(control) => (
          <Select
            {...control}
            value={choice}
            options={CHOICES[kind]}
            onValue={(next) => {
              const found = CHOICES[kind].find(({ value }) => value === next);
              if (found) put({ choice: found.value });
            }}
          />
        )}
      </Field>
      {choice === 'reply' && kind !== 'url' && (
        <Field
          label="Reply"
          type={kind === 'form' ? 'JSON object, a value for each field' : 'JSON object, the whole result'}
          hint="It is kept on disk: no passwords or keys."
        >
          {(control) => <TextArea {...control} mono rows={6} value={typed.text} onValue={(text) => put({ text })} />}
        </Field>
      )}
      {choice === 'provider' && <ProviderFields {...{ typed, put }} />}
      {answers && (
        <SecondsField label="Delay before it answers" ms={typed.delayMs} onMs={(delayMs) => put({ delayMs })} />
      )}
    </>
  );
}

/** A reply rule, new or changed. What was typed stays when saving fails. */
export function RuleDialog({ start, onClose }: { readonly start: RuleStart; readonly onClose: () => void }) {
  const host = useHost();
  const formId = useId();
  const { rule } = start;
  const [typed, setTyped] = useState(() => typedOf(start));
  const [problem, setProblem] = useState<string>();
  const [saving, setSaving] = useState(false);
  const put = (part: Partial<RuleTyped>) => setTyped((now) => ({ ...now, ...part }));
  const missing = typed.choice === 'provider' && typed.provider === '';
  const save = (event?: FormEvent) => {
    event?.preventDefault();
    if (saving || missing) return;
    setSaving(true);
    setProblem(undefined);
    host['rule.save'](draftOf(typed, rule))
      .then(onClose, (error: unknown) => setProblem(messageOf(error)))
      .finally(() => setSaving(false));
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={rule ? 'Edit the rule' : 'Add a rule'}
      holds
      onModEnter={save}
      footer={
        <>
          <span className="sp" />
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="pri" type="submit" form={formId} keys={['mod', 'enter']} disabled={saving || missing}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} className="provider-f" onSubmit={save}>
        <ForWhat {...{ typed, put, rule }} />
        <DoesWhat {...{ typed, put }} />
        {problem !== undefined && (
          <Callout kind="err" role="alert" title="The rule was not saved">
            {problem}
          </Callout>
        )}
      </form>
    </Dialog>
  );
}
