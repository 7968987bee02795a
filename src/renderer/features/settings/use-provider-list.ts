import { useCallback, useState } from 'react';
import type { ModelProvider } from '#shared/providers.ts';
import { useLoad } from '../../store/wirebench.tsx';

/** The model providers, read again on demand. */
export function useProviderList(): {
  list: readonly ModelProvider[] | undefined;
  error: string | undefined;
  reload: () => void;
} {
  const [turn, setTurn] = useState(0);
  const { value, error } = useLoad(`providers ${turn}`, (host) => host['provider.list']({}));
  return { list: value?.providers, error, reload: useCallback(() => setTurn((now) => now + 1), []) };
}
