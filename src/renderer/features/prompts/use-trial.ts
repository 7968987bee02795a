import { useEffect, useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import type { ProviderProblem, ProviderReply } from '#shared/providers.ts';
import { isTrialOver, type Trial, type TrialCall, type TrialEvent, type TrialOrder } from '#shared/trials.ts';
import { useEntities, useLinkState, useWirebench } from '../../store/wirebench.tsx';

/** What happened in a trial so far. */
interface Happened {
  readonly replies: readonly ProviderReply[];
  /** Of the reply that is being written. */
  readonly text: string;
  /** By `callKey`. */
  readonly calls: ReadonlyMap<string, TrialCall>;
  readonly problem: ProviderProblem | undefined;
}

export interface TrialView extends Happened {
  readonly running: boolean;
  /** Why it was not begun, or cannot be followed. */
  readonly lost: string | undefined;
  readonly start: (order: TrialOrder) => void;
  readonly stop: () => void;
}

const NOTHING: Happened = { replies: [], text: '', calls: new Map(), problem: undefined };

export const callKey = ({ reply, use }: Pick<TrialCall, 'reply' | 'use'>) => `${reply}/${use}`;

function withEvent(before: Happened, event: TrialEvent): Happened {
  switch (event.kind) {
    case 'text':
      return { ...before, text: before.text + event.text };
    case 'reply':
      return { ...before, replies: [...before.replies, event.reply], text: '' };
    case 'call':
      return { ...before, calls: new Map(before.calls).set(callKey(event.call), event.call) };
    case 'end':
      return { ...before, problem: event.problem };
  }
}

/** The newest trial of a prompt in a session, if there is one. */
export function useNewestTrial(sessionId: string, prompt: string): Trial | undefined {
  return useEntities((state) => {
    let newest: Trial | undefined;
    for (const trial of state.trial.values()) {
      if (trial.sessionId !== sessionId || trial.prompt !== prompt) continue;
      if (!newest || trial.startedAt >= newest.startedAt) newest = trial;
    }
    return newest;
  });
}

/** Follows a trial, which goes on in the host when the view goes away, and begins and stops one. */
export function useTrial(trial: Trial | undefined): TrialView {
  const { link } = useWirebench();
  const generation = useLinkState((state) => state.generation);
  const [happened, setHappened] = useState(NOTHING);
  const [lost, setLost] = useState<string>();
  const trialId = trial?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new pipe is followed anew
  useEffect(() => {
    setHappened(NOTHING);
    if (trialId === undefined) return;
    return link.client()['trial.follow'](
      { trialId },
      (events) => setHappened((before) => events.reduce(withEvent, before)),
      (error) => setLost(messageOf(error)),
    );
  }, [link, generation, trialId]);
  const failed = (error: unknown) => setLost(messageOf(error));
  return {
    ...happened,
    running: trial !== undefined && !isTrialOver(trial),
    lost,
    start: (order) => {
      setLost(undefined);
      void link.client()['trial.start'](order).catch(failed);
    },
    stop: () => {
      if (trialId !== undefined) void link.client()['trial.stop']({ trialId }).catch(failed);
    },
  };
}
