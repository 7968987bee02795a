import { join } from 'node:path';
import { z } from 'zod';
import { HostError } from '#shared/errors.ts';
import { mergePatch } from '#shared/merge-patch.ts';
import { createJsonFile } from './json-file.ts';

const MOST_BYTES = 256 * 1024;

/** What the page wants to find again: layout, open tabs, selection. The host does not look inside. */
export interface WindowStore {
  /** Undefined when nothing was saved. */
  load(): Promise<unknown>;
  /** Merges what one window changed (RFC 7386). Throws TOO_LARGE when the whole is over 256 KiB. */
  save(patch: unknown): Promise<void>;
}

const File = z.object({ format: z.literal(1), state: z.unknown() });

export function createWindowStore(dataDir: string, onProblem: (problem: HostError) => void): WindowStore {
  const file = createJsonFile<z.infer<typeof File>>({
    path: join(dataDir, 'window.json'),
    schema: File,
    empty: () => ({ format: 1, state: undefined }),
    onProblem,
  });
  return {
    load: async () => (await file.read()).state,
    save: async (patch) => {
      await file.update(({ state: before }) => {
        const state = mergePatch(before, patch);
        const bytes = Buffer.byteLength(JSON.stringify(state) ?? '');
        if (bytes <= MOST_BYTES) return { format: 1, state };
        throw new HostError(
          'TOO_LARGE',
          `The layout was not saved: it takes ${bytes} bytes, at most ${MOST_BYTES} are kept.`,
        );
      });
    },
  };
}
