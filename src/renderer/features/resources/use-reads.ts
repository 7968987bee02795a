import { useCallback, useState } from 'react';
import type { Operation, OperationFault } from '#shared/entities.ts';
import { messageOf } from '#shared/errors.ts';
import { useEntities, useRun } from '../../store/wirebench.tsx';

interface Read {
  at: number;
  operationId?: string;
  problem?: string;
}

/** The newest reading of one address. */
export interface ShownRead {
  /** Wall clock, milliseconds. */
  readonly at: number;
  readonly operation: Operation | undefined;
  readonly running: boolean;
  readonly fault: OperationFault | undefined;
}

/** Addresses whose newest reading is remembered. */
const KEPT = 50;
const OVER: ReadonlySet<string> = new Set(['done', 'failed', 'cancelled']);

/** Readings of one session, by address: going back to a resource shows what was read of it. */
export function useReads(sessionId: string, uri: string | undefined) {
  const run = useRun();
  const [reads, setReads] = useState<ReadonlyMap<string, Read>>(new Map());
  const mine = uri === undefined ? undefined : reads.get(uri);
  const operation = useEntities((state) =>
    mine?.operationId === undefined ? undefined : state.operation.get(mine.operationId),
  );
  const read = useCallback(
    (address: string) => {
      const at = Date.now();
      const put = (part: Partial<Read>) =>
        setReads((old) => {
          const rest = [...old].filter(([key]) => key !== address).slice(-KEPT + 1);
          return new Map([...rest, [address, { at, ...part }]]);
        });
      put({});
      run(sessionId, 'resources.read', { uri: address }).then(
        (operationId) => put({ operationId }),
        (error: unknown) => put({ problem: messageOf(error) }),
      );
    },
    [run, sessionId],
  );
  const problem = mine?.problem;
  const shown: ShownRead | undefined = mine && {
    at: mine.at,
    operation,
    running: problem === undefined && !(operation && OVER.has(operation.status)),
    fault: problem === undefined ? operation?.fault : { kind: 'local', message: problem },
  };
  return { shown, read };
}
