import { Bell } from 'lucide-react';
import type { TabProps } from '../../store/tab.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NoticesView } from './notices-view.tsx';

/** S19. What the newest session's two sides told each other without being asked. */
export function NotificationsTab({ server, session }: TabProps) {
  if (!session) {
    return (
      <EmptyState icon={Bell} title="No notifications yet">
        Connect the server. Log messages, progress and changes are shown here.
      </EmptyState>
    );
  }
  return <NoticesView key={session.id} serverId={server.id} serverName={server.config.name} session={session} />;
}
