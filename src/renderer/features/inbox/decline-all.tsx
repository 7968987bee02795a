import { Ban } from 'lucide-react';
import { useRef, useState } from 'react';
import type { PendingInput } from '#shared/entities.ts';
import { HostError, messageOf } from '#shared/errors.ts';
import { oneLine } from '../../parts/ask/ask-words.ts';
import { isBrowsing } from '../../parts/ask/browsing-buttons.tsx';
import { useAskerName } from '../../parts/ask/use-asker-name.ts';
import { useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';

/** One answer for everything that a server asks, offered where it asks for several things. */
export function DeclineAll({ asks }: { readonly asks: readonly PendingInput[] }) {
  const servers = new Map<string, PendingInput[]>();
  // Who was sent to a page is there, and says so by its own buttons.
  for (const ask of asks.filter((one) => !isBrowsing(one)))
    servers.set(ask.sessionId, [...(servers.get(ask.sessionId) ?? []), ask]);
  const several = [...servers].filter(([, own]) => own.length > 1);
  return several.map(([sessionId, own]) => <OneServer key={sessionId} asks={own} />);
}

const isOver = (error: unknown) => error instanceof HostError && error.code === 'NOT_FOUND';

/** Declines every ask; those that are over by then need no answer. */
function useDeclineAll(asks: readonly PendingInput[]) {
  const { link } = useWirebench();
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const busy = useRef(false);
  const decline = async () => {
    if (busy.current) return;
    busy.current = true;
    setSending(true);
    setProblem(undefined);
    const client = link.client();
    const failed: unknown[] = [];
    const one = ({ id }: PendingInput) =>
      client['pending.answer']({ id, reply: { action: 'decline' } }).catch((error: unknown) => {
        if (!isOver(error)) failed.push(error);
      });
    await Promise.all(asks.map(one));
    const [first] = failed;
    if (first) setProblem(`${plural(failed.length, 'reply', 'replies')} did not arrive. ${messageOf(first)}`);
    busy.current = false;
    setSending(false);
  };
  return { sending, problem, decline };
}

function OneServer({ asks }: { readonly asks: readonly PendingInput[] }) {
  const name = oneLine(useAskerName(asks[0]), 60);
  const { sending, problem, decline } = useDeclineAll(asks);
  return (
    <div className="inbox-all">
      <div className="row">
        <span className="fs12 t2 el">
          {name} has {plural(asks.length, 'request')} waiting
        </span>
        <span className="sp" />
        <Button
          size="sm"
          icon={Ban}
          disabled={sending}
          onClick={() => void decline()}
          title="Every request of this server that waits now is declined"
        >
          Decline all<span className="vh"> from {name}</span>
        </Button>
      </div>
      {problem !== undefined && (
        <span className="fs12 c-err" role="alert">
          {problem}
        </span>
      )}
    </div>
  );
}
