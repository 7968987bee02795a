import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { StateChange } from '#shared/entities.ts';
import type { Connection } from '../../../src/cli/headless/connection.ts';
import { EventFile } from '../../../src/cli/headless/event-file.ts';
import type { HeadlessHost } from '../../../src/cli/headless/headless-host.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wirebench-events-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A host whose state comes when the test says so. */
function lateHost() {
  let onItems: (items: StateChange[]) => void = () => undefined;
  let onError: (error: unknown) => void = () => undefined;
  const client = {
    'watch.state': (_input: unknown, items: typeof onItems, error: typeof onError) => {
      onItems = items;
      onError = error;
      return () => undefined;
    },
    'log.page': () => Promise.resolve({ total: 0, lines: [] }),
  };
  return {
    host: { client } as unknown as HeadlessHost, // the file uses nothing else of it
    connection: { client, sessionId: 's1' } as unknown as Connection, // as above
    tell: (at: string) =>
      onItems([{ op: 'put', topic: 'session', id: 's1', value: { state: { at } } } as unknown as StateChange]), // as above
    breakOff: () => onError(new Error('gone')),
  };
}

const settledOf = async (promise: Promise<unknown>): Promise<boolean> => {
  const turn = new Promise((resolve) => setImmediate(() => setImmediate(() => resolve('turn'))));
  return (await Promise.race([promise.then(() => 'settled'), turn])) === 'settled';
};

test('it is complete only when the end of the session is in it, however late that comes', async () => {
  const path = join(folder, 'events.jsonl');
  const file = new EventFile(path);
  const { host, connection, tell } = lateHost();
  file.watchState(host);
  tell('closing');
  const done = file.complete(connection);
  expect(await settledOf(done)).toBe(false);
  tell('closing');
  expect(await settledOf(done)).toBe(false);
  tell('closed');
  await done;
  file.close();
  expect(readFileSync(path, 'utf8').trim().split('\n').at(-1)).toContain('"closed"');
});

test('it waits no longer when no more state will come', async () => {
  const file = new EventFile(join(folder, 'events.jsonl'));
  const { host, connection, breakOff } = lateHost();
  file.watchState(host);
  const done = file.complete(connection);
  expect(await settledOf(done)).toBe(false);
  breakOff();
  await done;
  file.close();
});
