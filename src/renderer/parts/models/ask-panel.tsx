import { CircleStop, Laptop, Sparkles, TriangleAlert } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { JsonObject } from '#shared/json.ts';
import type { ModelProvider, ProviderReply } from '#shared/providers.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { ModelPicker, NoProvider } from './model-picker.tsx';
import { sentWords, tokenWords } from './sent-words.ts';
import { useModelChoice, useProviders } from './use-providers.ts';

export interface AskPanelProps {
  /** The request as it goes to the model. */
  readonly params: JsonObject;
  /** Names of models that the server would like; undefined where it has no say. */
  readonly hints: readonly string[] | undefined;
  /** What a person chose; empty takes the first provider, and the model that is suggested. */
  readonly provider: string;
  readonly model: string;
  readonly onChoose: (choice: { provider?: string; model: string }) => void;
  readonly running: boolean;
  /** `model` is empty where the provider chooses. */
  readonly onAsk: (provider: string, model: string) => void;
  readonly onStop: () => void;
  /** Of what else goes to the model while it works, a sentence. */
  readonly more?: string | undefined;
  /** Between the choice and what is sent. */
  readonly children?: ReactNode;
}

/** The choice of a model, what leaves the computer (SAMP-14), and the button that sends it. */
export function AskPanel(props: AskPanelProps) {
  const { list, error } = useProviders();
  if (error !== undefined)
    return (
      <Callout kind="err" title="The providers were not read">
        {error}
      </Callout>
    );
  if (!list) return null;
  const provider = list.find(({ name }) => name === props.provider) ?? list[0];
  return provider ? <Panel {...props} list={list} chosen={provider} /> : <NoProvider />;
}

type PanelProps = AskPanelProps & { readonly list: readonly ModelProvider[]; readonly chosen: ModelProvider };

function Panel({ list, chosen, params, hints, model, onChoose, running, onAsk, onStop, more, children }: PanelProps) {
  const choice = useModelChoice(chosen, hints);
  const sent = useMemo(() => sentWords(chosen, params), [chosen, params]);
  const asked = model === '' ? choice.suggested : model;
  return (
    <>
      <ModelPicker
        providers={list}
        provider={chosen}
        onProvider={(name) => onChoose({ provider: name, model: '' })}
        choice={choice}
        model={model}
        onModel={(name) => onChoose({ model: name })}
        disabled={running}
      />
      {children}
      <Callout
        kind={chosen.local ? 'ntf' : 'wait'}
        icon={chosen.local ? Laptop : TriangleAlert}
        title={sent.title}
        actions={
          running ? (
            <Button size="sm" icon={CircleStop} onClick={onStop}>
              Stop
            </Button>
          ) : (
            <Button
              size="sm"
              icon={Sparkles}
              disabled={choice.loading && asked === ''}
              onClick={() => onAsk(chosen.name, asked)}
            >
              Ask
            </Button>
          )
        }
      >
        <ForeignText text={more === undefined ? sent.text : `${sent.text} ${more}`} limit={600} />
        {chosen.warning !== undefined && <p>{chosen.warning}</p>}
      </Callout>
    </>
  );
}

/** `412 tokens in, 80 out, as the provider counts.` */
export function usageWords(usage: ProviderReply['usage']): string | undefined {
  if (!usage) return undefined;
  const out = usage.output.toLocaleString('en-US');
  return `${tokenWords(usage.input).replace('about ', '')} in, ${out} out, as the provider counts.`;
}
