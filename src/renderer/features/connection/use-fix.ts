import { useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import type { Fix } from '#shared/fix.ts';
import { useWirebench } from '../../store/wirebench.tsx';
import { useFeedback } from '../../ui/feedback.tsx';

export interface FixRun {
  busy: boolean;
  error: string | undefined;
  /** Carries a fix out; `value` is what was asked for, `keep` puts it among the secrets. */
  run(fix: Fix, given?: { value: string; keep: boolean }): void;
}

/** Carries out the fixes of a server; what belongs to the page is done here, the rest by the host. */
export function useFix(serverId: string): FixRun {
  const { link, page } = useWirebench();
  const { announce } = useFeedback();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const run: FixRun['run'] = ({ action }, given) => {
    setError(undefined);
    if (action.do === 'edit') {
      page.getState().set({ review: { source: 'edit', serverId, field: action.field } });
      return;
    }
    if (action.do === 'copy') {
      navigator.clipboard.writeText(action.text).then(
        () => announce('Copied'),
        () => setError('The system did not allow copying.'),
      );
      return;
    }
    setBusy(true);
    link
      .client()
      ['fix.apply']({ serverId, action, ...given })
      .catch((problem: unknown) => setError(messageOf(problem)))
      .finally(() => setBusy(false));
  };
  return { busy, error, run };
}
