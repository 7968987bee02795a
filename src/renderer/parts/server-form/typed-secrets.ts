import type { ConfigInput } from '#shared/config.ts';
import type { HostClient } from '../../store/host.ts';
import type { Draft, SettingRow } from './draft.ts';

/** Names of the secrets a draft refers to. */
function usedSecrets({ rows, inputs }: Draft): Set<string> {
  const values = [...rows.map(({ value }) => value), ...Object.values(inputs).map(({ value }) => value)];
  return new Set(values.flatMap((value) => (typeof value === 'object' && 'secret' in value ? [value.secret] : [])));
}

/** The value of a row becomes a reference; the secret itself is stored with the server. */
export function rowToSecret(draft: Draft, row: SettingRow, value: string): Draft {
  const secret = `${draft.name.trim()}/${row.name.trim()}`;
  const rows = draft.rows.map((each) => (each.key === row.key ? { ...row, value: { secret } } : each));
  return { ...draft, rows, typed: { ...draft.typed, [secret]: value } };
}

/** The answer to a question of the config; that of a secret is a reference, its text waits in `typed`. */
export function withAnswer(draft: Draft, id: string, value: ConfigInput['value']): Draft {
  const input = draft.inputs[id];
  if (!input) return draft;
  const { value: old, ...rest } = input;
  const set = (next: ConfigInput['value']) => ({
    ...draft.inputs,
    [id]: next === undefined || next === '' ? rest : { ...rest, value: next },
  });
  if (!input.secret || typeof value !== 'string' || value === '') return { ...draft, inputs: set(value) };
  const kept = typeof old === 'object' && !Array.isArray(old) ? old.secret : undefined;
  const secret = kept ?? `${draft.name.trim()}/${id}`;
  return { ...draft, inputs: set({ secret }), typed: { ...draft.typed, [secret]: value } };
}

/** Stores what was typed and is still referred to. */
export async function storeSecrets(host: HostClient, draft: Draft): Promise<void> {
  const used = usedSecrets(draft);
  for (const [name, value] of Object.entries(draft.typed)) {
    if (used.has(name) && value !== '') await host['secret.save']({ name, value });
  }
}
