import { useMemo } from 'react';
import { HostError } from '#shared/errors.ts';
import { arrayAt, type JsonObject, objectAt } from '#shared/json.ts';
import type { VerbInput } from '#shared/verbs.ts';
import { useWirebench } from '../store/wirebench.tsx';
import { runVerb } from './run-verb.ts';

export interface Suggestions {
  readonly values: readonly string[];
  /** How many there are in all, when the server says so. */
  readonly total: number | undefined;
  readonly hasMore: boolean;
  /** Values in the answer, when there were more than the protocol allows. */
  readonly tooMany: number | undefined;
  /** Milliseconds. */
  readonly tookMs: number;
  /** When the server gave them, wall clock, milliseconds; some time ago where the same was asked before. */
  readonly at: number;
}

/** What is completed: an argument's name, what was typed so far, and the other arguments. */
export interface CompletionAsk {
  readonly name: string;
  readonly value: string;
  readonly others: Record<string, string>;
}

export type Complete = (ask: CompletionAsk, signal: AbortSignal) => Promise<Suggestions>;

/** Values the protocol allows in one answer (COMP-04). */
const MOST = 100;
/** How long an answer is given again to the same question, milliseconds, and how many are kept (COMP-05). */
const KEPT_MS = 30_000;
const KEPT = 50;

function completionIn(text: string): JsonObject | undefined {
  try {
    return objectAt(JSON.parse(text), 'completion');
  } catch {
    return undefined;
  }
}

/** Asks the server for suggestions; undefined when it does not offer any. */
export function useCompletion(
  sessionId: string,
  ref: VerbInput<'completion.complete'>['ref'],
  offered: boolean,
): Complete | undefined {
  const wirebench = useWirebench();
  const key = JSON.stringify(ref);
  return useMemo(() => {
    if (!offered) return undefined;
    const stable = JSON.parse(key) as typeof ref; // written just above
    const answers = new Map<string, Suggestions>();
    return async ({ name, value, others }, signal) => {
      const given = Object.entries(others).filter(([other, text]) => other !== name && text !== '');
      const context = given.length > 0 ? { context: Object.fromEntries(given) } : {};
      const input = { ref: stable, argument: { name, value }, ...context };
      const asked = JSON.stringify(input);
      const before = answers.get(asked);
      if (before && Date.now() - before.at < KEPT_MS) return before;
      const operation = await runVerb(wirebench, { sessionId, verb: 'completion.complete', input }, signal);
      if (operation.fault) throw new HostError('REFUSED', operation.fault.message);
      const { text } = await wirebench.link.client()['operation.result']({ operationId: operation.id });
      const completion = completionIn(text);
      const values = arrayAt(completion, 'values').filter((one) => typeof one === 'string');
      const suggestions: Suggestions = {
        values: [...new Set(values)].slice(0, MOST),
        total: typeof completion?.total === 'number' ? completion.total : undefined,
        hasMore: completion?.hasMore === true,
        tooMany: values.length > MOST ? values.length : undefined,
        tookMs: (operation.endedAt ?? Date.now()) - operation.startedAt,
        at: operation.endedAt ?? Date.now(),
      };
      answers.delete(asked);
      answers.set(asked, suggestions);
      for (const oldest of answers.keys()) {
        if (answers.size <= KEPT) break;
        answers.delete(oldest);
      }
      return suggestions;
    };
  }, [wirebench, sessionId, key, offered]);
}
