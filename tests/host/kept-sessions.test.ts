import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runDemoOverHttp } from '#demo/http.ts';
import type { HostError } from '#shared/errors.ts';
import { fixture } from '../servers/servers.ts';
import { recordsOf, sessionFolder } from './support/on-disk.ts';
import { nodeScript, openTestHost, type TestHost } from './support/test-host.ts';

let host: TestHost;
beforeEach(async () => {
  host = await openTestHost();
});
afterEach(() => host.close());

const pinnedOnDisk = (sessionId: string): unknown =>
  JSON.parse(readFileSync(join(sessionFolder(host.dataDir, sessionId), 'session.json'), 'utf8')).pinned;

/** A session that has ended. */
async function ended(): Promise<string> {
  const { id } = await host.open(nodeScript(fixture('legacy')), { era: 'legacy' });
  await host.client['session.stop']({ sessionId: id });
  await host.closed(id);
  return id;
}

describe('a pinned session', () => {
  test('stays pinned through everything its session tells later, and until it is unpinned', async () => {
    const { id } = await host.open(nodeScript(fixture('legacy')), { era: 'legacy' });
    await host.client['session.pin']({ sessionId: id, pinned: true });
    await host.waitFor('session', (one) => one.id === id && one.pinned === true);
    expect(pinnedOnDisk(id)).toBe(true);
    await host.client['session.stop']({ sessionId: id });
    expect(await host.closed(id)).toMatchObject({ pinned: true });
    expect(pinnedOnDisk(id)).toBe(true);
    await host.client['session.pin']({ sessionId: id, pinned: false });
    await host.waitFor('session', (one) => one.id === id && one.pinned !== true);
    expect(pinnedOnDisk(id)).toBe(false);
  });

  test('of an earlier run can be pinned, too, and outlives the limits', async () => {
    const [kept, old] = [await ended(), await ended()];
    await host.host.close();
    const next = await openTestHost({ dataDir: host.dataDir });
    try {
      await next.client['session.pin']({ sessionId: kept, pinned: true });
      expect(pinnedOnDisk(kept)).toBe(true);
      const gone = next.client['session.pin']({ sessionId: 'none', pinned: true });
      await expect(gone).rejects.toMatchObject({ code: 'NOT_FOUND' });
      const folders = [kept, old].map((id) => sessionFolder(host.dataDir, id));
      await next.client['settings.save']({ retentionBytes: 1 });
      await next.waitFor('settings', ({ retentionBytes }) => retentionBytes === 1);
      await next.open(nodeScript(fixture('legacy')), { era: 'legacy' });
      // Old sessions are looked through beside the new one.
      await vi.waitFor(() => expect(folders.map((folder) => existsSync(folder))).toEqual([true, false]), 5000);
    } finally {
      await next.close();
    }
  });
});

test.each(['hidden', 'kept'] as const)('headers of a server whose log has them %s', async (headerValues) => {
  const demo = await runDemoOverHttp({ port: 0, era: 'legacy', log: () => undefined });
  try {
    await host.client['secret.save']({ name: 'key', value: 'from-the-5tore' });
    const headers = [
      { name: 'Authorization', value: 'Bearer typed-t0ken' },
      { name: 'X-Api-Key', value: { secret: 'key' } },
    ];
    const endpoint = { kind: 'http' as const, url: demo.url, headers, transport: 'auto' as const };
    const { id } = await host.open(endpoint, { era: 'legacy', log: { headerValues } });
    await host.client['session.stop']({ sessionId: id });
    await host.closed(id);
    const records = recordsOf(host.dataDir, id);
    const sent = records.find((record) => record.k === 'http' && record.what === 'request');
    const kept = headerValues === 'kept';
    expect(sent).toMatchObject({
      headers: expect.arrayContaining([
        ['Authorization', kept ? 'Bearer typed-t0ken' : 'Bearer {{hidden:1}}'],
        ['X-Api-Key', '{{secret:key}}'],
      ]),
    });
    expect(JSON.stringify(records)).not.toContain('from-the-5tore');
    const { sessions } = await host.client['session.kept']({});
    expect(sessions[0]?.headersKept).toBe(kept ? true : undefined);
    const made = async (format: 'har' | 'md') =>
      (await host.client['log.export']({ sessionId: id, format })).headersKept;
    expect([await made('har'), await made('md')]).toEqual([kept, false]);
    // Who gets the log is told at its beginning.
    const said = records.slice(0, 1).map((record) => record.k === 'note' && record.what);
    expect(said.includes('headers-kept')).toBe(kept);
  } finally {
    await demo.close();
  }
});

describe('a session of an earlier run', () => {
  test('is listed and read by every log call as it was read when it ran', async () => {
    const { id } = await host.open(nodeScript(fixture('legacy')), { era: 'legacy' });
    const operation = await host.run(id, 'tools.call', { name: 'echo', args: { text: 'needle' } });
    expect(operation.status).toBe('done');
    await host.client['session.stop']({ sessionId: id });
    await host.closed(id);
    const other = await ended();
    const before = { traffic: await host.rows(id, 'traffic'), wire: await host.rows(id, 'wire') };
    const call = before.traffic.find(({ method }) => method === 'tools/call');
    const { exchangeId = '', seq = 0, row = -1 } = call ?? {};
    const exchange = await host.client['exchange.get']({ sessionId: id, exchangeId });
    const findings = await host.client['log.findings']({ sessionId: id, seq });
    await host.host.close();
    expect(existsSync(join(sessionFolder(host.dataDir, id), 'traffic.idx'))).toBe(true);

    const next = await openTestHost({ dataDir: host.dataDir });
    try {
      const { sessions } = await next.client['session.kept']({});
      expect(sessions.map((one) => one.id)).toEqual([other, id]);
      expect(sessions[1]).toMatchObject({ running: false, reason: 'user', pinned: false });
      expect(sessions[1]?.bytes).toBeGreaterThan(1000);
      const { serverId } = sessions[1] ?? { serverId: '' };
      expect((await next.client['session.kept']({ serverId })).sessions.map((one) => one.id)).toEqual([id]);

      const still = <R extends object>(rows: R[]) => rows.map((one) => ({ ...one, rev: 0 }));
      expect(still(await next.rows(id, 'traffic'))).toEqual(still(before.traffic));
      expect(await next.rows(id, 'wire')).toEqual(before.wire);
      expect(await next.client['exchange.get']({ sessionId: id, exchangeId })).toEqual(exchange);
      expect(await next.client['log.findings']({ sessionId: id, seq })).toEqual(findings);
      expect((await next.client['log.body']({ sessionId: id, seq })).text).toContain('needle');
      const found = await next.client['log.search']({
        sessionId: id,
        view: 'traffic',
        text: 'needle',
        after: -1,
        limit: 9,
      });
      expect(found.rows).toEqual([row]);
      expect((await next.client['log.export']({ sessionId: id, format: 'jsonl' })).bytes).toBeGreaterThan(1000);
    } finally {
      await next.close();
    }
  });

  test('streams what matches a filter, and says when there is no such session', async () => {
    const id = await ended();
    await host.host.close();
    const next = await openTestHost({ dataDir: host.dataDir });
    try {
      const totals: number[] = [];
      const input = { sessionId: id, view: 'traffic', after: -1, filter: { query: 'method:tools/list' } } as const;
      const stop = next.client['watch.log'](input, (events) => {
        for (const event of events) if ('total' in event) totals.push(event.total);
      });
      await vi.waitFor(() => expect(totals.at(-1)).toBe(1), 10_000);
      stop();
      const failed = await new Promise<HostError>((resolve) => {
        next.client['watch.log']({ ...input, sessionId: 'none' }, () => undefined, resolve);
      });
      expect(failed).toMatchObject({ code: 'NOT_FOUND' });
      const page = next.client['log.page']({ sessionId: 'none', view: 'wire', from: 0, count: 1 });
      await expect(page).rejects.toMatchObject({ code: 'NOT_FOUND' });
    } finally {
      await next.close();
    }
  });

  test('that another host still runs is read without changing its folder', async () => {
    const { id } = await host.open(nodeScript(fixture('legacy')), { era: 'legacy' });
    const seen = await host.rows(id, 'wire');
    const own = sessionFolder(host.dataDir, id);
    await vi.waitFor(() => expect(readFileSync(join(own, 'wire-00001.jsonl'), 'utf8')).toContain('tools/list'));
    // Two hosts of one process share their entry among the running ones: the other one gets a folder of its own.
    const other = await openTestHost();
    const folder = join(other.dataDir, 'sessions', basename(own));
    cpSync(own, folder, { recursive: true });
    try {
      const [kept] = (await other.client['session.kept']({})).sessions;
      expect(kept).toMatchObject({ id, running: true });
      expect(kept).not.toHaveProperty('endedAt');
      const rows = await other.rows(id, 'wire');
      expect(rows.length).toBeGreaterThan(3);
      expect(rows).toEqual(seen.slice(0, rows.length));
      const { traffic = [] } = await other.client['log.page']({ sessionId: id, view: 'traffic', from: 0, count: 9 });
      expect(traffic[0]).toMatchObject({ method: 'initialize', status: 'complete' });
      expect(readdirSync(folder).sort()).toEqual(['session.json', 'wire-00001.jsonl']);
    } finally {
      await other.close();
    }
  });
});
