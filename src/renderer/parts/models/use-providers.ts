import { useCallback, useState } from 'react';
import { matchModel } from '#shared/model-hints.ts';
import type { ModelProvider } from '#shared/providers.ts';
import { useLoad } from '../../store/wirebench.tsx';

/** The model providers that are set up, read again on demand; the list is undefined until they were read. */
export function useProviders(): {
  list: readonly ModelProvider[] | undefined;
  error: string | undefined;
  reload: () => void;
} {
  const [turn, setTurn] = useState(0);
  const { value, error } = useLoad(`providers ${turn}`, (host) => host['provider.list']({}));
  return { list: value?.providers, error, reload: useCallback(() => setTurn((now) => now + 1), []) };
}

export interface ModelChoice {
  /** Ids at the provider; empty while they are read and where it lists none. */
  readonly models: readonly string[];
  readonly loading: boolean;
  readonly error: string | undefined;
  /** What is asked where a person chooses nothing, and a sentence why. */
  readonly suggested: string;
  readonly because: string;
}

/** The models of a provider, and which of them fits the hints of a server, where one has a say (SAMP-05). */
export function useModelChoice(provider: ModelProvider, hints: readonly string[] | undefined): ModelChoice {
  const key = `${provider.name} ${provider.baseUrl} ${provider.key}`;
  const { value, error, loading, stale } = useLoad(key, (host) => host['provider.models']({ name: provider.name }));
  const models = (stale ? undefined : value?.models) ?? [];
  return { models, loading, error, ...suggest(provider.model, models, hints) };
}

function suggest(
  own: string | undefined,
  models: readonly string[],
  hints: readonly string[] | undefined,
): Pick<ModelChoice, 'suggested' | 'because'> {
  const match = matchModel(hints ?? [], models);
  if (match) {
    const by = match.by === match.hint ? '' : ` ("${match.by}")`;
    return { suggested: match.model, because: `"${match.hint}" matches ${match.model} by name${by}` };
  }
  const suggested = own ?? models[0] ?? '';
  const from =
    own === undefined ? 'The first model of the provider is taken.' : 'The model set for the provider is taken.';
  if (!hints) return { suggested, because: from };
  if (hints.length === 0) return { suggested, because: 'The server gives no hint which model to take.' };
  const asked = hints.map((hint) => `"${hint}"`).join(', ');
  return { suggested, because: models.length === 0 ? from : `No model matches ${asked}. ${from}` };
}
