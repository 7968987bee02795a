import { useRef } from 'react';
import { useStore } from 'zustand';
import { useEntity } from '../store/wirebench.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useFeedback } from '../ui/feedback.tsx';
import { removeLater, UNDO_MS } from './leaving.ts';
import type { CommandTools } from './server-commands.ts';

/** Asks once before a server leaves the rail; for a while it can be brought back. */
export function RemoveDialog({ tools }: { tools: CommandTools }) {
  const { overlays } = tools;
  const { toast } = useFeedback();
  const serverId = useStore(overlays, (state) => state.removing);
  const server = useEntity('server', serverId);
  const cancel = useRef<HTMLButtonElement>(null);
  const close = () => overlays.setState({ removing: undefined });
  if (!server || serverId === undefined) return null;
  const { name } = server.config;
  const remove = () => {
    close();
    const undo = removeLater(tools, serverId);
    const tooLate = () => toast(`${name} was removed already.`);
    toast(`${name} removed.`, { label: 'Undo', run: () => undo() || tooLate() }, UNDO_MS);
  };
  return (
    <Dialog
      open
      onOpenChange={close}
      title={`Remove ${name}?`}
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={close}>
            Cancel
          </Button>
          <Button variant="danger" onClick={remove}>
            Remove
          </Button>
        </>
      }
    >
      <p>
        A running session ends, and its settings and saved secrets are deleted. You can undo this for 10 seconds. The
        files of the server stay as they are.
      </p>
    </Dialog>
  );
}
