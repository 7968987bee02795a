import type { Session } from '#shared/session.ts';
import { useKeptState } from './use-kept-state.ts';

type Counts = Session['counts'];

export interface Paused {
  readonly paused: boolean;
  /** The counts that go with what is shown: those of the moment of the pause while it lasts. */
  readonly counts: Counts;
  /** Rows that came since. */
  readonly fresh: number;
  readonly toggle: () => void;
}

/** Whether a view stands still while the log goes on, also while another view is shown. */
export function usePause(counts: Counts, of: 'traffic' | 'wire' | 'notices', sessionId: string): Paused {
  const [held, setHeld] = useKeptState<Counts | undefined>(`${sessionId}/${of}/pause`, undefined);
  return {
    paused: held !== undefined,
    counts: held ?? counts,
    fresh: held ? Math.max(0, counts[of] - held[of]) : 0,
    toggle: () => setHeld(held ? undefined : counts),
  };
}
