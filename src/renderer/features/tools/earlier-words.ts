import type { EarlierRun } from '#shared/earlier.ts';
import { type RunFacts, type RunWords, runWords } from './run-words.ts';

/** How an earlier run ended. One that this app did not see end has no result. */
export function earlierWords({ status, toolError, fault }: EarlierRun): Pick<RunWords, 'kind' | 'word'> {
  if (status === 'running' || status === 'polling' || status === 'waiting')
    return { kind: 'ntf', word: 'No result seen' };
  const run: RunFacts = {
    status,
    toolError,
    fault: fault && { kind: fault, message: '' },
  };
  return runWords(run);
}
