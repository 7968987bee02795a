import { Worker } from 'node:worker_threads';
import { type Transport, TransportError, type TransportEvents } from '#core/ports.ts';
import type { BuiltinEndpoint } from '#shared/config.ts';
import { messageOf } from '#shared/errors.ts';
import type { Exit } from '#shared/session.ts';
import type { BodyStore } from './body-store.ts';
import type { Program } from './program.ts';
import { ProgramTransport } from './program-transport.ts';

export interface BuiltinOptions {
  endpoint: BuiltinEndpoint;
  maxLineBytes: number;
  bodies: BodyStore;
}

/**
 * Makes transports to the demo server, which runs in a worker thread and speaks on the thread's three streams.
 * `demoEntry` is the built entry of src/demo.
 */
export function createBuiltin({ demoEntry }: { demoEntry: string | URL }): (options: BuiltinOptions) => Transport {
  return ({ endpoint, maxLineBytes, bodies }) => {
    const start = async (events: TransportEvents): Promise<Program> => {
      events.started({ launch: { command: [`builtin:${endpoint.name}`], cwd: '', env: [] } });
      return startThread(demoEntry, endpoint.era);
    };
    return new ProgramTransport({ start, maxLineBytes, bodies });
  };
}

async function startThread(entry: string | URL, era: BuiltinEndpoint['era']): Promise<Program> {
  const worker = new Worker(entry, { stdin: true, stdout: true, stderr: true, workerData: { era }, env: {} });
  let living = 1;
  const exited = new Promise<Exit>((resolve) => {
    worker.once('exit', (code) => {
      living = 0;
      resolve({ code, signal: null });
    });
  });
  await new Promise<void>((resolve, reject) => {
    worker.once('online', resolve);
    worker.once('error', (error) => reject(threadError(error)));
  });
  let fault: string | undefined;
  worker.on('error', (error) => {
    fault = messageOf(error);
  });
  const { stdin } = worker;
  if (!stdin) throw threadError(new Error('it has no input'));
  return {
    stdin,
    stdout: worker.stdout,
    stderr: worker.stderr,
    exited,
    alive: () => Promise.resolve(living),
    rungs: [{ text: 'Ended the thread', act: async () => void (await worker.terminate()) }],
    fault: () => fault,
    forget: () => undefined,
  };
}

function threadError(error: unknown): TransportError {
  return new TransportError({
    rule: 'dx-builtin',
    title: 'The demo server could not be started',
    why: `Its thread failed: ${messageOf(error)}.`,
    todo: 'Restart this app. If it happens again, install it anew.',
    short: 'Demo server failed',
  });
}
