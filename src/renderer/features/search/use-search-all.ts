import { useEffect, useRef, useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import type { KeptSession, SearchHit } from '#shared/traffic.ts';
import { useWirebench } from '../../store/wirebench.tsx';

/** What was found so far. */
export interface Found {
  readonly hits: readonly SearchHit[];
  readonly sessions: ReadonlyMap<string, KeptSession>;
  /** Bytes looked through, of all; `of` is 0 until the first part has come. */
  readonly through: number;
  readonly of: number;
  /** Sessions that could not be read. */
  readonly unread: number;
  readonly running: boolean;
  /** There is more to look through. */
  readonly next: string | undefined;
  readonly problem: string | undefined;
}

export interface SearchAll extends Found {
  readonly stop: () => void;
  readonly goOn: () => void;
}

/** The search begins once typing rested, milliseconds. */
const REST_MS = 250;
/** Hits of one part, and those after which it waits to be told to go on. */
const PART = 100;
const PORTION = 300;

const NOTHING: Found = {
  hits: [],
  sessions: new Map(),
  ...{ through: 0, of: 0, unread: 0 },
  ...{ running: false, next: undefined, problem: undefined },
};

/** Looks for a text in all sessions; what was found is there part by part, newest first. */
export function useSearchAll(text: string): SearchAll {
  const { link } = useWirebench();
  const [state, setState] = useState<{ of: string; found: Found }>({ of: '', found: NOTHING });
  /** Grows with each search: answers to an older one are dropped. */
  const turn = useRef(0);
  const look = async (start: Found) => {
    turn.current += 1;
    const mine = turn.current;
    const most = start.hits.length + PORTION;
    let found: Found = { ...start, running: true, problem: undefined };
    const show = (value: Found) => setState({ of: text, found: value });
    show(found);
    try {
      while (found.running) {
        const { next, hits } = found;
        const limit = Math.min(PART, most - hits.length);
        const part = await link.client()['log.searchAll']({ text, limit, ...(next === undefined ? {} : { next }) });
        if (mine !== turn.current) return;
        const all = [...hits, ...part.hits];
        found = {
          hits: all,
          sessions: new Map([...found.sessions, ...part.sessions.map((one) => [one.id, one] as const)]),
          through: part.through,
          of: part.of,
          unread: found.unread + part.unread,
          running: part.next !== undefined && all.length < most,
          next: part.next,
          problem: undefined,
        };
        show(found);
      }
    } catch (error) {
      if (mine === turn.current) show({ ...found, running: false, problem: messageOf(error) });
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text begins a new search, nothing else does
  useEffect(() => {
    const timer = text === '' ? undefined : setTimeout(() => void look(NOTHING), REST_MS);
    return () => {
      clearTimeout(timer);
      turn.current += 1;
    };
  }, [text]);
  const found = state.of === text ? state.found : NOTHING;
  return {
    ...found,
    stop: () => {
      turn.current += 1;
      setState({ of: text, found: { ...found, running: false } });
    },
    goOn: () => void look(found),
  };
}
