import { Undo2 } from 'lucide-react';
import type { JsonObject } from '#shared/json.ts';
import { Button } from '../../ui/button.tsx';
import { useFeedback } from '../../ui/feedback.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { AskPanel, usageWords } from '../models/ask-panel.tsx';
import { ProviderTrouble } from '../models/model-picker.tsx';
import type { ModelAsk } from '../models/use-model-ask.ts';
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
  const ask = (provider: string, asked: string) => {
    onDraft({ before: keptOf(draft), blocks: [emptyBlock('text')], json: undefined, model: asked, streaming: true });
    model.ask(
      { provider, params, ...(asked === '' ? {} : { model: asked }) },
      {
        onText: (text) => onDraft({ blocks: [{ ...emptyBlock('text'), text }], streaming: true }),
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
      <AskPanel
        params={params}
        hints={hintsOf(params)}
        provider={draft.provider}
        model={draft.askModel}
        onChoose={({ provider, model: name }) =>
          onDraft({ askModel: name, ...(provider === undefined ? {} : { provider }) })
        }
        running={model.running}
        onAsk={ask}
        onStop={model.stop}
      />
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
  return (
    <p className="fs11 t3" role="status">
      <ForeignText
        text={['Not sent yet.', usageWords(usage), ...notes].filter((part) => part !== undefined).join(' ')}
        limit={600}
      />
    </p>
  );
}
