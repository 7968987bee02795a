import { useCallback, useMemo } from 'react';
import { usePage, useWirebench } from '../../store/wirebench.tsx';
import { type CallOptions, mayBeSecret, readOptions, writeOptions } from './call-options.ts';

/** The options a tool is called with, kept like its arguments. `key` is that of the arguments. */
export function useCallOptions(key: string): {
  readonly options: CallOptions;
  readonly set: (options: CallOptions) => void;
} {
  const { page } = useWirebench();
  const place = `${key}/options`;
  const text = usePage((state) => state.heldDrafts[place] ?? state.drafts[place]);
  const options = useMemo(() => readOptions(text), [text]);
  const set = useCallback(
    (next: CallOptions) => page.getState().draft(place, writeOptions(next), mayBeSecret(next)),
    [page, place],
  );
  return { options, set };
}
