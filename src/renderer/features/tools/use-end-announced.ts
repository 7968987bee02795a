import { useEffect, useRef } from 'react';
import type { Operation } from '#shared/entities.ts';
import { useFeedback } from '../../ui/feedback.tsx';
import { endWords, isOver } from './run-words.ts';

/** Says when the shown run ended; runs that were over before are not news. */
export function useEndAnnounced(run: Operation | undefined): void {
  const { announce } = useFeedback();
  const open = useRef<string>(undefined);
  useEffect(() => {
    if (!run) return;
    if (!isOver(run)) open.current = run.id;
    else if (open.current === run.id) {
      open.current = undefined;
      announce(endWords(run));
    }
  }, [run, announce]);
}
