import { ChevronDown, RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { Exchange } from '#shared/exchange.ts';
import type { Session } from '#shared/session.ts';
import { askChanged, type ChangedTarget } from '../../parts/drift/ask-changed.ts';
import { useEntity, useLoad, useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useFeedback } from '../../ui/feedback.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { MenuItem } from '../../ui/menu-items.tsx';
import { EditDialog } from './act/edit-dialog.tsx';
import { ElsewhereDialog } from './act/elsewhere-dialog.tsx';
import { ManyDialog } from './act/many-dialog.tsx';
import { sendRequest } from './act/send-request.ts';
import { readSentRequest, traceIdOf } from './act/sent-request.ts';
import { useOtherAnswer } from './act/use-other-answer.ts';
import { exchangeSide, useSendAgain } from './act/use-send-again.ts';

export interface SendAgainMenuProps {
  readonly sessionId: string;
  readonly exchange: Exchange;
}

type Open = 'edit' | 'many' | 'elsewhere';

/** Requests up to this size are looked at for a trace id, bytes. */
const LOOKED_AT = 1_000_000;

function useTraceId(sessionId: string, exchange: Exchange): string | undefined {
  const key = exchange.bytesOut > LOOKED_AT ? undefined : `${sessionId}/${exchange.requestSeq}`;
  const { value } = useLoad(key, async (host) => ({
    key,
    // What cannot be read has no trace; why it cannot is told when it is to be sent.
    id: await readSentRequest(host, sessionId, exchange).then(traceIdOf, () => undefined),
  }));
  return value?.key === key ? value?.id : undefined;
}

/** The two ways to a second answer: another server, the other era. */
function useOthers(sessionId: string, exchange: Exchange) {
  const wirebench = useWirebench();
  const session = useEntity('session', sessionId);
  const era = session?.hello?.era === 'modern' ? 'legacy' : 'modern';
  const other = useOtherAnswer(sessionId);
  const tools = exchange.method === 'tools/call' && exchange.name !== undefined ? [exchange.name] : [];
  // Asked before anything is said to be under way.
  const asked = (target: ChangedTarget, go: () => void) =>
    void askChanged(wirebench, target, tools).then((goOn) => goOn && go());
  const inOtherEra = () =>
    asked({ serverId: session?.serverId ?? '', sessionId }, () =>
      other.get(
        exchange,
        `Starting ${session?.config.name} in the ${era} era to send ${exchange.method}.`,
        async () => {
          const found = await wirebench.link.client()['exchange.otherEra']({ sessionId, exchangeId: exchange.id });
          return exchangeSide(found.sessionId, found.exchangeId);
        },
      ),
    );
  const toServer = (to: Session) =>
    asked({ serverId: to.serverId, sessionId: to.id }, () =>
      other.get(exchange, `${exchange.method} sent to ${to.config.name}.`, async () => {
        const request = await readSentRequest(wirebench.link.client(), sessionId, exchange);
        const options = { ownEnvelope: true };
        const { operation, answer } = await sendRequest(wirebench, { sessionId: to.id, request, options });
        if (!answer) throw new Error(operation.fault?.message ?? 'No answer came.');
        return exchangeSide(to.id, answer.id);
      }),
    );
  return { ...other, era, agreed: session?.hello !== undefined, inOtherEra, toServer };
}

/** S18. `Send again` with its other ways; nothing for what the server asked. */
export function SendAgainMenu({ sessionId, exchange }: SendAgainMenuProps) {
  const { announce } = useFeedback();
  const [open, setOpen] = useState<Open>();
  const again = useSendAgain(sessionId);
  const others = useOthers(sessionId, exchange);
  const traceId = useTraceId(sessionId, exchange);
  if (exchange.origin !== 'client') return null;
  const note = again.blocked;
  const here = { disabled: note !== undefined, ...(note === undefined ? {} : { note }) };
  const items: MenuItem[] = [
    { id: 'again', label: 'Send again', keys: ['R'], ...here, onSelect: () => again.send(exchange) },
    { id: 'traced', label: 'Send with a trace id', ...here, onSelect: () => again.send(exchange, { trace: true }) },
    { id: 'edit', label: 'Edit and send…', ...here, onSelect: () => setOpen('edit') },
    { id: 'many', label: 'Send many times…', ...here, onSelect: () => setOpen('many') },
    { separator: 'others' },
    {
      id: 'elsewhere',
      label: 'Send to another server…',
      disabled: others.busy,
      onSelect: () => setOpen('elsewhere'),
    },
    {
      id: 'era',
      label: `Send in the ${others.era} era and compare`,
      disabled: others.busy || !others.agreed,
      onSelect: others.inOtherEra,
    },
  ];
  if (traceId !== undefined) {
    const copy = () => void navigator.clipboard.writeText(traceId).then(() => announce('Trace id copied'));
    items.push({ separator: 'trace' }, { id: 'trace', label: 'Copy trace id', note: traceId, onSelect: copy });
  }
  const close = () => setOpen(undefined);
  const shared = { sessionId, exchange, onClose: close };
  return (
    <>
      <span className="splitbtn">
        <Button size="sm" icon={RotateCw} disabled={here.disabled} title={note} onClick={() => again.send(exchange)}>
          Send again
        </Button>
        <Menu
          trigger={
            <button type="button" className="btn sm" aria-label="Other ways to send it again">
              <Icon icon={ChevronDown} size="s" />
            </button>
          }
          items={items}
        />
      </span>
      {open === 'edit' && <EditDialog {...shared} onSent={again.tell} />}
      {open === 'many' && <ManyDialog {...shared} />}
      {open === 'elsewhere' && <ElsewhereDialog sessionId={sessionId} onClose={close} onSend={others.toServer} />}
      <Dialog
        open={others.problem !== undefined}
        onOpenChange={others.clear}
        title="There is no other answer to compare"
        footer={<Button onClick={others.clear}>Close</Button>}
      >
        <Callout kind="err" title={`${exchange.method} was not answered`}>
          {others.problem}
        </Callout>
      </Dialog>
    </>
  );
}
