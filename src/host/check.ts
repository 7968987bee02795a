import type { SchemaCheck } from './check-schema.ts';
import { CheckThread } from './check-thread.ts';
import type { SchemaJob } from './workers/check.ts';

/** Checks values against JSON Schemas in a thread of its own. */
export interface Checker {
  /** Never rejects: what could not be checked comes back as not checked, with a note. */
  check(schema: unknown, value: unknown): Promise<SchemaCheck>;
  close(): Promise<void>;
}

export interface CheckerOptions {
  /** Built file of the worker (`check-worker`). */
  entry: string | URL;
  /** Time for one check in milliseconds, 2,000 unless set. A check over it ends its worker. */
  limitMs?: number;
}

/** A checker whose worker starts with the first check and is replaced when it takes too long or dies. */
export function createChecker({ entry, limitMs }: CheckerOptions): Checker {
  const thread = new CheckThread<SchemaJob, SchemaCheck>({ entry, work: 'schemas', limitMs });
  return {
    check: async (schema, value) => {
      const outcome = await thread.run({ schema, value });
      if ('result' in outcome) return outcome.result;
      return { checked: false, problems: [], note: `Not checked: ${outcome.failed}` };
    },
    close: () => thread.close(),
  };
}
