import type { Command } from '../store/command.ts';
import type { MenuAction } from '../ui/menu-items.tsx';
import { shortcutKeys } from '../ui/shortcuts.ts';

/** A command as a row of a menu. */
export function menuItem(command: Command): MenuAction {
  const { id, title, icon, shortcut, disabled } = command;
  return {
    id,
    label: title,
    icon,
    keys: shortcut === undefined ? undefined : shortcutKeys(shortcut),
    note: disabled,
    disabled: disabled !== undefined,
    danger: id === 'server.remove',
    onSelect: () => command.run(),
  };
}
