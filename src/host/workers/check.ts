import { parentPort, workerData } from 'node:worker_threads';
import { createSchemaChecker } from '../check-schema.ts';
import type { CompareJob } from '../compare/compare-job.ts';
import type { MessageJob, Remark } from './message-job.ts';

/** What a worker is started for: single values for the page, messages of the log, or two sides to compare. */
export type CheckWork = 'schemas' | 'messages' | 'compare';

export interface SchemaJob {
  schema: unknown;
  value: unknown;
}

/** What the worker sends: once that it is loaded, then one result for each job. */
export type CheckAnswer = { ready: true } | { id: number; result: unknown };

/** The official schemas are loaded only where messages are checked: forms must not wait for them. */
async function checkOf(work: CheckWork): Promise<(job: unknown) => unknown> {
  if (work === 'messages') {
    const { createMessageChecker } = await import('./message-checker.ts');
    const check = createMessageChecker();
    return (jobs): Remark[][] => (jobs as MessageJob[]).map(check); // what the host sends to a worker of this kind
  }
  if (work === 'compare') {
    const { compareSides } = await import('../compare/compare-sides.ts');
    return (job) => compareSides(job as CompareJob); // what the host sends to a worker of this kind
  }
  const check = createSchemaChecker();
  return (job) => {
    const { schema, value } = job as SchemaJob; // what the host sends to a worker of this kind
    return check(schema, value);
  };
}

// The entry of the worker thread; imported anywhere else it does nothing.
if (parentPort) {
  const port = parentPort;
  const answer = (message: CheckAnswer): void => port.postMessage(message);
  const loaded = checkOf(workerData as CheckWork); // what the thread is started with
  port.on('message', ({ id, job }: { id: number; job: unknown }) => {
    void loaded.then((check) => answer({ id, result: check(job) }));
  });
  void loaded.then(() => answer({ ready: true }));
}
