import { CircleStop, Laptop, Sparkles, TriangleAlert, Undo2 } from 'lucide-react';
import { useMemo } from 'react';
import type { JsonObject } from '#shared/json.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { useFeedback } from '../../ui/feedback.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { ModelPicker, NoProvider, ProviderTrouble } from '../models/model-picker.tsx';
import { sentWords, tokenWords } from '../models/sent-words.ts';
import type { ModelAsk } from '../models/use-model-ask.ts';
import { useModelChoice, useProviders } from '../models/use-providers.ts';
import { type ChangeDraft, emptyBlock, keptOf, replyFields, type SamplingDraft } from './sampling-draft.ts';
import { hintsOf } from './sampling-limits.tsx';

interface AskModelProps {
  /** The request as it goes to the model. */
  readonly params: JsonObject;
  readonly draft: SamplingDraft;
  readonly onDraft: ChangeDraft;
  readonly model: ModelAsk;
}

/** Asks a model for the reply: what leaves the computer is said before (SAMP-14), and nothing goes to the server. */
export function AskModel({ params, draft, onDraft, model }: AskModelProps) {
  const { announce } = useFeedback();
  const { list, error } = useProviders();
  const provider = list?.find(({ name }) => name === draft.provider) ?? list?.[0];
  const choice = useModelChoice(provider, hintsOf(params));
  const sent = useMemo(() => provider && sentWords(provider, params), [provider, params]);
  const asked = draft.askModel === '' ? choice.suggested : draft.askModel;
  if (error !== undefined)
    return (
      <Callout kind="err" title="The providers were not read">
        {error}
      </Callout>
    );
  if (!list) return null;
  if (!provider || !sent) return <NoProvider />;
  const ask = () => {
    onDraft({ before: keptOf(draft), blocks: [emptyBlock('text')], json: undefined, model: asked });
    model.ask(
      { provider: provider.name, params, ...(asked === '' ? {} : { model: asked }) },
      {
        onText: (text) => onDraft({ blocks: [{ ...emptyBlock('text'), text }] }),
        onReply: (reply) => {
          onDraft(replyFields(reply.result));
          announce('The reply of the model is in the editor. It was not sent.');
        },
      },
    );
  };
  const { before } = draft;
  const restore = () => before && onDraft({ ...before, before: undefined });
  return (
    <div className="ask-model">
      <ModelPicker
        providers={list}
        provider={provider}
        onProvider={(name) => onDraft({ provider: name, askModel: '' })}
        choice={choice}
        model={draft.askModel}
        onModel={(name) => onDraft({ askModel: name })}
        disabled={model.running}
      />
      <Callout
        kind={provider.local ? 'ntf' : 'wait'}
        icon={provider.local ? Laptop : TriangleAlert}
        title={sent.title}
        actions={
          model.running ? (
            <Button size="sm" icon={CircleStop} onClick={model.stop}>
              Stop
            </Button>
          ) : (
            <Button size="sm" icon={Sparkles} onClick={ask}>
              Ask
            </Button>
          )
        }
      >
        <ForeignText text={sent.text} limit={400} />
        {provider.warning !== undefined && <p>{provider.warning}</p>}
      </Callout>
      {model.problem && <ProviderTrouble problem={model.problem} />}
      <Outcome model={model} />
      {before && !model.running && (
        <div>
          <Button size="sm" variant="quiet" icon={Undo2} onClick={restore}>
            Put back what stood here before
          </Button>
        </div>
      )}
    </div>
  );
}

/** How a request stands, beside the text in the editor. */
function Outcome({ model: { running, reply } }: { readonly model: ModelAsk }) {
  if (running)
    return (
      <p className="fs11 t3" role="status">
        The model writes. Nothing is sent to the server.
      </p>
    );
  if (!reply) return null;
  const { usage, notes } = reply;
  const counted =
    usage &&
    `${tokenWords(usage.input).replace('about ', '')} in, ${usage.output.toLocaleString('en-US')} out, as the provider counts.`;
  return (
    <p className="fs11 t3" role="status">
      <ForeignText
        text={['Not sent yet.', counted, ...notes].filter((part) => part !== undefined).join(' ')}
        limit={600}
      />
    </p>
  );
}
