import { useCallback } from 'react';
import type { Settings } from '#shared/config.ts';
import { messageOf } from '#shared/errors.ts';
import { useHost } from '../../store/wirebench.tsx';
import { useFeedback } from '../../ui/feedback.tsx';

/** Saves a changed setting at once, and offers to undo it: `words` says what changed, `before` is what it was. */
export function useSaveSetting(): (words: string, patch: Partial<Settings>, before: Partial<Settings>) => void {
  const host = useHost();
  const { toast } = useFeedback();
  return useCallback(
    (words, patch, before) => {
      const failed = (error: unknown) => toast(`The setting was not saved. ${messageOf(error)}`);
      const undo = () => void host['settings.save'](before).catch(failed);
      host['settings.save'](patch).then(() => toast(words, { label: 'Undo', run: undo }), failed);
    },
    [host, toast],
  );
}
