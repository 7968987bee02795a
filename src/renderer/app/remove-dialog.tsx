import { useRef } from 'react';
import { useStore } from 'zustand';
import { useEntity } from '../store/wirebench.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { CommandTools } from './server-commands.ts';

/** Asks once before a server leaves the rail. */
export function RemoveDialog({ tools }: { tools: CommandTools }) {
  const { overlays, wirebench, attempt } = tools;
  const serverId = useStore(overlays, (state) => state.removing);
  const server = useEntity('server', serverId);
  const cancel = useRef<HTMLButtonElement>(null);
  const close = () => overlays.setState({ removing: undefined });
  if (!server || serverId === undefined) return null;
  const remove = () => {
    close();
    const removed = wirebench.link.client()['server.remove']({ serverId });
    attempt(removed.then(() => wirebench.page.getState().forget(serverId)));
  };
  return (
    <Dialog
      open
      onOpenChange={close}
      title={`Remove ${server.config.name}?`}
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
        Its settings are deleted from this app and a running session ends. The files of the server stay as they are.
      </p>
    </Dialog>
  );
}
