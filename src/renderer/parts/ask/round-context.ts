import { createContext, useContext } from 'react';
import type { PendingReply } from '#shared/contract.ts';

/** The round that an ask is part of, when its replies travel together. */
export interface Round {
  /** Asks of the round. */
  readonly size: number;
  /** Other asks of it that have no reply yet. */
  readonly open: number;
  /** Keeps a reply to the ask that is shown; with the last one all are sent. */
  readonly hold: (reply: PendingReply) => void;
}

export const RoundContext = createContext<Round | undefined>(undefined);

/** Undefined for an ask whose reply is sent alone. */
export function useRound(): Round | undefined {
  return useContext(RoundContext);
}

/** What the button that sends a reply says: `alone` outside of a round. */
export function sendWords(round: Round | undefined, alone: string): string {
  if (!round) return alone;
  return round.open === 0 ? `Send ${round.size} replies` : 'Keep and go on';
}
