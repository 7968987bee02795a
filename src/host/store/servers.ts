import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { ServerConfig } from '#shared/config.ts';
import { HostError } from '#shared/errors.ts';
import { textAt } from '#shared/json.ts';
import { createJsonFile } from './json-file.ts';

/** What a person may save: an id only when the server exists already. */
export type ServerInput = { [K in keyof ServerConfig]?: ServerConfig[K] | undefined } & Pick<
  ServerConfig,
  'name' | 'endpoint'
>;

/** The list of servers, in the order of the rail. Entries this version does not understand stay in the file untouched. */
export interface ServerStore {
  list(): Promise<ServerConfig[]>;
  /** Every entry as it is in the file, also those this version does not understand. */
  entries(): Promise<unknown[]>;
  /** Adds, or changes the one with this id. Throws NOT_FOUND, BAD_INPUT, IO. */
  save(input: ServerInput): Promise<ServerConfig>;
  remove(id: string): Promise<void>;
  /** Tells when another host changed the list. */
  watch(fn: (servers: ServerConfig[]) => void): () => void;
}

const File = z.looseObject({ format: z.literal(1), servers: z.array(z.unknown()) });
type File = z.infer<typeof File>;

export function createServerStore(dataDir: string, onProblem: (problem: HostError) => void): ServerStore {
  const path = join(dataDir, 'servers.json');
  const file = createJsonFile<File>({ path, schema: File, empty: () => ({ format: 1, servers: [] }), onProblem });
  const told = new Set<string>();
  const understood = (value: File): ServerConfig[] => {
    const servers: ServerConfig[] = [];
    for (const entry of value.servers) {
      const result = ServerConfig.safeParse(entry);
      if (result.success) servers.push(result.data);
      else if (!told.has(JSON.stringify(entry))) {
        told.add(JSON.stringify(entry));
        onProblem(entryProblem(entry, result.error, path));
      }
    }
    return servers;
  };
  return {
    list: async () => understood(await file.read()),
    entries: async () => (await file.read()).servers,
    save: async (input) => {
      const id = input.id ?? newId(input.name);
      // Over a MessagePort a member may be there without a value; it must not undo what is kept.
      const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
      let saved: ServerConfig | undefined;
      await file.update((value) => {
        const at = value.servers.findIndex((entry) => textAt(entry, 'id') === id);
        if (input.id !== undefined && at < 0) throw goneError(input.name);
        const result = ServerConfig.safeParse({ ...(at < 0 ? {} : asObject(value.servers[at])), ...given, id });
        if (!result.success)
          throw new HostError('BAD_INPUT', `These settings are not valid: ${firstIssue(result.error)}.`);
        saved = result.data;
        const servers = at < 0 ? [...value.servers, saved] : value.servers.with(at, saved);
        return { ...value, servers };
      });
      if (!saved) throw new HostError('INTERNAL', 'The server was not saved.');
      return saved;
    },
    remove: async (id) => {
      await file.update((value) => ({
        ...value,
        servers: value.servers.filter((entry) => textAt(entry, 'id') !== id),
      }));
    },
    watch: (fn) => file.watch((value) => fn(understood(value))),
  };
}

/** Readable, safe as a file name, and never given twice. */
function newId(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 32);
  return `${slug || 'server'}-${randomBytes(3).toString('hex')}`;
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

function firstIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  return issue ? `${issue.path.join('.') || 'entry'}: ${issue.message}` : 'unknown';
}

function entryProblem(entry: unknown, error: z.ZodError, path: string): HostError {
  const name = (textAt(entry, 'name') ?? textAt(entry, 'id') ?? 'without a name').slice(0, 128);
  const text = `The entry "${name}" in "${path}" was left out because it is not valid (${firstIssue(error)}). It stays in the file; the other servers are not affected.`;
  return new HostError('BAD_INPUT', text);
}

function goneError(name: string): HostError {
  const text = `"${name}" is no longer in the list. It may have been removed in another window. Add it again to keep it.`;
  return new HostError('NOT_FOUND', text);
}
