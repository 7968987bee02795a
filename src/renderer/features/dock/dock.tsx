import type { TabProps } from '../../store/tab.ts';
import { useFeedback } from '../../ui/feedback.tsx';
import { LogDock } from './log-dock.tsx';
import { openDockWindow } from './open-dock-window.ts';

export interface DockProps extends TabProps {
  /** It is all that its window shows. */
  readonly alone?: boolean;
}

/** S29. The logs of the newest session of a server under every tab of its workspace. */
export function Dock({ server, session, alone = false }: DockProps) {
  const { toast } = useFeedback();
  const popOut = () => {
    if (!openDockWindow(server.id)) toast('The browser did not open a window. Allow pop-ups for this address.');
  };
  return (
    <LogDock
      serverId={server.id}
      overHttp={server.config.endpoint.kind === 'http'}
      session={session}
      alone={alone}
      onPopOut={alone ? undefined : popOut}
    />
  );
}
