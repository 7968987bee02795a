import { Plus, Settings as SettingsIcon } from 'lucide-react';
import type { ServerEntry } from '#shared/entities.ts';
import { openServer } from '../parts/open-server.ts';
import type { Command } from '../store/command.ts';
import { useEntities, usePage } from '../store/wirebench.tsx';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu } from '../ui/menu.tsx';
import type { MenuItem } from '../ui/menu-items.tsx';
import { shortcutKeys } from '../ui/shortcuts.ts';
import { menuItem } from './menu-item.ts';
import { RailRow } from './rail-row.tsx';
import type { CommandTools } from './server-commands.ts';
import { isRemote } from './server-status.ts';
import { useServers } from './use-current.ts';

interface RailProps {
  tools: CommandTools;
  commands: readonly Command[];
  currentId: string | undefined;
}

function settingsItems(commands: readonly Command[], theme: string): MenuItem[] {
  const themes = commands.filter((command) => command.group === 'Theme');
  const help = commands.filter((command) => command.group === 'Help');
  const settings = commands.filter(({ id }) => id === 'settings.open');
  return [
    ...settings.map(menuItem),
    { separator: 'theme' },
    { heading: 'Theme' },
    ...themes.map((command) => ({ ...menuItem(command), icon: undefined, checked: command.id === `theme.${theme}` })),
    { separator: 'help' },
    ...help.map(menuItem),
  ];
}

/** The server list: groups, rows, and below it adding and settings. */
export function Rail({ tools, commands, currentId }: RailProps) {
  const open = usePage((state) => state.railOpen);
  const servers = useServers();
  const theme = useEntities((state) => [...state.settings.values()][0]?.theme ?? 'system');
  const add = commands.find((command) => command.id === 'server.add');
  const groups: [string, ServerEntry[]][] = [
    ['Local', servers.filter((server) => !isRemote(server))],
    ['Remote', servers.filter(isRemote)],
  ];
  if (!open) return null;
  return (
    <nav className="rail" aria-label="Servers">
      <div className="rail-h">
        <h2>Servers</h2>
        <span className="sp" />
        <IconButton
          icon={Plus}
          size="sm"
          label="Add server"
          keys={shortcutKeys(add?.shortcut ?? '')}
          onClick={() => add?.run()}
        />
      </div>
      <div className="rail-b">
        {servers.length === 0 && <p className="rail-none fs12 t3">Servers you add appear here.</p>}
        {groups.map(
          ([title, members]) =>
            members.length > 0 && (
              <section key={title} aria-label={title}>
                <h3 className="rail-g">{title}</h3>
                <ul className="rail-l">
                  {members.map((server) => (
                    <RailRow
                      key={server.id}
                      server={server}
                      current={server.id === currentId}
                      tools={tools}
                      onOpen={() => tools.attempt(openServer(tools.wirebench, server.id))}
                    />
                  ))}
                </ul>
              </section>
            ),
        )}
      </div>
      <div className="rail-f">
        <button type="button" className="pillbtn grow" aria-label="Add server" onClick={() => add?.run()}>
          <Icon icon={Plus} />
          <span className="rail-add">Add server</span>
        </button>
        <Menu
          align="end"
          trigger={<IconButton icon={SettingsIcon} label="Settings" />}
          items={settingsItems(commands, theme)}
        />
      </div>
    </nav>
  );
}
