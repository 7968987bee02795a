import { useEffect } from 'react';
import { usePage, useWirebench } from '../../store/wirebench.tsx';
import { useStable } from '../../ui/use-stable.ts';

/** Runs the tool once when the palette asked for it, as the button does: with its checks and its questions. */
export function useRunAsked(key: string, able: boolean, onRun: () => void): void {
  const { page } = useWirebench();
  const asked = usePage((state) => state.runFor === key);
  const run = useStable(onRun);
  useEffect(() => {
    if (!asked || !able) return;
    page.getState().set({ runFor: undefined });
    run();
  }, [asked, able, page, run]);
}
