import { KeyRound, Loader, TriangleAlert } from 'lucide-react';
import type { ServerEntry } from '#shared/entities.ts';
import type { RailState } from '#shared/session.ts';
import type { Command } from '../store/command.ts';
import { useEntities, useSteadySession } from '../store/wirebench.tsx';
import { ContextArea } from '../ui/context-area.tsx';
import { Count } from '../ui/count.tsx';
import { plural } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { useNow } from '../ui/use-now.ts';
import { menuItem } from './menu-item.ts';
import { type CommandTools, serverCommands } from './server-commands.ts';
import { serverStatus } from './server-status.ts';

function Glyph({ rail }: { rail: RailState }) {
  switch (rail) {
    case 'connected':
      return <span className="dot" />;
    case 'starting':
    case 'stopping':
      return (
        <span className="st-conn">
          <Icon icon={Loader} className="spin" />
        </span>
      );
    case 'reconnecting':
      return (
        <span className="st-auth">
          <Icon icon={Loader} className="spin" />
        </span>
      );
    case 'auth':
      return (
        <span className="st-auth">
          <Icon icon={KeyRound} />
        </span>
      );
    case 'failed':
      return (
        <span className="st-err">
          <Icon icon={TriangleAlert} />
        </span>
      );
    default:
      return <span className="dot off" />;
  }
}

interface RailRowProps {
  server: ServerEntry;
  current: boolean;
  tools: CommandTools;
  onOpen: () => void;
}

/** Commands of a server that make sense now, in the order of its context menu. */
function rowCommands(
  tools: CommandTools,
  server: ServerEntry,
  session: Parameters<typeof serverCommands>[2],
): Command[] {
  const { connect, disconnect, restart, edit, window, link, remove } = serverCommands(tools, server, session);
  const first = connect.disabled === undefined ? [connect] : [disconnect, restart];
  return [...first, edit, window, link, remove];
}

/** One server of the rail: glyph, name, second line, badges, context menu. */
export function RailRow({ server, current, tools, onOpen }: RailRowProps) {
  const session = useSteadySession(server.sessionId);
  const connecting = session?.state.at === 'opening' || session?.state.at === 'negotiating';
  const now = useNow(connecting || server.retry ? 1000 : undefined);
  const status = serverStatus(server, session, now);
  const asks = useEntities(
    (state) =>
      [...state.pending.values()].filter((ask) => ask.serverId === server.id && ask.status === 'waiting').length,
  );
  const calls = useEntities(
    (state) =>
      [...state.operation.values()].filter(
        (operation) => operation.sessionId === server.sessionId && ['running', 'polling'].includes(operation.status),
      ).length,
  );
  const { name } = server.config;
  const parts = [name, status.text, status.rail === 'connected' ? status.second : ''];
  if (asks > 0) parts.push(`${plural(asks, 'request')} waiting`);
  return (
    <li>
      <ContextArea items={rowCommands(tools, server, session).map(menuItem)}>
        <a
          className="srv"
          href={`#server/${server.id}`}
          aria-current={current ? 'page' : undefined}
          aria-label={parts.filter(Boolean).join(', ')}
          title={name}
          onClick={(event) => {
            event.preventDefault();
            onOpen();
          }}
        >
          <span className="st">
            <Glyph rail={status.rail} />
          </span>
          <span className="col srv-t">
            <span className="nm el">{name}</span>
            <span className="sub el">{status.second}</span>
          </span>
          <span className="srv-short">{name.slice(0, 2)}</span>
          <span className="badges">
            {asks > 0 && <Count value={asks} tone="wait" />}
            {!current && calls > 0 && <Count value={calls} />}
          </span>
        </a>
      </ContextArea>
    </li>
  );
}
