import { Ellipsis, FilePen, Pencil } from 'lucide-react';
import type { ServerEntry } from '#shared/entities.ts';
import type { Session } from '#shared/session.ts';
import type { Command } from '../store/command.ts';
import { usePage, useWirebench } from '../store/wirebench.tsx';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { formatDuration } from '../ui/format.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu } from '../ui/menu.tsx';
import { useLayout } from '../ui/use-layout.ts';
import { useNow } from '../ui/use-now.ts';
import { menuItem } from './menu-item.ts';
import { Processes } from './processes.tsx';
import type { ServerCommands } from './server-commands.ts';
import { elapsed, hostOf, serverStatus, transportOf } from './server-status.ts';

function facts(server: ServerEntry, session: Session | undefined, now: number): string {
  const { endpoint } = server.config;
  const parts = [transportOf(endpoint)];
  if (endpoint.kind === 'http') parts.push(hostOf(endpoint.url));
  if (!session) return parts.join(', ');
  const closed = session.state.at === 'closed';
  if (server.gaveUp !== undefined) parts.push('stopped retrying');
  if (closed && session.endedAt !== undefined)
    parts.push(`ran for ${formatDuration(session.endedAt - session.startedAt)}`);
  if (session.state.at === 'ready') parts.push(`up ${elapsed(now - (session.readyAt ?? session.startedAt))}`);
  return parts.join(', ');
}

/** A file of a watched server is newer than what runs. */
function CodeChanged({ server, restart }: { server: ServerEntry; restart: Command }) {
  if (server.changed === undefined) return null;
  return (
    <>
      <Chip kind="wait" icon={FilePen}>
        Code changed
      </Chip>
      <span className="meta el">
        <ForeignText text={server.changed} limit={128} inert />
      </span>
      <HeaderButton command={restart} />
    </>
  );
}

function HeaderButton({ command, strong }: { command: Command; strong?: boolean }) {
  return (
    <Button size="sm" variant={strong ? 'outline' : 'quiet'} icon={command.icon} onClick={() => command.run()}>
      {command.title}
    </Button>
  );
}

function Actions({ rail, commands }: { rail: string; commands: ServerCommands }) {
  const { connect, disconnect, restart, fetch, edit, remove } = commands;
  const { window, link } = commands;
  const narrow = useLayout() === 'narrow';
  const later = [...(rail === 'connected' ? [fetch] : []), edit, window, link, remove];
  // A narrow window has no room for buttons: they go first into the menu.
  const first = [restart, connect, disconnect].filter(({ disabled }) => disabled === undefined);
  const more = narrow ? [...first, ...later] : later;
  if (narrow)
    return <Menu trigger={<IconButton icon={Ellipsis} label="More server actions" />} items={more.map(menuItem)} />;
  return (
    <>
      {rail === 'connected' && <HeaderButton command={restart} />}
      {['connected', 'starting', 'auth'].includes(rail) && <HeaderButton command={disconnect} />}
      {rail === 'failed' && <HeaderButton command={{ ...edit, icon: Pencil }} />}
      {rail === 'failed' && (
        <HeaderButton command={{ ...connect, title: 'Retry', icon: restart.icon ?? Pencil }} strong />
      )}
      {rail === 'reconnecting' && <HeaderButton command={{ ...connect, title: 'Try now' }} strong />}
      {rail === 'off' && <HeaderButton command={connect} strong />}
      <Menu trigger={<IconButton icon={Ellipsis} label="More server actions" />} items={more.map(menuItem)} />
    </>
  );
}

interface WorkspaceHeaderProps {
  server: ServerEntry;
  session: Session | undefined;
  commands: ServerCommands;
}

/** S06. Name, status, era, facts and the actions that fit the state. */
export function WorkspaceHeader({ server, session, commands }: WorkspaceHeaderProps) {
  const { page } = useWirebench();
  const showInfo = usePage((state) => state.tabs[server.id] === 'info');
  const now = useNow(server.retry || (session && session.state.at !== 'closed') ? 1000 : undefined);
  const status = serverStatus(server, session, now);
  const hello = session?.state.at === 'ready' ? session.hello : undefined;
  return (
    <div className="ws-h">
      <h1 className="el">
        <ForeignText text={server.config.name} limit={128} inert />
      </h1>
      <Chip kind={status.kind} icon={status.icon}>
        {status.text}
      </Chip>
      {hello && (
        <button
          type="button"
          className="chip chip-b"
          title="How the version was agreed"
          aria-pressed={showInfo}
          onClick={() => page.getState().openTab(server.id, 'info')}
        >
          {hello.era === 'modern' ? 'Modern' : 'Legacy'}, {hello.version}
        </button>
      )}
      <span className="meta tn">{facts(server, session, now)}</span>
      {session?.pid !== undefined && session.state.at !== 'closed' && server.config.endpoint.kind === 'stdio' && (
        <Processes sessionId={session.id} pid={session.pid} />
      )}
      <CodeChanged server={server} restart={commands.restart} />
      <span className="sp" />
      <Actions rail={status.rail} commands={commands} />
    </div>
  );
}
