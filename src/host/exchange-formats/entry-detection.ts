import type { Detection } from '#shared/candidates.ts';
import type { ClientId, Origin } from '#shared/config.ts';
import { readClientConfig } from './client-config.ts';

type Servers = Extract<Detection, { kind: 'servers' }>;

/** Entries that did not come in a file of their own, and how the answer calls them. */
export interface GivenEntries {
  /** A config as a client has it: a bare entry, a map, or a whole list. */
  config: unknown;
  client?: ClientId;
  form: Servers['form'];
  from: Origin['from'];
  /** From the names that were found. */
  title(names: string): string;
  detail: string;
}

/** Reads entries as a client's config is read, with warnings and all, and says where they came from. */
export function readGivenEntries({ config, client, form, from, title, detail }: GivenEntries): Detection {
  const found = readClientConfig(JSON.stringify(config), 'json', client === undefined ? {} : { client });
  if (found.kind !== 'servers') return found;
  const names = found.candidates.map(({ name }) => name).join(', ');
  return {
    ...found,
    form,
    title: title(names).slice(0, 500),
    detail,
    candidates: found.candidates.map((candidate) => ({ ...candidate, origin: { ...candidate.origin, from } })),
  };
}
