import { useCallback } from 'react';
import type { Settings } from '#shared/config.ts';
import { messageOf } from '#shared/errors.ts';
import { useHost } from '../../store/wirebench.tsx';
import { useFeedback } from '../../ui/feedback.tsx';

type Patch = Partial<Settings>;

/**
 * Saves a changed setting at once, and offers to undo it: `words` says what changed, `before` is what it was, or what
 * it becomes when it is undone.
 */
export function useSaveSetting(): (words: string, patch: Patch, before: Patch | (() => Patch)) => void {
  const host = useHost();
  const { toast } = useFeedback();
  return useCallback(
    (words, patch, before) => {
      const failed = (error: unknown) => toast(`The setting was not saved. ${messageOf(error)}`);
      const undone = () => (typeof before === 'function' ? before() : before);
      const undo = () => void host['settings.save'](undone()).catch(failed);
      host['settings.save'](patch).then(() => toast(words, { label: 'Undo', run: undo }), failed);
    },
    [host, toast],
  );
}
