import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixture } from '../servers/servers.ts';
import { nodeScript, openTestHost, type TestHost } from './support/test-host.ts';

let host: TestHost;
beforeAll(async () => {
  host = await openTestHost();
});
afterAll(() => host?.close());

test('a filter finds rows of a real session by key, by payload only, and leaves out what it does not know', async () => {
  const { id } = await host.open(nodeScript(fixture('legacy')));
  await host.ready(id);
  const methods = async (query: string) => {
    const page = await host.client['log.page']({
      sessionId: id,
      view: 'traffic',
      from: 0,
      count: 100,
      filter: { query },
    });
    return (page.traffic ?? []).map(({ method }) => method);
  };
  const all = await methods('-nothing-has-this');
  expect(all).toContain('initialize');
  await expect.poll(() => methods('method:tools is:call')).toEqual(['tools/list']);
  // The word stands in the answer only, not in any column.
  await expect.poll(() => methods('inputSchema')).toEqual(['tools/list']);
  expect(await methods('-inputSchema')).not.toContain('tools/list');
  expect(await methods('foo:bar method:initialize is:call')).toEqual(['initialize']);
});
