import { useCallback, useState } from 'react';
import { isOperationOver, type Operation, type OperationFault } from '#shared/entities.ts';
import { messageOf } from '#shared/errors.ts';
import type { Verb, VerbInput } from '#shared/verbs.ts';
import { useEntity, useRun, useWirebench } from '../store/wirebench.tsx';

/** The newest run of a verb from one view. */
export interface VerbRun<V extends Verb> {
  /** What it was started with; undefined before the first run. */
  readonly input: VerbInput<V> | undefined;
  readonly operation: Operation | undefined;
  readonly running: boolean;
  /** Why it ended without a result, by the server's word or ours. */
  readonly fault: OperationFault | undefined;
  readonly start: (input: VerbInput<V>) => void;
  readonly stop: () => void;
}

interface Started<V extends Verb> {
  input: VerbInput<V>;
  operationId?: string;
  problem?: string;
}

/** Runs a verb from a view and follows the newest run; earlier ones go on and stay in Traffic. */
export function useVerb<V extends Verb>(sessionId: string, verb: V): VerbRun<V> {
  const run = useRun();
  const { link } = useWirebench();
  const [started, setStarted] = useState<Started<V>>();
  const operationId = started?.operationId;
  const operation = useEntity('operation', operationId);
  const start = useCallback(
    (input: VerbInput<V>) => {
      const mine: Started<V> = { input };
      const change = (part: Partial<Started<V>>) =>
        setStarted((now) => (now?.input === input ? { ...now, ...part } : now));
      setStarted(mine);
      run(sessionId, verb, input).then(
        (id) => change({ operationId: id }),
        (error: unknown) => change({ problem: messageOf(error) }),
      );
    },
    [run, sessionId, verb],
  );
  const stop = () => {
    if (operationId === undefined) return;
    const told = link.client()['operation.cancel']({ operationId });
    told.catch((error: unknown) => setStarted((now) => now && { ...now, problem: messageOf(error) }));
  };
  const problem = started?.problem;
  const over = problem !== undefined || (operation !== undefined && isOperationOver(operation.status));
  return {
    input: started?.input,
    operation,
    running: started !== undefined && !over,
    fault: problem === undefined ? operation?.fault : { kind: 'local', message: problem },
    start,
    stop,
  };
}
