import { useMemo } from 'react';
import { messageOf } from '#shared/errors.ts';
import { useKeptShortcuts } from '../parts/keys/use-shortcut-keys.ts';
import { useWirebench } from '../store/wirebench.tsx';
import { useFeedback } from '../ui/feedback.tsx';
import { isLetterCaps, useLetterKeys } from '../ui/letter-keys.ts';
import { shortcutKeys } from '../ui/shortcuts.ts';
import type { OverlayStore } from './overlays.ts';
import type { Places } from './places.ts';
import type { CommandTools } from './server-commands.ts';

export function useCommandTools(overlays: OverlayStore, places: Places): CommandTools {
  const wirebench = useWirebench();
  const { toast } = useFeedback();
  const { keys } = useKeptShortcuts();
  const letters = useLetterKeys();
  return useMemo(
    () => ({
      wirebench,
      overlays,
      places,
      attempt: (call) => void call.catch((error: unknown) => toast(messageOf(error))),
      say: toast,
      shortcutOf: (id) => {
        const shortcut = keys.get(id);
        return shortcut === undefined || (!letters && isLetterCaps(shortcutKeys(shortcut))) ? undefined : shortcut;
      },
    }),
    [wirebench, overlays, places, toast, keys, letters],
  );
}
