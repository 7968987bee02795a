import { GitCompare } from 'lucide-react';
import type { CatalogKind } from '#shared/catalog-kind.ts';
import type { ServerEntry } from '#shared/entities.ts';
import type { Session } from '#shared/session.ts';
import type { Command } from '../store/command.ts';
import type { TabId } from '../store/page.ts';
import type { CommandTools } from './server-commands.ts';

const LISTS: Partial<Record<TabId, CatalogKind>> = { tools: 'tools', resources: 'resources', prompts: 'prompts' };

/** Lays the list of the session before beside that of this one. */
async function compareWithLast({ wirebench }: CommandTools, session: Session, kind: CatalogKind): Promise<void> {
  const { sessions } = await wirebench.link.client()['session.kept']({ serverId: session.serverId });
  const last = sessions
    .filter(({ id, startedAt }) => id !== session.id && startedAt < session.startedAt)
    .sort((x, y) => y.startedAt - x.startedAt)[0];
  if (!last) throw new Error('There is no earlier session of this server on this computer to compare with.');
  const side = (sessionId: string) => ({ of: 'catalog', sessionId, kind }) as const;
  wirebench.page.getState().openCompare(side(last.id), side(session.id));
}

/** S32 from the palette: two sessions of a server, two definitions, or the list that is shown and the one of the last session. */
export function compareCommands(tools: CommandTools, server: ServerEntry, session: Session | undefined): Command[] {
  const kind = () => LISTS[tools.wirebench.page.getState().tabs[server.id] ?? 'tools'];
  const group = 'Server';
  return [
    {
      id: 'compare.sessions',
      title: 'Compare two sessions…',
      group,
      icon: GitCompare,
      run: () => tools.overlays.setState({ comparing: server.id }),
    },
    {
      id: 'compare.definitions',
      title: 'Compare two tool definitions…',
      group,
      icon: GitCompare,
      disabled: session ? undefined : `${server.config.name} is not connected`,
      run: () => tools.wirebench.page.getState().set({ choosing: { name: undefined } }),
    },
    {
      id: 'compare.list',
      title: 'Compare this list with the last session’s',
      group,
      icon: GitCompare,
      disabled: session ? undefined : `${server.config.name} is not connected`,
      run: () => {
        if (session) tools.attempt(compareWithLast(tools, session, kind() ?? 'tools'));
      },
    },
  ];
}
