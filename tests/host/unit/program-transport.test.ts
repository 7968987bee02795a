import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { Program } from '#host/transport/program.ts';
import { ProgramTransport } from '#host/transport/program-transport.ts';
import type { Exit } from '#shared/session.ts';
import { Events, memoryBodies } from '../transport-harness.ts';

test('[STD-08] a stop tells how the program ended, also where the system says so a moment after it is gone', async () => {
  const exit: Exit = { code: null, signal: 'SIGKILL' };
  let tell: (exit: Exit) => void = () => undefined;
  const exited = new Promise<Exit>((resolve) => {
    tell = resolve;
  });
  let living = 1;
  const kill = (): Promise<void> => {
    living = 0;
    setTimeout(() => tell(exit), 50);
    return Promise.resolve();
  };
  const program: Program = {
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    exited,
    alive: () => Promise.resolve(living),
    rungs: [{ text: 'Sent SIGKILL', act: kill }],
    forget: () => undefined,
  };
  const start = () => Promise.resolve(program);
  const transport = new ProgramTransport({ start, maxLineBytes: 1000, bodies: memoryBodies() });
  const events = new Events();
  await transport.open(events);
  await transport.close(() => transport.hurry());
  expect(events.end).toEqual({ reason: 'closed', exit });
});
