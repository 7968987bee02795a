import { useCallback, useEffect, useRef, useState } from 'react';
import type { EarlierArguments } from '#shared/earlier.ts';
import { messageOf } from '#shared/errors.ts';
import { useLinkState, useWirebench } from '../../store/wirebench.tsx';
import { useFeedback } from '../../ui/feedback.tsx';

export interface Earlier {
  readonly of: 'tool' | 'prompt';
  readonly list: EarlierArguments;
  readonly error: string | undefined;
  /** Reads it again; gives what is there then. */
  readonly reload: () => Promise<EarlierArguments>;
  /** Forgets one entry, or without an id all runs. */
  readonly remove: (id?: string) => void;
  readonly save: (name: string, text: string) => Promise<void>;
}

const NOTHING: EarlierArguments = { runs: [], examples: [] };

/** What a tool or prompt was called with before, as the host keeps it; read again when `runs` changes. */
export function useEarlier(serverId: string, of: 'tool' | 'prompt', name: string, runs = 0): Earlier {
  const { link } = useWirebench();
  const { toast, announce } = useFeedback();
  const generation = useLinkState((state) => state.generation);
  const [list, setList] = useState(NOTHING);
  const [error, setError] = useState<string>();
  const wanted = useRef(0);
  const reload = useCallback(async () => {
    wanted.current += 1;
    const mine = wanted.current;
    try {
      const found = await link.client()['earlier.list']({ serverId, of, tool: name });
      if (mine === wanted.current) {
        setList(found);
        setError(undefined);
      }
      return found;
    } catch (problem) {
      if (mine === wanted.current) setError(messageOf(problem));
      return NOTHING;
    }
  }, [link, serverId, of, name]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new pipe or run asks again
  useEffect(() => {
    void reload();
  }, [reload, generation, runs]);
  const remove = (id?: string) => {
    link
      .client()
      ['earlier.remove']({ serverId, of, tool: name, ...(id === undefined ? {} : { id }) })
      .then(reload)
      .catch((problem: unknown) => toast(messageOf(problem)));
  };
  const save = async (as: string, text: string) => {
    const { leftOut } = await link.client()['earlier.save']({ serverId, of, tool: name, name: as, text });
    announce('Saved');
    if (leftOut.length > 0) {
      const names = leftOut
        .map((pointer) => pointer.slice(1))
        .join(', ')
        .slice(0, 100);
      toast(`Saved without ${names}: secrets are not kept in examples.`);
    }
    await reload();
  };
  return { of, list, error, reload, remove, save };
}
