import { Settings } from 'lucide-react';
import type { ModelProvider, ProviderProblem } from '#shared/providers.ts';
import { useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Field } from '../../ui/field.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import type { ModelChoice } from './use-providers.ts';

export interface ModelPickerProps {
  readonly providers: readonly ModelProvider[];
  readonly provider: ModelProvider | undefined;
  readonly onProvider: (name: string) => void;
  readonly choice: ModelChoice;
  /** What a person chose; empty takes what is suggested. */
  readonly model: string;
  readonly onModel: (model: string) => void;
  readonly disabled?: boolean | undefined;
}

/** Provider and model of a request, with why this model is suggested. */
export function ModelPicker({ providers, provider, onProvider, choice, model, onModel, disabled }: ModelPickerProps) {
  const { models, suggested, because, loading, error } = choice;
  const known = models.map((id) => ({ value: id, label: id }));
  const listed = model === '' || models.includes(model);
  return (
    <div className="form-2">
      <Field label="Provider">
        {(control) => (
          <Select
            {...control}
            disabled={disabled}
            value={provider?.name ?? ''}
            onValue={onProvider}
            options={providers.map(({ name }) => ({ value: name, label: name }))}
          />
        )}
      </Field>
      <Field
        label="Model"
        hint={
          loading ? (
            'Reading the list of models'
          ) : (
            <ForeignText
              text={error === undefined ? because : `The list of models was not read. ${error}`}
              limit={300}
              lines
            />
          )
        }
      >
        {(control) =>
          models.length > 0 && listed ? (
            <Select
              {...control}
              disabled={disabled}
              value={model === '' ? suggested : model}
              onValue={onModel}
              options={
                suggested === '' || models.includes(suggested)
                  ? known
                  : [{ value: suggested, label: suggested }, ...known]
              }
            />
          ) : (
            <TextInput
              {...control}
              disabled={disabled}
              value={model}
              onValue={onModel}
              placeholder={suggested === '' ? 'Name of the model' : suggested}
              maxLength={256}
            />
          )
        }
      </Field>
    </div>
  );
}

/** Where no provider is set up yet. */
export function NoProvider() {
  const { page } = useWirebench();
  return (
    <Callout
      kind="ntf"
      icon={Settings}
      title="No model provider is set up"
      actions={
        <Button size="sm" onClick={() => page.getState().openSettings('providers')}>
          Set one up
        </Button>
      }
    >
      Any that speaks the OpenAI format can be asked: OpenAI, or Ollama and LM Studio on this computer.
    </Callout>
  );
}

/** Why a provider gave nothing, and what to do. */
export function ProviderTrouble({ problem }: { readonly problem: ProviderProblem }) {
  const { page } = useWirebench();
  const setting = problem.todo.includes('Settings, Model providers');
  return (
    <Callout
      kind="err"
      role="alert"
      title={<ForeignText text={problem.what} limit={400} />}
      actions={
        setting && (
          <Button size="sm" onClick={() => page.getState().openSettings('providers')}>
            Open the settings
          </Button>
        )
      }
    >
      <ForeignText text={`${problem.why} ${problem.todo}`} limit={1000} lines />
      {problem.said !== undefined && (
        <p className="fs11">
          It said: <ForeignText text={problem.said} limit={500} />
        </p>
      )}
    </Callout>
  );
}
