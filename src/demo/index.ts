import { isMainThread, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { runDemoOverStreams } from './stdio.ts';

const WorkerInput = z.object({ era: z.enum(['both', 'legacy', 'modern']).default('both') });

// This file is the entry of a worker thread started with stdin, stdout and stderr; imported anywhere else it does nothing.
if (!isMainThread) {
  runDemoOverStreams({
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    era: WorkerInput.parse(workerData ?? {}).era,
  }).catch((error: unknown) => {
    process.stderr.write(`[demo] stopped by a fault: ${String(error)}\n`);
    process.exitCode = 1;
  });
}
