import { useEffect, useState } from 'react';
import type { Detection } from '#shared/candidates.ts';
import { messageOf } from '#shared/errors.ts';
import { useWirebench } from '../store/wirebench.tsx';

const PAUSE_MS = 120;

export interface Detected {
  /** What the text is; that of an earlier text until `settled`. */
  detection: Detection | undefined;
  /** False while the host has not answered for the newest text. */
  settled: boolean;
  /** The last text that gave servers stays visible while a later one is broken. */
  lastGood: Extract<Detection, { kind: 'servers' }> | undefined;
  /** Why the host could not be asked. */
  error: string | undefined;
}

const NOTHING: Detected = { detection: undefined, settled: false, lastGood: undefined, error: undefined };

/** What a detection leaves of the one before it. */
function next(old: Detected, detection: Detection): Detected {
  const lastGood = detection.kind === 'servers' ? detection : detection.kind === 'empty' ? undefined : old.lastGood;
  return { detection, settled: true, lastGood, error: undefined };
}

type Kept = Detected & { of: string };

/**
 * Asks the host what a text is, a moment after each change; `given` is what it already said of a file, and needs no asking.
 * Nothing is saved or started.
 */
export function useDetection(text: string, given?: Detection): Detected {
  const { link } = useWirebench();
  const [state, setState] = useState<Kept>({ ...NOTHING, of: text });
  useEffect(() => {
    if (given !== undefined) return setState((old) => ({ ...next(old, given), of: text }));
    let current = true;
    setState((old) => ({ ...old, settled: false, of: text }));
    const ask = () =>
      link
        .client()
        ['server.detect']({ text })
        .then(
          (detection) => current && setState((old) => ({ ...next(old, detection), of: text })),
          (error: unknown) => current && setState((old) => ({ ...old, settled: true, error: messageOf(error) })),
        );
    const timer = setTimeout(ask, PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [text, given, link]);
  // A key pressed before the effect above ran must not act on the answer to an earlier text.
  return { ...state, settled: state.settled && state.of === text };
}
