import { CircleCheck, CircleX, Loader, MessageSquareText } from 'lucide-react';
import { type RefObject, useId, useState } from 'react';
import { arrayAt, isObject, textAt } from '#shared/json.ts';
import { FaultNote } from '../../parts/fault-note.tsx';
import { MessageList } from '../../parts/message-list.tsx';
import { PayloadView } from '../../parts/payload-view.tsx';
import { chosenByAddress } from '../../parts/resource-choice.ts';
import { ScrollPane } from '../../parts/scroll-pane.tsx';
import { useExchange } from '../../parts/use-exchange.ts';
import { useOperationResult } from '../../parts/use-operation-result.ts';
import type { VerbRun } from '../../parts/use-verb.ts';
import { useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatDuration, formatSize, plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { TabPanel } from '../../ui/tab-panel.tsx';

type View = 'messages' | 'request' | 'raw';
const VIEWS = [
  { value: 'messages', label: 'Messages' },
  { value: 'request', label: 'Request' },
  { value: 'raw', label: 'Raw' },
] as const;
// Focusable, so that a key can jump to it.
const FOCUSABLE = { tabIndex: -1 };
/** Characters that make about one token. */
const TOKEN = 4;

interface PromptMessagesProps {
  readonly serverId: string;
  readonly sessionId: string;
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

/** The messages a prompt made, with the request and the exact answer. */
export function PromptMessages({ serverId, sessionId, get, paneRef }: PromptMessagesProps) {
  const { page } = useWirebench();
  const id = useId();
  const [view, setView] = useState<View>('messages');
  const { operation, fault, running } = get;
  const { result, error, loadAll } = useOperationResult(operation);
  const exchange = useExchange(sessionId, view === 'request' ? operation?.exchangeIds.at(-1) : undefined);
  if (get.input === undefined) {
    return (
      <EmptyState icon={MessageSquareText} title="Not fetched yet">
        Fill in the arguments and get the prompt.
      </EmptyState>
    );
  }
  const messages = arrayAt(result?.value, 'messages');
  const description = textAt(result?.value, 'description');
  const text = textOf(messages);
  const took = operation?.endedAt === undefined ? undefined : operation.endedAt - operation.startedAt;
  const facts = [
    took === undefined ? undefined : formatDuration(took),
    result && formatSize(result.bytes),
    result && !result.cut && `about ${plural(Math.ceil(text.length / TOKEN), 'token')}`,
  ];
  const openResource = (uri: string) => {
    page.getState().select(`${serverId}/resources`, chosenByAddress(uri));
    page.getState().openTab(serverId, 'resources');
  };
  return (
    <section className="pane" aria-label="Messages" ref={paneRef} {...FOCUSABLE}>
      <div className="pane-h tall">
        <span className={running ? 't3' : fault ? 'c-err' : 'c-ok'}>
          <Icon icon={running ? Loader : fault ? CircleX : CircleCheck} />
        </span>
        <h2>{running ? 'Getting the prompt' : fault ? 'No messages' : plural(messages.length, 'message')}</h2>
        <span className="fs12 t2 tn el">{facts.filter((fact) => typeof fact === 'string').join(', ')}</span>
        <span className="sp" />
        {messages.length > 0 && <CopyButton label="Copy" text={() => text} />}
      </div>
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
        {view === 'raw' && <Message sessionId={sessionId} seq={operation?.resultSeq} label="Answer" as="text" />}
      </TabPanel>
    </section>
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
