import { Braces, Pencil, Sparkles, Star } from 'lucide-react';
import { useId } from 'react';
import type { PendingInput } from '#shared/entities.ts';
import type { JsonObject } from '#shared/json.ts';
import { Callout } from '../../ui/callout.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { TabPanel } from '../../ui/tab-panel.tsx';
import type { ModelAsk } from '../models/use-model-ask.ts';
import { ReplyJson } from './reply-json.tsx';
import type { ChangeDraft, ReplySource, SamplingDraft } from './sampling-draft.ts';
import { AskModel } from './sampling-model.tsx';
import { ReplyPreview } from './sampling-preview.tsx';
import { SavedSource } from './sampling-saved.tsx';
import { ReplyEditor } from './sampling-write.tsx';
import type { SavedReplies } from './use-saved-replies.ts';
import type { WrittenReply } from './use-written.ts';

export interface SamplingReplyProps {
  readonly ask: PendingInput;
  /** The request as it goes to a model. */
  readonly params: JsonObject;
  readonly draft: SamplingDraft;
  readonly onDraft: ChangeDraft;
  readonly saved: SavedReplies;
  readonly model: ModelAsk;
  readonly written: WrittenReply;
  /** What is wrong with the result, sentences. */
  readonly problems: readonly string[];
  readonly missing: boolean;
  readonly showProblems: boolean;
}

function sources(saved: number) {
  return [
    { value: 'write', label: 'Write it', icon: Pencil },
    { value: 'saved', label: 'Saved', icon: Star, ...(saved === 0 ? {} : { count: saved }) },
    { value: 'model', label: 'Ask a model', icon: Sparkles },
    { value: 'json', label: 'JSON', icon: Braces },
  ] as const;
}

/** Right: the reply, from one of four sources. What any of them gives stands in the same editor. */
export function SamplingReply(props: SamplingReplyProps) {
  const { ask, params, draft, onDraft, saved, model, written, problems, missing } = props;
  const id = useId();
  const { source } = draft;
  const go = (next: ReplySource) => onDraft({ source: next });
  const editor = <ReplyEditor {...{ ask, draft, onDraft, missing }} locked={model.running} />;
  return (
    <section className="ask-col ask-reply" aria-label="Your reply">
      <p className="fs11 t3 b5">Your reply</p>
      <Segmented
        label="Where the reply comes from"
        options={sources(saved.list.length)}
        value={source}
        onChange={go}
        tabsIdBase={id}
      />
      <TabPanel idBase={id} id={source} className="ask-source">
        {source !== 'json' && draft.json !== undefined && (
          <Callout kind="wait" title="The reply is kept as JSON">
            That text is sent, not these fields. A change here replaces it.
          </Callout>
        )}
        {source === 'write' && editor}
        {source === 'saved' && <SavedSource {...{ ask, saved, draft, onDraft }} />}
        {source === 'model' && (
          <>
            <AskModel {...{ params, draft, onDraft, model }} />
            {editor}
          </>
        )}
        {source === 'json' && (
          <ReplyJson text={written.json} onText={(text) => onDraft({ json: text })} problem={written.problem} />
        )}
      </TabPanel>
      <ReplyPreview
        written={written}
        problems={problems}
        open={props.showProblems && problems.length > 0 && !missing}
      />
    </section>
  );
}
