import {
  AppWindow,
  FileCheck,
  Link,
  Pencil,
  Plug,
  RefreshCw,
  RotateCw,
  SquareTerminal,
  Trash2,
  Unplug,
} from 'lucide-react';
import type { ServerEntry } from '#shared/entities.ts';
import type { Session } from '#shared/session.ts';
import { type BindingId, bindingTitle } from '../parts/keys/bindings.ts';
import { type Place, placeLink } from '../parts/place.ts';
import { openPlaceWindow } from '../parts/place-window.ts';
import type { Command } from '../store/command.ts';
import type { Wirebench } from '../store/wirebench.tsx';
import type { OverlayStore } from './overlays.ts';
import type { Places } from './places.ts';
import { serverStatus } from './server-status.ts';

/** What commands act through. `attempt` runs a call of the host and shows why it failed. */
export interface CommandTools {
  wirebench: Wirebench;
  overlays: OverlayStore;
  attempt(call: Promise<unknown>): void;
  /** One line to the person. */
  say(text: string): void;
  places: Places;
  /** The keys of a command, as the settings have them; undefined for none, and while they are turned off. */
  shortcutOf(id: string): string | undefined;
}

/** What is said of a command that has keys in one place: its id, its title, its keys. */
export function bound({ shortcutOf }: CommandTools, id: BindingId): Pick<Command, 'id' | 'title' | 'shortcut'> {
  return { id, title: bindingTitle(id), shortcut: shortcutOf(id) };
}

/** Puts the link to a place on the clipboard. */
export function copyPlaceLink({ say }: CommandTools, place: Place): void {
  navigator.clipboard.writeText(placeLink(place)).then(
    () => say('Link copied. It opens this place in this app, on a computer that has the server on its list.'),
    () => say('The system did not allow copying.'),
  );
}

/** Opens a further window at a place, or says why there is none. */
export function openInWindow({ say }: CommandTools, place: Place): void {
  if (!openPlaceWindow(place)) say('The browser did not open a window. Allow pop-ups for this address.');
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

export type ServerCommands = Record<
  'connect' | 'disconnect' | 'restart' | 'fetch' | 'edit' | 'raw' | 'accept' | 'window' | 'link' | 'remove',
  Command
>;

const GROUP = 'Server';

function runCommands(
  tools: CommandTools,
  server: ServerEntry,
  session: Session | undefined,
): Pick<ServerCommands, 'connect' | 'disconnect' | 'restart' | 'fetch'> {
  const { wirebench, attempt } = tools;
  const host = () => wirebench.link.client();
  const { name, endpoint } = server.config;
  const { rail } = serverStatus(server, session, 0);
  const running = rail === 'connected' || rail === 'starting' || rail === 'auth';
  const serverId = server.id;
  return {
    connect: {
      id: 'server.connect',
      title: rail === 'failed' ? 'Retry' : 'Connect',
      group: GROUP,
      icon: Plug,
      disabled: running ? `${name} is already running` : undefined,
      run: () => attempt(host()['session.start']({ serverId })),
    },
    disconnect: {
      id: 'server.disconnect',
      title: rail === 'starting' ? 'Cancel connecting' : 'Disconnect',
      group: GROUP,
      icon: Unplug,
      disabled: running ? undefined : `${name} is not connected`,
      run: () => session && attempt(host()['session.stop']({ sessionId: session.id })),
    },
    restart: {
      ...bound(tools, 'server.restart'),
      title: endpoint.kind === 'http' ? 'Reconnect' : 'Restart',
      group: GROUP,
      icon: RotateCw,
      run: () => attempt(host()['session.restart']({ serverId })),
    },
    fetch: {
      ...bound(tools, 'server.fetch'),
      group: GROUP,
      icon: RefreshCw,
      disabled: rail === 'connected' ? undefined : `${name} is not connected`,
      run: () => session && fetchLists(tools, session),
    },
  };
}

function windowCommands(tools: CommandTools, server: ServerEntry): Pick<ServerCommands, 'window' | 'link'> {
  const place = (): Place => ({
    serverId: server.id,
    tab: tools.wirebench.page.getState().tabs[server.id] ?? 'tools',
  });
  return {
    window: {
      id: 'server.window',
      title: 'Open in a new window',
      group: GROUP,
      icon: AppWindow,
      run: () => openInWindow(tools, place()),
    },
    link: {
      id: 'server.link',
      title: 'Copy link to the server',
      group: GROUP,
      icon: Link,
      run: () => copyPlaceLink(tools, place()),
    },
  };
}

/** Everything one can do to a server; used by its context menu, the header, the palette and the keyboard. */
export function serverCommands(tools: CommandTools, server: ServerEntry, session: Session | undefined): ServerCommands {
  const { wirebench, overlays } = tools;
  const serverId = server.id;
  return {
    ...runCommands(tools, server, session),
    edit: {
      id: 'server.edit',
      title: 'Edit server',
      group: GROUP,
      icon: Pencil,
      run: () => wirebench.page.getState().set({ serverId, review: { source: 'edit', serverId } }),
    },
    accept: {
      id: 'server.acceptDrift',
      title: 'Accept changed definitions',
      group: GROUP,
      icon: FileCheck,
      disabled: server.drift?.length ? undefined : `${server.config.name} lists what you accepted`,
      run: () => tools.attempt(wirebench.link.client()['drift.accept']({ serverId })),
    },
    raw: {
      id: 'server.raw',
      title: 'Send a raw message…',
      group: GROUP,
      icon: SquareTerminal,
      disabled: session?.state.at === 'ready' ? undefined : `${server.config.name} is not connected`,
      run: () => wirebench.page.getState().set({ rawFor: serverId }),
    },
    ...windowCommands(tools, server),
    remove: {
      id: 'server.remove',
      title: 'Remove',
      group: GROUP,
      icon: Trash2,
      run: () => overlays.setState({ removing: serverId }),
    },
  };
}
