import { useEffect, useState } from 'react';
import type { Detection } from '#shared/candidates.ts';
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

/** Asks the host what a pasted text is, a moment after each change. Nothing is saved or started. */
export function useDetection(text: string): Detected {
  const { link } = useWirebench();
  const [state, setState] = useState(NOTHING);
  useEffect(() => {
    let current = true;
    setState((old) => ({ ...old, settled: false }));
    const ask = () =>
      link
        .client()
        ['server.detect']({ text })
        .then(
          (detection) =>
            current &&
            setState((old) => ({
              detection,
              settled: true,
              lastGood:
                detection.kind === 'servers' ? detection : detection.kind === 'empty' ? undefined : old.lastGood,
              error: undefined,
            })),
          (error: Error) => current && setState((old) => ({ ...old, settled: true, error: error.message })),
        );
    const timer = setTimeout(ask, PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [text, link]);
  return state;
}
