import { useEffect } from 'react';
import { MENU_MESSAGE, tabAt } from '#shared/app-menu.ts';
import { isObject } from '#shared/json.ts';
import type { Command } from '../store/command.ts';
import { isDialogOpen } from '../ui/is-dialog-open.ts';
import { useStable } from '../ui/use-stable.ts';

/** Runs what was chosen in the application menu of the desktop shell. An open dialog comes first, as with keys. */
export function useMenuCommands(commands: readonly Command[], say: (text: string) => void): void {
  const take = useStable((event: MessageEvent) => {
    if (event.source !== window || !isObject(event.data) || event.data.type !== MENU_MESSAGE || isDialogOpen()) return;
    const { command: id } = event.data;
    const tabs = commands.filter(({ group }) => group === 'Tabs');
    const chosen = commands.find((one) => one.id === id) ?? tabs.find((_tab, index) => tabAt(index + 1) === id);
    if (!chosen) say('There is no such tab, or no server yet.');
    else if (chosen.disabled !== undefined) say(chosen.disabled);
    else chosen.run();
  });
  useEffect(() => {
    window.addEventListener('message', take);
    return () => window.removeEventListener('message', take);
  }, [take]);
}
