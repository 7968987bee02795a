import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CompareSide } from '#shared/compare.ts';
import type { Session } from '#shared/session.ts';
import { fixture } from '../servers/servers.ts';
import { nodeScript, openTestHost, type TestHost } from './support/test-host.ts';

let host: TestHost;
beforeEach(async () => {
  host = await openTestHost();
});
afterEach(() => host.close());

const compare = (a: CompareSide, b: CompareSide, ignore: string[] = []) => host.client['compare.run']({ a, b, ignore });

/** Runs a tool; gives the exchange as a side. */
async function called({ id }: Session, name: string, args: object = {}): Promise<CompareSide> {
  const { exchangeIds } = await host.run(id, 'tools.call', { name, args });
  return { of: 'exchange', sessionId: id, exchangeId: exchangeIds[0] ?? '' };
}

const openFixture = (name: 'modern' | 'legacy' = 'modern') =>
  host.open(nodeScript(fixture(name), ['--page=4']), { era: name, name: 'orders' });

test('two runs of a tool: their results, requests and messages', async () => {
  const session = await openFixture();
  const first = await called(session, 'structured', { city: 'Oslo' });
  const second = await called(session, 'structured', { city: 'Oslo' });
  const other = await called(session, 'echo', { text: 'x' });

  const equal = await compare(first, second);
  expect(equal).toMatchObject({
    subject: 'tools/call structured',
    part: 'structured',
    parts: ['structured', 'content', 'request', 'result', 'message'],
    total: 0,
    patch: '[]',
    elsewhere: ['time', 'id'],
    elsewhereTotal: 2,
    a: { title: 'Run 1', serverName: 'orders', era: '2026-07-28', tookUs: expect.any(Number) },
    b: { title: 'Run 2' },
  });
  expect(equal.b.rpcId).not.toBe(equal.a.rpcId);

  const asked = await host.client['compare.run']({ a: first, b: other, part: 'request' });
  expect(asked.subject).toBeUndefined();
  expect(asked.differences).toContainEqual(
    expect.objectContaining({ path: '/params/name', a: '"structured"', b: '"echo"' }),
  );
  expect(asked.parts).not.toContain('structured');

  const whole = await host.client['compare.run']({ a: first, b: second, part: 'message', ignore: ['/id'] });
  expect(whole).toMatchObject({ total: 0, ignored: 1, elsewhere: [] });
});

test('a run and the same request sent again have different names', async () => {
  const session = await openFixture();
  const run = await called(session, 'structured', { city: 'Oslo' });
  const params = JSON.stringify({ name: 'structured', arguments: { city: 'Oslo' } });
  const { exchangeIds } = await host.run(session.id, 'request.send', { method: 'tools/call', params });
  const { a, b } = await compare(run, { of: 'exchange', sessionId: session.id, exchangeId: exchangeIds[0] ?? '' });
  expect([a.title, b.title]).toEqual(['Run 1', 'Sent from Traffic 1']);
});

test('two tool definitions of one session, each under its own name', async () => {
  const { id } = await openFixture();
  const tool = (name: string): CompareSide => ({ of: 'catalog', sessionId: id, kind: 'tools', name });
  const { a, b, subject, differences } = await compare(tool('echo'), tool('slow'));
  expect([a.title, b.title, subject]).toEqual(['echo', 'slow', undefined]);
  expect(differences).toContainEqual(expect.objectContaining({ path: '/name', a: '"echo"', b: '"slow"' }));
});

test('a call that failed is compared with one that did not, by its error', async () => {
  const session = await openFixture();
  const [good, bad] = [await called(session, 'echo', { text: 'x' }), await called(session, 'refuse')];
  const { part, differences } = await compare(good, bad);
  expect(part).toBe('result');
  expect(differences).toContainEqual(expect.objectContaining({ path: '/error', change: 'added' }));
});

test('lists, definitions and whole sessions of a run and of an earlier one that is only on disk', async () => {
  await host.client['settings.save']({ loadAllPages: true });
  const before = await openFixture();
  const tools = (count: number) =>
    host.waitFor('catalog', (one) => one.id === `${before.id}:tools` && one.count > count);
  const { count } = await tools(0);
  await host.run(before.id, 'tools.call', { name: 'change', args: {} });
  await tools(count);
  await host.host.close();
  host = await openTestHost({ dataDir: host.dataDir });
  const now = await openFixture();
  const list = (sessionId: string): CompareSide => ({ of: 'catalog', sessionId, kind: 'tools' });

  const lists = await compare(list(before.id), list(now.id));
  expect(lists).toMatchObject({ subject: 'tools/list', part: 'list', matched: ['name'], total: 1 });
  expect(lists.differences[0]).toMatchObject({ change: 'removed' });

  const item = (sessionId: string, name: string): CompareSide => ({ ...list(sessionId), name }) as CompareSide;
  expect(await compare(item(before.id, 'echo'), item(now.id, 'echo'))).toMatchObject({
    subject: 'tools/list echo',
    total: 0,
    elsewhere: [],
  });
  await expect(compare(item(before.id, 'none'), item(now.id, 'none'))).rejects.toMatchObject({ code: 'REFUSED' });

  const sessions = await compare({ of: 'session', sessionId: before.id }, { of: 'session', sessionId: now.id });
  expect(sessions.differences.map(({ path }) => path)).toEqual([lists.differences[0]?.path.replace(/^/, '/tools')]);
  const gone = compare(list('none'), list(now.id));
  await expect(gone).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a list of a session that read none, and a line that is no message, are refused in words', async () => {
  const session = await host.open(nodeScript(fixture('legacy')), { era: 'legacy' });
  const frame = await host.rows(session.id, 'wire');
  const seq = frame.find(({ k }) => k === 'frame')?.seq ?? 0;
  const record: CompareSide = { of: 'record', sessionId: session.id, seq };
  const { part } = await compare(record, record);
  expect(part).toBe('request');
  const note: CompareSide = { ...record, seq: (await host.rows(session.id, 'client'))[0]?.seq ?? 0 };
  await expect(compare(note, record)).rejects.toThrow('Only messages can be compared');
});
