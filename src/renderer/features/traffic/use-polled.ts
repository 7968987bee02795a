import { useEffect, useRef, useState } from 'react';
import type { HostClient } from '../../store/host.ts';
import { useLinkState, useWirebench } from '../../store/wirebench.tsx';

export interface Polled {
  /** What is read; a new one is read at once, and what was read for an older one is not shown. */
  readonly key: string;
  /** Read again when this changed. */
  readonly changes: string;
  /** No oftener than this, and never twice at a time. */
  readonly everyMs: number;
}

interface Read {
  readonly key: string;
  readonly changes: string;
  readonly at: number;
  busy: boolean;
  /** The host had not looked at everything yet. */
  partly: boolean;
}

const NOTHING: Read = { key: '', changes: '', at: Number.NEGATIVE_INFINITY, busy: false, partly: false };

/** A figure of the host that follows a running session; one that is not `done` is read again. */
export function usePolled<T extends object>(
  { key, changes, everyMs }: Polled,
  load: (host: HostClient) => Promise<T>,
): T | undefined {
  const { link } = useWirebench();
  const generation = useLinkState((state) => state.generation);
  const [kept, setKept] = useState<{ key: string; value: T }>();
  const [ended, setEnded] = useState(0);
  const last = useRef(NOTHING);
  const state = `${generation}/${changes}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is a fresh closure on every render; what it reads is told by the key, and a call that ended may have been overtaken by changes
  useEffect(() => {
    const before = last.current;
    const isNew = before.key !== key;
    if (!isNew && (before.busy || (before.changes === state && !before.partly))) return;
    const read = () => {
      const mine: Read = { key, changes: state, at: performance.now(), busy: true, partly: false };
      last.current = mine;
      const done = () => {
        mine.busy = false;
        if (last.current === mine) setEnded((count) => count + 1);
      };
      load(link.client()).then((value) => {
        mine.partly = 'done' in value && value.done === false;
        if (last.current === mine) setKept({ key, value });
        done();
      }, done); // a figure that could not be read stays as it was; the table beside it says what is wrong
    };
    const timer = setTimeout(read, isNew ? 0 : Math.max(0, before.at + everyMs - performance.now()));
    return () => clearTimeout(timer);
  }, [key, state, everyMs, link, ended]);
  return kept?.key === key ? kept.value : undefined;
}
