import { join } from 'node:path';
import { z } from 'zod';
import type { HostError } from '#shared/errors.ts';
import { EMPTY_BOOK, RuleBook } from '#shared/reply-rules.ts';
import { createJsonFile, type JsonFile } from './json-file.ts';

const File = z.object({ format: z.literal(1), ...RuleBook.shape });
export type RuleFile = z.infer<typeof File>;

/** Reply rules in their profiles. Other hosts of the data folder use the same file. */
export type RuleStore = JsonFile<RuleFile>;

export function createRuleStore(dataDir: string, onProblem: (problem: HostError) => void): RuleStore {
  const empty = (): RuleFile => ({ format: 1, ...EMPTY_BOOK });
  return createJsonFile({ path: join(dataDir, 'reply-rules.json'), schema: File, empty, onProblem });
}
