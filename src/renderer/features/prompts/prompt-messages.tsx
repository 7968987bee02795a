import { CircleCheck, CircleX, Loader, MessageSquareText, Sparkles } from 'lucide-react';
import { type RefObject, useId, useMemo, useState } from 'react';
import type { Operation } from '#shared/entities.ts';
import { arrayAt, isObject, textAt } from '#shared/json.ts';
import type { Session } from '#shared/session.ts';
import { FaultNote } from '../../parts/fault-note.tsx';
import { MessageList } from '../../parts/message-list.tsx';
import { tokenWords } from '../../parts/models/sent-words.ts';
import { requestTokens } from '../../parts/models/token-count.ts';
import { PayloadView } from '../../parts/payload-view.tsx';
import { chosenByAddress } from '../../parts/resource-choice.ts';
import { ScrollPane } from '../../parts/scroll-pane.tsx';
import { useExchange } from '../../parts/use-exchange.ts';
import { type LoadedResult, useOperationResult } from '../../parts/use-operation-result.ts';
import type { VerbRun } from '../../parts/use-verb.ts';
import { useEntity, useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatDuration, formatSize, plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { TabPanel } from '../../ui/tab-panel.tsx';
import { TryModel } from './try-model.tsx';
import { useNewestTrial } from './use-trial.ts';

type View = 'messages' | 'request' | 'raw' | 'model';
const VIEWS = [
  { value: 'messages', label: 'Messages' },
  { value: 'request', label: 'Request' },
  { value: 'raw', label: 'Raw' },
  { value: 'model', label: 'Model' },
] as const;
// Focusable, so that a key can jump to it.
const FOCUSABLE = { tabIndex: -1 };

interface PromptMessagesProps {
  readonly serverId: string;
  readonly session: Session;
  readonly prompt: string;
  readonly get: VerbRun<'prompts.get'>;
  readonly paneRef: RefObject<HTMLElement | null>;
}

function textOf(messages: readonly unknown[]): string {
  const said = messages.map((message) => {
    const content = isObject(message) ? message.content : undefined;
    return `${textAt(message, 'role') ?? ''}: ${textAt(content, 'text') ?? JSON.stringify(content) ?? ''}`;
  });
  return said.join('\n\n');
}

/** The newest fetching of the prompt; where this view came after it, that of the newest trial with a model. */
function useFetched(sessionId: string, prompt: string, { input, operation }: VerbRun<'prompts.get'>) {
  const newest = useNewestTrial(sessionId, prompt);
  const tried = useEntity('operation', newest?.operationId);
  const fetched = input === undefined ? tried : operation;
  return { fetched, trial: newest?.operationId === fetched?.id ? newest : undefined };
}

/** The messages a prompt made, with the request and the exact answer; they can be tried with a model. */
export function PromptMessages({ serverId, session, prompt, get, paneRef }: PromptMessagesProps) {
  const { id: sessionId } = session;
  const { page } = useWirebench();
  const id = useId();
  const { fetched, trial } = useFetched(sessionId, prompt, get);
  const [view, setView] = useState<View>(get.input === undefined && trial ? 'model' : 'messages');
  const { fault, running } = get;
  const { result, error, loadAll } = useOperationResult(fetched);
  const exchange = useExchange(sessionId, view === 'request' ? fetched?.exchangeIds.at(-1) : undefined);
  const messages = useMemo(() => arrayAt(result?.value, 'messages'), [result?.value]);
  if (get.input === undefined && !fetched) {
    return (
      <EmptyState icon={MessageSquareText} title="Not fetched yet">
        Fill in the arguments and get the prompt.
      </EmptyState>
    );
  }
  const description = textAt(result?.value, 'description');
  const openResource = (uri: string) => {
    page.getState().select(`${serverId}/resources`, chosenByAddress(uri));
    page.getState().openTab(serverId, 'resources');
  };
  return (
    <section className="pane" aria-label="Messages" ref={paneRef} {...FOCUSABLE}>
      <Head {...{ get, fetched, result, messages }} onTry={() => setView('model')} />
      <div className="row strip">
        <Segmented label="View" options={VIEWS} value={view} onChange={setView} tabsIdBase={id} />
        <span className="sp" />
        {result?.cut && (
          <span className="fs12 row">
            Only the beginning is shown
            {loadAll && (
              <Button size="sm" onClick={loadAll}>
                Show all of it
              </Button>
            )}
          </span>
        )}
      </div>
      <TabPanel idBase={id} id={view} className="fill-panel">
        {view === 'messages' && (
          <ScrollPane label="What the prompt says" className="msgs">
            {fault && (
              <div className="pad-v">
                <FaultNote fault={fault} />
              </div>
            )}
            {error !== undefined && <p className="pad-v c-err fs12">{error}</p>}
            {description !== undefined && (
              <p className="pad-v t2 fs12">
                <ForeignText text={description} />
              </p>
            )}
            <MessageList messages={messages} sessionId={sessionId} onOpenResource={openResource} />
            {result && messages.length === 0 && <p className="pad-v t2 fs12">The server gave no messages.</p>}
          </ScrollPane>
        )}
        {view === 'request' && <Message sessionId={sessionId} seq={exchange?.requestSeq} label="Request" as="tree" />}
        {view === 'raw' && <Message sessionId={sessionId} seq={fetched?.resultSeq} label="Answer" as="text" />}
        {view === 'model' &&
          (fetched && result && !result.cut && messages.length > 0 ? (
            <TryModel key={fetched.id} {...{ session, prompt, messages, trial }} operationId={fetched.id} />
          ) : (
            <EmptyState icon={Sparkles} title={running || !result?.cut ? 'No messages to send' : 'Not all was read'}>
              {result?.cut
                ? 'Only the beginning of the messages is here. Show all of it first.'
                : 'A model is asked with the messages of the prompt, and there are none yet.'}
            </EmptyState>
          ))}
      </TabPanel>
    </section>
  );
}

interface HeadProps {
  readonly get: VerbRun<'prompts.get'>;
  readonly fetched: Operation | undefined;
  readonly result: LoadedResult | undefined;
  readonly messages: readonly unknown[];
  readonly onTry: () => void;
}

function Head({ get: { running, fault }, fetched, result, messages, onTry }: HeadProps) {
  const tokens = useMemo(() => requestTokens({ messages }), [messages]);
  const took = fetched?.endedAt === undefined ? undefined : fetched.endedAt - fetched.startedAt;
  const facts = [
    took === undefined ? undefined : formatDuration(took),
    result && formatSize(result.bytes),
    result && !result.cut && tokenWords(tokens),
  ];
  return (
    <div className="pane-h tall">
      <span className={running ? 't3' : fault ? 'c-err' : 'c-ok'}>
        <Icon icon={running ? Loader : fault ? CircleX : CircleCheck} />
      </span>
      <h2>{running ? 'Getting the prompt' : fault ? 'No messages' : plural(messages.length, 'message')}</h2>
      <span className="fs12 t2 tn el">{facts.filter((fact) => typeof fact === 'string').join(', ')}</span>
      <span className="sp" />
      {messages.length > 0 && (
        <>
          <Button size="sm" variant="quiet" icon={Sparkles} onClick={onTry}>
            Try with a model
          </Button>
          <CopyButton label="Copy" text={() => textOf(messages)} />
        </>
      )}
    </div>
  );
}

interface MessageProps {
  readonly sessionId: string;
  readonly seq: number | undefined;
  readonly label: string;
  readonly as: 'tree' | 'text';
}

function Message({ sessionId, seq, label, as }: MessageProps) {
  if (seq === undefined) return <p className="pad t3 fs12">There is no such message.</p>;
  return (
    <ScrollPane label={label}>
      <PayloadView sessionId={sessionId} seq={seq} label={label} as={as} />
    </ScrollPane>
  );
}
