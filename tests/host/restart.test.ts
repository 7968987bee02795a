import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixture } from '../servers/servers.ts';
import { nodeScript, openTestHost, type TestHost } from './support/test-host.ts';

let host: TestHost;
beforeAll(async () => {
  host = await openTestHost();
});
afterAll(() => host.close());

const listening = (sessionId: string) =>
  host.waitFor('session', ({ id, streams }) => id === sessionId && streams.some(({ state }) => state === 'open'));

test('[STD-11] [STD-12] [SUB-08] a killed server is not started by itself; started again it is asked for its notices again', async () => {
  const first = await host.open(nodeScript(fixture('modern')), { era: 'modern' });
  const { pid } = await listening(first.id);
  if (pid === undefined) expect.fail('the server has no process');
  process.kill(pid, 'SIGKILL');
  expect((await host.closed(first.id)).state).toMatchObject({ reason: 'exited', exit: { signal: 'SIGKILL' } });
  expect(host.state.all('session').filter(({ serverId }) => serverId === first.serverId)).toHaveLength(1);

  const again = await host.start(first.serverId);
  await host.ready(again);
  const session = await listening(again);
  expect(session.pid).not.toBe(pid);
  const asked = async (sessionId: string) =>
    (await host.rows(sessionId, 'traffic')).filter(({ method }) => method === 'subscriptions/listen');
  expect((await asked(first.id)).map(({ status }) => status)).toEqual(['lost']);
  expect((await asked(again)).map(({ status }) => status)).toEqual(['open']);
  expect((await host.run(again, 'tools.call', { name: 'echo', args: {} })).status).toBe('done');
});
