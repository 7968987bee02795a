import { ListChecks, Settings } from 'lucide-react';
import type { RuleBook } from '#shared/reply-rules.ts';
import { SETTINGS_SECTIONS } from '../features/settings/section-list.ts';
import type { Command } from '../store/command.ts';
import { bound, type CommandTools } from './server-commands.ts';

/** One command for each profile of reply rules that is not the one that counts. */
export function profileCommands({ wirebench, attempt, say }: CommandTools, { active, profiles }: RuleBook): Command[] {
  return profiles
    .filter(({ id }) => id !== active)
    .map(({ id, name }) => ({
      id: `profile.use.${id}`,
      title: `Use the profile ${name}`,
      group: 'Settings',
      icon: ListChecks,
      run: () =>
        attempt(
          wirebench.link
            .client()
            ['profile.use']({ id })
            .then(() => say(`The rules of ${name} count now`)),
        ),
    }));
}

/** The settings (S35), and each of their pages. */
export function settingsCommands(tools: CommandTools): Command[] {
  const { wirebench } = tools;
  const open = (section?: string) => () => wirebench.page.getState().openSettings(section);
  const group = 'Settings';
  return [
    { ...bound(tools, 'settings.open'), group, icon: Settings, run: open() },
    ...SETTINGS_SECTIONS.map(({ id, title }) => ({
      id: `settings.${id}`,
      title,
      group,
      icon: Settings,
      run: open(id),
    })),
  ];
}
