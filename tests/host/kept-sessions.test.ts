import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runDemoOverHttp } from '#demo/http.ts';
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
      expect(folders.map((folder) => existsSync(folder))).toEqual([true, false]);
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
    // Who gets the log is told at its beginning.
    const said = records.slice(0, 1).map((record) => record.k === 'note' && record.what);
    expect(said.includes('headers-kept')).toBe(kept);
  } finally {
    await demo.close();
  }
});
