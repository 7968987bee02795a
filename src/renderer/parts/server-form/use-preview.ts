import type { ConfigInput, Endpoint, SettingValue } from '#shared/config.ts';
import type { LaunchPreview } from '#shared/contract.ts';
import { type Loaded, useLoad } from '../../store/wirebench.tsx';
import { type Draft, endpointOf } from './draft.ts';

/** Stands for a secret that is typed but not stored: the lookup needs to know that there is one, not which. */
const COVERED = '••••••';

function covered(endpoint: Endpoint, typed: Draft['typed']): Endpoint {
  const cover = (value: SettingValue) => (typeof value !== 'string' && value.secret in typed ? COVERED : value);
  switch (endpoint.kind) {
    case 'stdio':
      return {
        ...endpoint,
        env: Object.fromEntries(Object.entries(endpoint.env).map(([name, value]) => [name, cover(value)])),
      };
    case 'http':
      return { ...endpoint, headers: endpoint.headers.map(({ name, value }) => ({ name, value: cover(value) })) };
    case 'builtin':
      return endpoint;
  }
}

function coveredInputs(inputs: Draft['inputs'], typed: Draft['typed']): Record<string, ConfigInput> {
  const cover = (input: ConfigInput): ConfigInput => {
    const { value } = input;
    const secret = typeof value === 'object' && !Array.isArray(value) && value.secret in typed;
    return secret ? { ...input, value: COVERED } : input;
  };
  return Object.fromEntries(Object.entries(inputs).map(([id, input]) => [id, cover(input)]));
}

/** What would run for a draft, looked up by the host; nothing is started. Never that of an earlier draft. */
export function usePreview(draft: Draft): Loaded<LaunchPreview> {
  const { typed, workspaceFolder, literal } = draft;
  const endpoint = covered(endpointOf(draft), typed);
  const inputs = coveredInputs(draft.inputs, typed);
  const given = { inputs, literal, ...(workspaceFolder === '' ? {} : { workspaceFolder }) };
  const loaded = useLoad(JSON.stringify([endpoint, given]), (host) =>
    host['server.preview']({ endpoint, with: given }),
  );
  return loaded.stale ? { ...loaded, value: undefined } : loaded;
}
