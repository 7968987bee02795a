import { useMemo, useState } from 'react';
import type { OperationResult } from '#shared/contract.ts';
import type { Operation } from '#shared/entities.ts';
import { messageOf } from '#shared/errors.ts';
import { parseWritten } from '#shared/exact-json.ts';
import type { HostClient } from '../store/host.ts';
import { useLoad, useWirebench } from '../store/wirebench.tsx';
import { parseJsonParts } from '../ui/parse-json.ts';
import { parseCut } from './parse-cut.ts';
import { type BodySpan, readSpan } from './read-span.ts';

export interface LoadedResult {
  /** The result member; of a large one only its beginning until `loadAll` was called. */
  readonly value: unknown;
  /** Exact text of what `value` was read from. */
  readonly text: string;
  /** Size of the whole result, bytes. */
  readonly bytes: number;
  /** `value` is only the beginning. */
  readonly cut: boolean;
  /** Where the whole text lies in the log; undefined where it is no part of it (an answer in a batch). */
  readonly span: BodySpan | undefined;
}

export interface OperationResultState {
  readonly result: LoadedResult | undefined;
  readonly error: string | undefined;
  /** Reads the whole result into the page; undefined when that would be too much for it. */
  readonly loadAll: (() => void) | undefined;
  readonly loadingAll: boolean;
}

/** Largest result that is read and parsed in the page, bytes: a text of the browser holds no more. */
const MAX_WHOLE = 256_000_000;
/** Up to this size the whole result is read without being asked for, bytes (DESIGN 4.4). */
const READ_AT_ONCE = 1_000_000;

function readText(text: string): unknown {
  try {
    return parseWritten(text);
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

/** The whole result as a value: out of the log piece by piece, or in one piece where it lies nowhere as such. */
async function readWhole(host: HostClient, operationId: string, bytes: number, span?: BodySpan): Promise<unknown> {
  if (!span) return parseWritten((await host['operation.result']({ operationId, bytes })).text);
  return parseJsonParts(readSpan(host, span));
}

function spanOf(sessionId: string, { seq, at, bytes }: OperationResult): BodySpan | undefined {
  return at === undefined ? undefined : { sessionId, seq, at, bytes };
}

/** The record that carries the result, also one that came late. */
function resultSeqOf({ status, resultSeq, late }: Operation): number | undefined {
  if (late && !late.fault) return late.seq;
  return status === 'done' ? resultSeq : undefined;
}

/** The result of a finished operation: whole up to 1 MB, else its beginning, with the rest on request. */
export function useOperationResult(operation: Operation | undefined): OperationResultState {
  const { link } = useWirebench();
  const seq = operation && resultSeqOf(operation);
  const done = seq === undefined ? undefined : operation;
  const key = done && `${done.id}/${seq}`;
  const loaded = useLoad(key, async (host) => {
    const operationId = done?.id ?? '';
    const first = await host['operation.result']({ operationId });
    const span = spanOf(done?.sessionId ?? '', first);
    const small = first.more && first.bytes <= READ_AT_ONCE;
    return { key, ...first, span, whole: small ? await readWhole(host, operationId, first.bytes, span) : undefined };
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
    readWhole(link.client(), done.id, first.bytes, first.span).then(
      (all) => setRead({ key, value: all, loading: false }),
      (error: unknown) => setRead({ key, error: messageOf(error), loading: false }),
    );
  };
  const drawn = (whole?.value ?? first?.whole) !== undefined;
  const can = first?.more && !drawn && first.bytes <= MAX_WHOLE;
  return {
    result: first && {
      value: whole?.value ?? value,
      text: first.text,
      bytes: first.bytes,
      cut: first.more && !drawn,
      span: first.span,
    },
    error: whole?.error ?? loaded.error,
    loadAll: can ? loadAll : undefined,
    loadingAll: whole?.loading ?? false,
  };
}
