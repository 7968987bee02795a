import { useMemo, useState } from 'react';
import type { Operation } from '#shared/entities.ts';
import { messageOf } from '#shared/errors.ts';
import { useLoad, useWirebench } from '../store/wirebench.tsx';
import { parseCut } from './parse-cut.ts';
import { wholeResult } from './whole-result.ts';

export interface LoadedResult {
  /** The result member; of a large one only its beginning until `loadAll` was called. */
  readonly value: unknown;
  /** Exact text of what `value` was read from. */
  readonly text: string;
  /** Size of the whole result, bytes. */
  readonly bytes: number;
  /** `value` is only the beginning. */
  readonly cut: boolean;
}

export interface OperationResultState {
  readonly result: LoadedResult | undefined;
  readonly error: string | undefined;
  /** Reads the whole result into the page; undefined when that would be too much for it. */
  readonly loadAll: (() => void) | undefined;
  readonly loadingAll: boolean;
}

/** Largest result that is read and parsed in the page, bytes. */
const MAX_WHOLE = 20_000_000;
/** Up to this size the whole result is read without being asked for, bytes. */
const READ_AT_ONCE = 1_048_576;

function readText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Whole {
  key: string;
  value?: unknown;
  error?: string;
  loading: boolean;
}

/** The result of a finished operation: whole up to 1 MiB, else its beginning, with the rest on request. */
export function useOperationResult(operation: Operation | undefined): OperationResultState {
  const { link } = useWirebench();
  const done = operation?.status === 'done' && operation.resultSeq !== undefined ? operation : undefined;
  const key = done && `${done.id}/${done.resultSeq}`;
  const loaded = useLoad(key, async (host) => {
    const first = await host['operation.result']({ operationId: done?.id ?? '' });
    const small = first.more && first.bytes <= READ_AT_ONCE && done?.taskId === undefined;
    return { key, ...first, whole: small && done ? await wholeResult(host, done.sessionId, first.seq) : undefined };
  });
  const first = loaded.value?.key === key ? loaded.value : undefined;
  const value = useMemo(
    () => first && (first.more ? (first.whole ?? parseCut(first.text)) : readText(first.text)),
    [first],
  );
  const [read, setRead] = useState<Whole>();
  const whole = read && read.key === key ? read : undefined;
  const loadAll = () => {
    if (key === undefined || !done || !first) return;
    setRead({ key, loading: true });
    wholeResult(link.client(), done.sessionId, first.seq).then(
      (all) => setRead({ key, value: all, loading: false }),
      (error: unknown) => setRead({ key, error: messageOf(error), loading: false }),
    );
  };
  const drawn = (whole?.value ?? first?.whole) !== undefined;
  // The result of a task lies deeper in its message than `wholeResult` looks.
  const can = first?.more && !drawn && first.bytes <= MAX_WHOLE && done?.taskId === undefined;
  return {
    result: first && {
      value: whole?.value ?? value,
      text: first.text,
      bytes: first.bytes,
      cut: first.more && !drawn,
    },
    error: whole?.error ?? loaded.error,
    loadAll: can ? loadAll : undefined,
    loadingAll: whole?.loading ?? false,
  };
}
