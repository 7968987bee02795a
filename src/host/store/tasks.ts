import { join } from 'node:path';
import { z } from 'zod';
import type { KeptTask } from '#core/task-memory.ts';
import type { ServerConfig } from '#shared/config.ts';
import type { HostError } from '#shared/errors.ts';
import { fingerprint } from './eras.ts';
import { createJsonFile } from './json-file.ts';

/** Tasks that had not ended when they were last heard of, so that a later session can ask for them again. */
export interface TaskStore {
  /** Those of a server, oldest first; none when its endpoint is another one than then. */
  get(config: ServerConfig): Promise<KeptTask[]>;
  /** Takes effect at once; resolves when it is on the disk. */
  keep(config: ServerConfig, task: KeptTask): Promise<void>;
  /** One task, or all of a server. */
  forget(serverId: string, taskId?: string): Promise<void>;
}

/** Tasks of one server that are kept; the oldest go first. */
const KEPT = 200;

const Task = z.object({
  id: z.string(),
  origin: z.string(),
  era: z.enum(['legacy', 'modern']),
  startedIn: z.string(),
  createdAt: z.number(),
  seenAt: z.number(),
  ttlMs: z.number().nullable().optional(),
  pollEveryMs: z.number().optional(),
}) satisfies z.ZodType<KeptTask>;
const OfServer = z.object({ endpoint: z.string(), tasks: z.array(Task) });
type OfServer = z.infer<typeof OfServer>;
const File = z.object({ format: z.literal(1), servers: z.record(z.string(), OfServer) });

export function createTaskStore(dataDir: string, onProblem: (problem: HostError) => void): TaskStore {
  const file = createJsonFile<z.infer<typeof File>>({
    path: join(dataDir, 'state', 'tasks.json'),
    schema: File,
    empty: () => ({ format: 1, servers: {} }),
    onProblem,
  });
  /** A session may begin before what the last one kept is on disk. */
  const newest = new Map<string, OfServer>();
  const read = async (serverId: string): Promise<OfServer | undefined> =>
    newest.get(serverId) ?? new Map(Object.entries((await file.read()).servers)).get(serverId);
  const write = async (serverId: string) => {
    await file.update((value) => {
      const others = Object.entries(value.servers).filter(([id]) => id !== serverId);
      const mine = newest.get(serverId);
      const entries = mine && mine.tasks.length > 0 ? [...others, [serverId, mine] as const] : others;
      return { ...value, servers: Object.fromEntries(entries) };
    });
  };
  return {
    get: async (config) => {
      const endpoint = fingerprint(config);
      const known = await read(config.id);
      const tasks = known?.endpoint === endpoint ? known.tasks : [];
      newest.set(config.id, { endpoint, tasks });
      return tasks;
    },
    keep: (config, task) => {
      const others = newest.get(config.id)?.tasks.filter(({ id }) => id !== task.id) ?? [];
      newest.set(config.id, { endpoint: fingerprint(config), tasks: [...others, task].slice(-KEPT) });
      return write(config.id);
    },
    forget: async (serverId, taskId) => {
      const known = newest.get(serverId);
      const tasks = taskId === undefined ? [] : (known?.tasks.filter(({ id }) => id !== taskId) ?? []);
      // Nothing was ever kept of it: nothing is to be written.
      if (taskId !== undefined && tasks.length === known?.tasks.length) return;
      newest.set(serverId, { endpoint: known?.endpoint ?? '', tasks });
      await write(serverId);
    },
  };
}
