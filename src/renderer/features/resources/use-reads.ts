import { useCallback, useMemo, useState } from 'react';
import { isOperationOver, type Operation, type OperationFault } from '#shared/entities.ts';
import { messageOf } from '#shared/errors.ts';
import { useEntities, useRun } from '../../store/wirebench.tsx';

/** What is known of the readings of one address in this session, whichever window asked for them. */
export interface Reads {
  /** The newest reading that gave something. */
  readonly newest: Operation | undefined;
  /** Readings that gave something else than the one before, oldest first: at most 20. */
  readonly versions: readonly Operation[];
  /** All that gave something, oldest first: at most 20. */
  readonly done: readonly Operation[];
  /** The reading that runs now. */
  readonly running: Operation | undefined;
  /** A reading was asked for that has not begun yet. */
  readonly asked: boolean;
  /** Why the newest reading gave nothing. */
  readonly fault: OperationFault | undefined;
  readonly read: () => void;
}

/** Versions of one resource that are kept (DESIGN S10). */
const KEPT = 20;

/** Those of the readings, oldest first, that gave something new. */
export function versionsIn(done: readonly Operation[]): Operation[] {
  return done.filter(({ contentsPrint }, at) => {
    return at === 0 || contentsPrint === undefined || contentsPrint !== done[at - 1]?.contentsPrint;
  });
}

/** Readings of one address in a session: going back to a resource shows what was read of it. */
export function useReads(sessionId: string, uri: string): Reads {
  const run = useRun();
  const operations = useEntities((state) => state.operation);
  const [asked, setAsked] = useState<{ id?: string; problem?: string }>();
  const read = useCallback(() => {
    setAsked({});
    run(sessionId, 'resources.read', { uri }).then(
      (id) => setAsked({ id }),
      (error: unknown) => setAsked({ problem: messageOf(error) }),
    );
  }, [run, sessionId, uri]);
  const askedId = asked?.id;
  const mine = useMemo(
    () =>
      // The one that was asked for here is known by its id: a label does not show secrets.
      [...operations.values()].filter(
        ({ id, sessionId: of, verb, label }) =>
          of === sessionId && verb === 'resources.read' && (label === uri || id === askedId),
      ),
    [operations, sessionId, uri, askedId],
  );
  const last = mine.at(-1);
  const done = mine.filter((one) => one.status === 'done').slice(-KEPT);
  const waiting = asked !== undefined && asked.problem === undefined && !mine.some(({ id }) => id === askedId);
  const fault: OperationFault | undefined =
    asked?.problem === undefined ? last?.fault : { kind: 'local', message: asked.problem };
  return {
    newest: done.at(-1),
    versions: versionsIn(done),
    done,
    running: last && !isOperationOver(last.status) ? last : undefined,
    asked: waiting,
    fault: waiting ? undefined : fault,
    read,
  };
}
