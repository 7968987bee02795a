import { Settings } from 'lucide-react';
import { SETTINGS_SECTIONS } from '../features/settings/section-list.ts';
import type { Command } from '../store/command.ts';
import type { CommandTools } from './server-commands.ts';

/** The settings (S35), and each of their pages. */
export function settingsCommands({ wirebench }: CommandTools): Command[] {
  const open = (section?: string) => () => wirebench.page.getState().openSettings(section);
  const group = 'Settings';
  return [
    { id: 'settings.open', title: 'Settings', group, icon: Settings, shortcut: 'mod+,', run: open() },
    ...SETTINGS_SECTIONS.map(({ id, title }) => ({
      id: `settings.${id}`,
      title,
      group,
      icon: Settings,
      run: open(id),
    })),
  ];
}
