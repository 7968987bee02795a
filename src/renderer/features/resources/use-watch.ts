import { useMemo, useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import { objectAt } from '#shared/json.ts';
import type { Session, WatchedResource } from '#shared/session.ts';
import { runVerb } from '../../parts/run-verb.ts';
import { useWirebench } from '../../store/wirebench.tsx';

export interface Watch {
  /** The server declares that resources can be watched. */
  readonly offered: boolean;
  /** By address: what is watched, with the changes told of it. */
  readonly watched: ReadonlyMap<string, WatchedResource>;
  /** The address whose watching is being changed. */
  readonly changing: string | undefined;
  readonly problem: { readonly uri: string; readonly message: string } | undefined;
  readonly toggle: (uri: string) => void;
}

/** Which resources of a session are watched, what the server told of them, and how to change it. */
export function useWatch(session: Session): Watch {
  const wirebench = useWirebench();
  const watched = useMemo(() => new Map((session.watched ?? []).map((one) => [one.uri, one])), [session.watched]);
  const [changing, setChanging] = useState<string>();
  const [problem, setProblem] = useState<Watch['problem']>();
  const toggle = (uri: string) => {
    setChanging(uri);
    setProblem(undefined);
    const input = { uri, on: !watched.has(uri) };
    runVerb(wirebench, { sessionId: session.id, verb: 'resources.watch', input })
      .then(({ fault }) => fault && setProblem({ uri, message: fault.message }))
      .catch((error: unknown) => setProblem({ uri, message: messageOf(error) }))
      .finally(() => setChanging(undefined));
  };
  const offered = objectAt(session.hello?.capabilities, 'resources')?.subscribe === true;
  return { offered, watched, changing, problem, toggle };
}

/** What the foot of the list says of watching: `2 watched on stream 4`. Undefined when nothing is watched. */
export function watchWords({ watched = [], hello, streams }: Session): string | undefined {
  if (watched.length === 0) return undefined;
  const words = `${watched.length} watched`;
  if (hello?.era !== 'modern') return words;
  const stream = streams.find(({ id }) => id === 'listen');
  if (stream === undefined) return words;
  if (stream.state !== 'open') return `${words}, the stream is ${stream.state}`;
  return stream.rpcId === undefined ? words : `${words} on stream ${String(stream.rpcId).slice(0, 20)}`;
}
