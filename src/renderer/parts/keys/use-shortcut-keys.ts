import { useMemo } from 'react';
import { useEntity } from '../../store/wirebench.tsx';
import { shortcutKeys } from '../../ui/shortcuts.ts';
import type { BindingId } from './bindings.ts';
import { readShortcuts, type Shortcuts } from './key-rules.ts';

const NONE: Readonly<Record<string, unknown>> = {};

/** The keys of all commands, as the settings have them now. */
export function useKeptShortcuts(): Shortcuts {
  const stored = useEntity('settings', 'settings')?.shortcuts ?? NONE;
  return useMemo(() => readShortcuts(stored), [stored]);
}

/** The keys of a command as caps. */
export function useShortcutKeys(id: BindingId): readonly string[] {
  const { keys } = useKeptShortcuts();
  return shortcutKeys(keys.get(id) ?? '');
}
