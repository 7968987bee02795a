import { parentPort } from 'node:worker_threads';
import { createSchemaChecker, type SchemaCheck } from '../check-schema.ts';

/** What the host sends. */
export interface CheckJob {
  id: number;
  schema: unknown;
  value: unknown;
}

/** What the worker sends: once that it is loaded, then one result for each job. */
export type CheckAnswer = { ready: true } | { id: number; result: SchemaCheck };

// The entry of the worker thread; imported anywhere else it does nothing.
if (parentPort) {
  const port = parentPort;
  const check = createSchemaChecker();
  const answer = (message: CheckAnswer): void => port.postMessage(message);
  port.on('message', (job: CheckJob) => answer({ id: job.id, result: check(job.schema, job.value) }));
  answer({ ready: true });
}
