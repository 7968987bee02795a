import { ChevronDown, Send } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import type { ServerEntry } from '#shared/entities.ts';
import type { Session } from '#shared/session.ts';
import { showExchange } from '../../parts/show-exchange.ts';
import { useEntity, useLoad, usePage, useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useFeedback } from '../../ui/feedback.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { MenuItem } from '../../ui/menu-items.tsx';
import { MonacoEditor, type MonacoEditorProps } from '../../ui/monaco-editor.tsx';
import { HintList } from './act/hint-list.tsx';
import { rawHints, requestIdOf } from './act/raw-hints.ts';
import { rawTemplates } from './act/raw-templates.ts';
import { type RawOutcome, useRawSend } from './act/use-raw-send.ts';

const TITLE = 'Send a raw message';
const SHOWN_CHARS = 60;

/** The raw composer over the workspace, while the page says for which server. */
export function RawComposer({ loadEditor }: { readonly loadEditor?: MonacoEditorProps['load'] }) {
  const { page } = useWirebench();
  const serverId = usePage((state) => state.rawFor);
  const server = useEntity('server', serverId);
  const session = useEntity('session', server?.sessionId);
  const close = () => page.getState().set({ rawFor: undefined });
  if (!server) return null;
  const ready = session?.state.at === 'ready';
  return session && ready ? (
    <Composer key={session.id} server={server} session={session} onClose={close} loadEditor={loadEditor} />
  ) : (
    <Dialog open onOpenChange={close} title={TITLE}>
      <p>{server.config.name} is not connected. Connect it, then write the message. What you wrote before is kept.</p>
    </Dialog>
  );
}

/** Whether a request with this id was sent before in the session. */
function useIdUsed(sessionId: string, text: string, sent: RawOutcome | undefined): boolean {
  const id = requestIdOf(text);
  const key = id === undefined ? undefined : `${sessionId}/${JSON.stringify(id)}/${sent?.title ?? ''}`;
  const { value, stale } = useLoad(key, async (host) => {
    const filter = { query: `id:${JSON.stringify(String(id))}`, kinds: ['call' as const, 'stream' as const] };
    const { traffic = [] } = await host['log.page']({ sessionId, view: 'traffic', from: 0, count: 200, filter });
    return traffic.some((row) => row.rpcId === id && row.dir === 'out');
  });
  return value === true && !stale;
}

interface ComposerProps {
  readonly server: ServerEntry;
  readonly session: Session;
  readonly onClose: () => void;
  readonly loadEditor: MonacoEditorProps['load'];
}

function Composer({ server, session, onClose, loadEditor }: ComposerProps) {
  const { page } = useWirebench();
  const key = `${server.id}/raw`;
  const text = usePage((state) => state.heldDrafts[key]) ?? '';
  // Kept while the page lives and never written down: a raw message may hold a secret.
  const setText = (next: string) => page.getState().draft(key, next === '' ? undefined : next, true);
  const { newest, send: sendText } = useRawSend(session.id);
  // What became of one text says nothing of another.
  const outcome = newest?.text === text ? newest.outcome : undefined;
  const used = useIdUsed(session.id, text, outcome);
  const found = useMemo(() => rawHints(text, session), [text, session]);
  const hints = used ? [{ text: 'A request with this id was sent before in this session.' }, ...found] : found;
  const send = () => {
    if (text === '') return;
    page.getState().keepRaw(server.id, text);
    sendText(text);
  };
  const replace = (next: string) => {
    // What was written and not sent is found among the last ones.
    if (text !== '') page.getState().keepRaw(server.id, text);
    setText(next);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={TITLE}
      description={`To ${server.config.name}, exactly as written. Escape keeps what you wrote.`}
      width={760}
      holds={text !== ''}
      onModEnter={send}
      footer={
        <>
          <Insert serverId={server.id} session={session} onText={replace} />
          <span className="sp" />
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
          <Button variant="pri" icon={Send} keys={['mod', 'enter']} disabled={text === ''} onClick={send}>
            Send
          </Button>
        </>
      }
    >
      <div className="form">
        <MonacoEditor
          className="act-editor"
          label="Raw message"
          value={text}
          onChange={setText}
          language="json"
          path="traffic/raw/message.json"
          asTyped
          {...(loadEditor ? { load: loadEditor } : {})}
        />
        <HintList hints={hints} />
        {outcome && <Outcome outcome={outcome} serverId={server.id} sessionId={session.id} onClose={onClose} />}
      </div>
    </Dialog>
  );
}

interface InsertProps {
  readonly serverId: string;
  readonly session: Session;
  readonly onText: (text: string) => void;
}

/** Texts to begin with: templates, and what was sent before. */
function Insert({ serverId, session, onText }: InsertProps) {
  const kept = usePage((state) => state.rawTexts[serverId]);
  // Ids grow with the traffic; one far above is free until that many requests were sent.
  const free = useRef(session.counts.traffic + 1000);
  const templates: MenuItem[] = rawTemplates(session, free.current).map(({ id, label, text }) => ({
    id,
    label,
    onSelect: () => {
      free.current += 1;
      onText(text);
    },
  }));
  const history: MenuItem[] = [...(kept ?? [])].reverse().map((text) => ({
    id: text,
    label: text.replace(/\s+/g, ' ').slice(0, SHOWN_CHARS),
    onSelect: () => onText(text),
  }));
  return (
    <>
      <Menu
        align="start"
        items={templates}
        trigger={
          <Button variant="quiet" iconAfter={ChevronDown}>
            Templates
          </Button>
        }
      />
      <Menu
        align="start"
        items={history}
        trigger={
          <Button variant="quiet" iconAfter={ChevronDown} disabled={history.length === 0}>
            Last messages
          </Button>
        }
      />
    </>
  );
}

interface OutcomeProps {
  readonly outcome: RawOutcome;
  readonly serverId: string;
  readonly sessionId: string;
  readonly onClose: () => void;
}

function Outcome({ outcome, serverId, sessionId, onClose }: OutcomeProps) {
  const wirebench = useWirebench();
  const { announce } = useFeedback();
  const { kind, title, text, exchangeId } = outcome;
  useEffect(() => announce(title), [announce, title]);
  const show = () => {
    onClose();
    if (exchangeId !== undefined)
      showExchange(wirebench, { serverId, sessionId, exchangeId }).catch(() => announce('It was not found in Traffic'));
  };
  const actions =
    exchangeId === undefined ? undefined : (
      <Button size="sm" onClick={show}>
        Show in Traffic
      </Button>
    );
  return (
    <Callout kind={kind === 'running' ? 'ntf' : kind} title={title} actions={actions}>
      {text}
    </Callout>
  );
}
