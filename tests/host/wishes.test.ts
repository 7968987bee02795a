import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { fixture } from '../servers/servers.ts';
import { nodeScript, openTestHost, type TestHost } from './support/test-host.ts';

const WEEKLY = 'orders://reports/weekly.md';
const lists = () => nodeScript(fixture('lists'), [], { RESOURCES: '8', PROMPTS: '1' });

let host: TestHost;
afterEach(() => host.close());

const shown = (sessionId: string) => {
  const { watched = [], logLevel } = host.state.get('session', sessionId) ?? {};
  return { watched: watched.map(({ uri }) => uri), logLevel };
};

test('[RES-05] what is watched and the level that was asked for outlive a restart of the server, and of the app', async () => {
  host = await openTestHost();
  const first = await host.open(lists(), { era: 'legacy' });
  await host.run(first.id, 'resources.watch', { uri: WEEKLY, on: true });
  await host.run(first.id, 'logging.level', { level: 'warning' });
  const wanted = { watched: [WEEKLY], logLevel: 'warning' };
  expect(shown(first.id)).toEqual(wanted);

  const { sessionId } = await host.client['session.restart']({ serverId: first.serverId });
  await host.waitFor('session', (one) => one.id === sessionId && one.watched?.length === 1);
  expect(shown(sessionId)).toEqual(wanted);
  // The new process was really asked: it tells of the change.
  await host.run(sessionId, 'tools.call', { name: 'change', args: {} });
  const changed = await host.waitFor('session', (one) => one.id === sessionId && (one.watched?.[0]?.updates ?? 0) > 0);
  expect(changed.watched).toMatchObject([{ uri: WEEKLY, updates: 1 }]);

  const { dataDir } = host;
  await host.host.close();
  expect(JSON.parse(await readFile(join(dataDir, 'state', 'wishes.json'), 'utf8'))).toMatchObject({
    format: 1,
    wishes: { [first.serverId]: wanted },
  });
  host = await openTestHost({ dataDir });
  const { sessionId: later } = await host.client['session.start']({ serverId: first.serverId });
  await host.waitFor('session', (one) => one.id === later && one.watched?.length === 1);
  expect(shown(later)).toEqual(wanted);

  await host.client['server.remove']({ serverId: first.serverId });
  expect(await readFile(join(dataDir, 'state', 'wishes.json'), 'utf8')).not.toContain(WEEKLY);
});

test('one setting is saved without a change of the others', async () => {
  host = await openTestHost();
  await host.client['settings.save']({ roots: [{ uri: 'file:///srv/data' }], retentionDays: 7 });
  await host.client['settings.save']({ loadAllPages: true });
  await host.client['settings.save']({ theme: 'dark' });
  const saved = await host.waitFor('settings', (one) => one.theme === 'dark');
  expect(saved).toMatchObject({
    theme: 'dark',
    roots: [{ uri: 'file:///srv/data' }],
    retentionDays: 7,
    loadAllPages: true,
    refreshLists: true,
  });
});

test('[PAGE-06] a long list is read page by page unless every page is wanted', async () => {
  host = await openTestHost();
  const endpoint = nodeScript(fixture('lists'), [], { RESOURCES: '30', PROMPTS: '1', PAGE: '10' });
  const { id } = await host.open(endpoint, { era: 'legacy' });
  const head = () => host.state.get('catalog', `${id}:resources`);
  expect(head()).toMatchObject({ status: 'ready', count: 10, nextCursor: '10' });
  await host.run(id, 'resources.list', { pages: 'next' });
  expect(head()).toMatchObject({ count: 20, nextCursor: '20' });
  await host.run(id, 'resources.list', { pages: 'all' });
  expect(head()).toMatchObject({ count: 30 });
  expect(head()?.nextCursor).toBeUndefined();
});
