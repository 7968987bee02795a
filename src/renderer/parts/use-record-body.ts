import { useCallback, useEffect, useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import type { Body } from '#shared/log-views.ts';
import { useLinkState, useWirebench } from '../store/wirebench.tsx';

export interface RecordBody {
  /** What was read so far, from the start. */
  readonly text: string;
  /** Size of the whole payload, bytes; undefined until the first part arrived. */
  readonly bytes: number | undefined;
  readonly base64: boolean;
  /** The payload goes on after `text`. */
  readonly more: boolean;
  readonly loading: boolean;
  readonly error: string | undefined;
  /** Reads the next part. */
  readonly next: () => void;
}

interface Read {
  key: string;
  parts: Body[];
  loading: boolean;
  error: string | undefined;
}

const FIRST_BYTES = 1_048_576;
const NEXT_BYTES = 262_144;
/** Bytes that a part stands for; the host cuts parts between characters. */
function sizeOf(part: Body): number {
  return part.base64 ? atob(part.text).length : new TextEncoder().encode(part.text).length;
}

const NOTHING: Read = { key: '', parts: [], loading: true, error: undefined };

/** The payload of a record: whole up to 1 MiB, then part by part as it is asked for. */
export function useRecordBody(sessionId: string, seq: number): RecordBody {
  const { link } = useWirebench();
  const generation = useLinkState((state) => state.generation);
  const key = `${sessionId}/${seq}`;
  const [read, setRead] = useState<Read>(NOTHING);
  const shown = read.key === key ? read : NOTHING;
  const load = useCallback(
    (from: number, bytes: number) => {
      const mine = (old: Read) => (old.key === key ? old : { ...NOTHING, key });
      setRead((old) => ({ ...mine(old), loading: true, error: undefined }));
      link
        .client()
        ['log.body']({ sessionId, seq, from, bytes })
        .then(
          (part) =>
            setRead((old) =>
              old.key !== key
                ? old
                : { ...old, parts: [...old.parts.filter((p) => p.from < from), part], loading: false },
            ),
          (error: unknown) =>
            setRead((old) => (old.key !== key ? old : { ...old, loading: false, error: messageOf(error) })),
        );
    },
    [link, sessionId, seq, key],
  );
  const { parts } = shown;
  const unread = parts.length === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new pipe may give what the lost one did not
  useEffect(() => {
    if (unread) load(0, FIRST_BYTES);
  }, [load, generation]);
  const last = parts.at(-1);
  const next = () => {
    if (last?.more && !shown.loading) load(last.from + sizeOf(last), NEXT_BYTES);
  };
  return {
    text: parts.map((part) => part.text).join(''),
    bytes: last?.bytes,
    base64: last?.base64 ?? false,
    more: last?.more ?? false,
    loading: shown.loading,
    error: shown.error,
    next,
  };
}
