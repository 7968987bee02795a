import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { serveCommand } from '../../src/cli/serve/serve-command.ts';

const host = vi.hoisted(() => {
  const waiting: (() => void)[] = [];
  const endNow = vi.fn(() => {
    for (const go of waiting.splice(0)) go();
  });
  // A server that takes no notice keeps the host waiting until it is ended by force.
  const close = () => new Promise<void>((resolve) => waiting.push(resolve));
  return { attach: () => undefined, close, endNow };
});
vi.mock('#host/host.ts', () => ({ createHost: () => Promise.resolve(host) }));

const EVENTS = ['exit', 'uncaughtException', 'unhandledRejection'] as const;
const before = new Map(EVENTS.map((name) => [name, process.listeners(name as 'exit')]));
afterEach(() => {
  vi.restoreAllMocks();
  for (const name of EVENTS) {
    for (const fn of process.listeners(name as 'exit')) {
      if (!before.get(name)?.includes(fn)) process.off(name, fn);
    }
  }
});

test('a second Ctrl-C ends servers by force, and so does any other end of the process', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wirebench-serve-'));
  const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const done = serveCommand(['--no-open', '--json', '--data-dir', dataDir], dataDir);
  await vi.waitFor(() => expect(printed).toHaveBeenCalled());
  process.emit('SIGINT');
  await new Promise((resolve) => setImmediate(resolve));
  expect(host.endNow).not.toHaveBeenCalled();
  await vi.waitFor(() => {
    process.emit('SIGINT');
    expect(host.endNow).toHaveBeenCalledOnce();
  });
  expect(await done).toBe(0);
  const added = process.listeners('exit').filter((fn) => !before.get('exit')?.includes(fn));
  for (const fn of added) fn.call(process, 0);
  expect(host.endNow).toHaveBeenCalledTimes(2);
  rmSync(dataDir, { recursive: true, force: true });
});
