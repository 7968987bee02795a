import { Pencil, Plug, RefreshCw, RotateCw, Trash2, Unplug } from 'lucide-react';
import type { ServerEntry } from '#shared/entities.ts';
import type { Session } from '#shared/session.ts';
import type { Command } from '../store/command.ts';
import type { Wirebench } from '../store/wirebench.tsx';
import type { OverlayStore } from './overlays.ts';
import { serverStatus } from './server-status.ts';

/** What commands act through. `attempt` runs a call of the host and shows why it failed. */
export interface CommandTools {
  wirebench: Wirebench;
  overlays: OverlayStore;
  attempt(call: Promise<unknown>): void;
}

const LISTS = ['tools.list', 'resources.list', 'resources.templates', 'prompts.list'] as const;
const LIST_CAPABILITY = {
  'tools.list': 'tools',
  'resources.list': 'resources',
  'resources.templates': 'resources',
  'prompts.list': 'prompts',
} as const;

function fetchLists({ wirebench, attempt }: CommandTools, session: Session): void {
  const offered = session.hello?.capabilities ?? {};
  for (const verb of LISTS) {
    if (!(LIST_CAPABILITY[verb] in offered)) continue;
    attempt(wirebench.link.client()['operation.run']({ sessionId: session.id, verb, input: {} }));
  }
}

/** Everything one can do to a server; used by its context menu, the header, the palette and the keyboard. */
export function serverCommands(
  tools: CommandTools,
  server: ServerEntry,
  session: Session | undefined,
): Record<'connect' | 'disconnect' | 'restart' | 'fetch' | 'edit' | 'remove', Command> {
  const { wirebench, overlays, attempt } = tools;
  const host = wirebench.link.client();
  const { name, endpoint } = server.config;
  const { rail } = serverStatus(server, session, 0);
  const running = rail === 'connected' || rail === 'starting' || rail === 'auth';
  const group = 'Server';
  const serverId = server.id;
  return {
    connect: {
      id: 'server.connect',
      title: rail === 'failed' ? 'Retry' : 'Connect',
      group,
      icon: Plug,
      disabled: running ? `${name} is already running` : undefined,
      run: () => attempt(host['session.start']({ serverId })),
    },
    disconnect: {
      id: 'server.disconnect',
      title: rail === 'starting' ? 'Cancel connecting' : 'Disconnect',
      group,
      icon: Unplug,
      disabled: running ? undefined : `${name} is not connected`,
      run: () => session && attempt(host['session.stop']({ sessionId: session.id })),
    },
    restart: {
      id: 'server.restart',
      title: endpoint.kind === 'http' ? 'Reconnect' : 'Restart',
      group,
      icon: RotateCw,
      shortcut: 'mod+r',
      run: () => attempt(host['session.restart']({ serverId })),
    },
    fetch: {
      id: 'server.fetch',
      title: 'Fetch tools, resources and prompts again',
      group,
      icon: RefreshCw,
      shortcut: 'mod+shift+r',
      disabled: rail === 'connected' ? undefined : `${name} is not connected`,
      run: () => session && fetchLists(tools, session),
    },
    edit: {
      id: 'server.edit',
      title: 'Edit server',
      group,
      icon: Pencil,
      run: () => wirebench.page.getState().set({ review: { text: '', source: 'edit', serverId } }),
    },
    remove: {
      id: 'server.remove',
      title: 'Remove',
      group,
      icon: Trash2,
      run: () => overlays.setState({ removing: serverId }),
    },
  };
}
