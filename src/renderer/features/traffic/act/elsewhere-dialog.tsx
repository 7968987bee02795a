import { Send } from 'lucide-react';
import { useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { Session } from '#shared/session.ts';
import { useEntities } from '../../../store/wirebench.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';

export interface ElsewhereDialogProps {
  /** The session the request comes from; its server is not offered. */
  readonly sessionId: string;
  readonly onClose: () => void;
  readonly onSend: (to: Session) => void;
}

/** Running sessions of other servers, in the order of the rail. */
function useOthers(sessionId: string): Session[] {
  return useEntities(
    useShallow((state) => {
      const own = state.session.get(sessionId)?.serverId;
      return [...state.server.values()]
        .sort((a, b) => a.order - b.order)
        .flatMap((server) => {
          const session = server.sessionId === undefined ? undefined : state.session.get(server.sessionId);
          return session?.state.at === 'ready' && server.id !== own ? [session] : [];
        });
    }),
  );
}

const eraWords = ({ hello }: Session): string => (hello ? `${hello.era} era, ${hello.version}` : 'no version agreed');

/** `Send to another server…`: which of those that are connected. */
export function ElsewhereDialog({ sessionId, onClose, onSend }: ElsewhereDialogProps) {
  const others = useOthers(sessionId);
  const [chosen, setChosen] = useState<string>();
  const target = others.find(({ id }) => id === chosen) ?? others[0];
  const send = () => {
    if (!target) return;
    onClose();
    onSend(target);
  };
  const footer = (
    <>
      <span className="sp" />
      <Button variant="quiet" onClick={onClose}>
        Close
      </Button>
      <Button variant="pri" icon={Send} disabled={!target} onClick={send}>
        Send and compare
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Send to another server"
      description="Method and params stay. What the protocol writes into every request is written for the other server."
      footer={footer}
    >
      {others.length === 0 ? (
        <p>No other server is connected. Connect one, then send the request to it.</p>
      ) : (
        <RadioGroup
          label="Server"
          value={target?.id ?? ''}
          onValue={setChosen}
          options={others.map((session) => ({
            value: session.id,
            label: `${session.config.name}, ${eraWords(session)}`,
          }))}
        />
      )}
    </Dialog>
  );
}
