import { useEffect } from 'react';
import type { Command } from '../store/command.ts';
import { isDialogOpen } from '../ui/is-dialog-open.ts';
import { isTextField } from '../ui/is-text-field.ts';
import { matchesShortcut } from '../ui/shortcuts.ts';

/** Runs commands by their keys. An open dialog keeps its keys; so does a widget that already took the press. */
export function useShortcuts(commands: readonly Command[]): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      if (isDialogOpen()) return;
      const bare = !event.ctrlKey && !event.metaKey && event.key.length === 1;
      if (bare && isTextField(event.target)) return;
      const command = commands.find(({ shortcut }) => shortcut !== undefined && matchesShortcut(event, shortcut));
      if (!command) return;
      event.preventDefault();
      if (command.disabled === undefined) command.run();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [commands]);
}
