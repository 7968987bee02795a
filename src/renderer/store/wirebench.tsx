import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { AppInfo } from '#shared/contract.ts';
import type { EntityOf, Topic } from '#shared/entities.ts';
import { messageOf } from '#shared/errors.ts';
import type { LogFilter, LogView } from '#shared/exchange.ts';
import { sameJson } from '#shared/same-json.ts';
import type { Session } from '#shared/session.ts';
import type { Verb, VerbInput } from '#shared/verbs.ts';
import type { HostClient, HostLink, LinkState } from './host.ts';
import { LogBuffer, type LogRow } from './log.ts';
import type { PageState, PageStore } from './page.ts';
import type { EntityState, EntityStore } from './state.ts';

/** Everything a view may use: the pipe, the mirror of the host's state, the page's own state. */
export interface Wirebench {
  link: HostLink;
  entities: EntityStore;
  page: PageStore;
  app: AppInfo;
}

const Context = createContext<Wirebench | undefined>(undefined);

export function WirebenchProvider({ value, children }: { value: Wirebench; children: ReactNode }) {
  return <Context value={value}>{children}</Context>;
}

export function useWirebench(): Wirebench {
  const value = useContext(Context);
  if (!value) throw new Error('WirebenchProvider is missing above this view');
  return value;
}

/** The client of the current pipe; calls on a lost pipe reject. */
export function useHost(): HostClient {
  return useWirebench().link.client();
}

export function useLinkState<T>(select: (state: LinkState) => T): T {
  return useStore(useWirebench().link.state, select);
}

export function useEntities<T>(select: (state: EntityState) => T): T {
  return useStore(useWirebench().entities, select);
}

export function useEntity<T extends Topic>(topic: T, id: string | undefined): EntityOf<T> | undefined {
  // The map of a topic holds that topic's entities; indexing a mapped type by T loses that.
  return useEntities((state) => (id === undefined ? undefined : (state[topic].get(id) as EntityOf<T> | undefined)));
}

/** Of a session that runs: everything but the counts, which change several times a second while messages come. */
function sameButCounts(before: Session, now: Session): boolean {
  return now.state.at === 'ready' && sameJson({ ...before, counts: 0 }, { ...now, counts: 0 });
}

/** A session that stays the same object while only its counts change, so that a flood draws numbers and no window anew. */
export function useSteadySession(id: string | undefined): Session | undefined {
  const last = useRef<{ seen: Session | undefined; kept: Session | undefined }>({ seen: undefined, kept: undefined });
  return useEntities((state) => {
    const seen = id === undefined ? undefined : state.session.get(id);
    const { current } = last;
    // Most changes of the state are of something else, and nothing is compared for them.
    if (seen === current.seen) return current.kept;
    const kept = seen && current.kept && sameButCounts(current.kept, seen) ? current.kept : seen;
    last.current = { seen, kept };
    return kept;
  });
}

/** How many rows each view of a session has by now; those of a session from `useSteadySession` are older. */
export function useCounts(session: Pick<Session, 'id' | 'counts'> | undefined): Session['counts'] | undefined {
  const now = useEntities(useShallow((state) => session && state.session.get(session.id)?.counts));
  return now ?? session?.counts;
}

export function usePage<T>(select: (state: PageState) => T): T {
  return useStore(useWirebench().page, select);
}

/** Runs a verb and gives the id of its operation; the outcome arrives as entity `operation`. */
export function useRun(): <V extends Verb>(sessionId: string, verb: V, input: VerbInput<V>) => Promise<string> {
  const { link } = useWirebench();
  return useCallback(
    async (sessionId, verb, input) => {
      const { operationId } = await link.client()['operation.run']({ sessionId, verb, input });
      return operationId;
    },
    [link],
  );
}

/** Rows of a log view, watched while the view is mounted. The result changes when rows or the count did. */
export function useLog<R extends LogRow>(
  sessionId: string,
  view: LogView,
  filter?: LogFilter,
): { buffer: LogBuffer<R>; version: number } {
  const { link } = useWirebench();
  const filterText = filter ? JSON.stringify(filter) : '';
  const buffer = useMemo(() => {
    const parsed = filterText ? (JSON.parse(filterText) as LogFilter) : undefined; // written by this hook
    return new LogBuffer<R>(link, { sessionId, view, filter: parsed });
  }, [link, sessionId, view, filterText]);
  const version = useSyncExternalStore(buffer.subscribe, buffer.getVersion);
  return { buffer, version };
}

export interface Loaded<T> {
  value: T | undefined;
  /** `value` was loaded for an earlier key. */
  stale: boolean;
  error: string | undefined;
  loading: boolean;
}

type Kept<T> = Omit<Loaded<T>, 'stale'> & { of: string | undefined };

/**
 * Loads something from the host whenever `key` changes; an answer to an older key is dropped, and what a lost link did
 * not give is asked for again on the next one.
 */
export function useLoad<T>(key: string | undefined, load: (host: HostClient) => Promise<T>): Loaded<T> {
  const { link } = useWirebench();
  const generation = useLinkState((state) => state.generation);
  const [state, setState] = useState<Kept<T>>({ value: undefined, of: undefined, error: undefined, loading: false });
  const answered = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is a fresh closure on every render; `key` says when its result would differ, the generation that there is a new pipe
  useEffect(() => {
    if (key === undefined) return;
    if (answered.current === key) return setState((old) => ({ ...old, error: undefined, loading: false }));
    let current = true;
    setState((old) => ({ ...old, loading: true }));
    load(link.client()).then(
      (value) => {
        if (!current) return;
        answered.current = key;
        setState({ value, of: key, error: undefined, loading: false });
      },
      (error: unknown) => current && setState((old) => ({ ...old, error: messageOf(error), loading: false })),
    );
    return () => {
      current = false;
    };
  }, [key, link, generation]);
  if (key === undefined) return { value: undefined, stale: false, error: undefined, loading: false };
  const { of, ...shown } = state;
  return { ...shown, stale: of !== key };
}
