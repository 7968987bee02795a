import { join } from 'node:path';
import { z } from 'zod';
import type { HostError } from '#shared/errors.ts';
import { Wishes } from '#shared/session.ts';
import { createJsonFile } from './json-file.ts';

/** What was asked of each server besides calls, so that its next session asks for the same. */
export interface WishStore {
  get(serverId: string): Promise<Wishes | undefined>;
  set(serverId: string, wishes: Wishes): Promise<void>;
  forget(serverId: string): Promise<void>;
}

const File = z.object({ format: z.literal(1), wishes: z.record(z.string(), Wishes) });

export function createWishStore(dataDir: string, onProblem: (problem: HostError) => void): WishStore {
  const file = createJsonFile<z.infer<typeof File>>({
    path: join(dataDir, 'state', 'wishes.json'),
    schema: File,
    empty: () => ({ format: 1, wishes: {} }),
    onProblem,
  });
  /** A session may begin before what the last one wished for is on disk. */
  const newest = new Map<string, Wishes | undefined>();
  const replace = async (serverId: string, wishes: Wishes | undefined) => {
    newest.set(serverId, wishes);
    await file.update((value) => {
      const others = Object.entries(value.wishes).filter(([id]) => id !== serverId);
      return { ...value, wishes: Object.fromEntries(wishes ? [...others, [serverId, wishes]] : others) };
    });
  };
  return {
    get: async (serverId) => {
      if (newest.has(serverId)) return newest.get(serverId);
      return new Map(Object.entries((await file.read()).wishes)).get(serverId);
    },
    set: (serverId, wishes) => {
      const none = wishes.watched.length === 0 && wishes.logLevel === undefined;
      return replace(serverId, none ? undefined : wishes);
    },
    forget: (serverId) => replace(serverId, undefined),
  };
}
