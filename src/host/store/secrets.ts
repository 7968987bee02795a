import { join } from 'node:path';
import { z } from 'zod';
import type { HostError } from '#shared/errors.ts';
import { createJsonFile } from './json-file.ts';

/** Values behind SecretRefs, by name. Everything is asynchronous, because a keychain is. */
export interface SecretStore {
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
  delete(name: string): Promise<void>;
  /** Sorted. */
  names(): Promise<string[]>;
}

const File = z.object({ format: z.literal(1), secrets: z.record(z.string(), z.string()) });

/** Secrets in a file of the data folder that only this account can read; used where there is no keychain. */
export function createFileSecretStore(dataDir: string, onProblem: (problem: HostError) => void): SecretStore {
  const file = createJsonFile<z.infer<typeof File>>({
    path: join(dataDir, 'secrets.json'),
    schema: File,
    empty: () => ({ format: 1, secrets: {} }),
    onProblem,
  });
  const change = (fn: (secrets: Map<string, string>) => void): Promise<unknown> =>
    file.update((value) => {
      const secrets = new Map(Object.entries(value.secrets));
      fn(secrets);
      return { ...value, secrets: Object.fromEntries(secrets) };
    });
  return {
    get: async (name) => new Map(Object.entries((await file.read()).secrets)).get(name),
    set: async (name, value) => void (await change((secrets) => secrets.set(name, value))),
    delete: async (name) => void (await change((secrets) => secrets.delete(name))),
    names: async () => Object.keys((await file.read()).secrets).sort(),
  };
}
