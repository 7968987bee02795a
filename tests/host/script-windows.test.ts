import { describe, expect, onTestFinished, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import { memoryPair } from '#shared/ports.ts';
import { connect } from '#shared/rpc-client.ts';
import { demo, openTestHost, type TestHost } from './support/test-host.ts';

const BY = { kind: 'script', name: 'Tour' } as const;
const GONE = 'The window that played the script was closed or reloaded.';

async function withHost(): Promise<TestHost> {
  const host = await openTestHost();
  onTestFinished(() => host.close());
  return host;
}

/** One more window on the host. */
function secondWindow({ host }: TestHost) {
  const [hostPort, pagePort] = memoryPair((fn) => void setImmediate(fn));
  host.attach(hostPort);
  return { client: connect(pagePort, contract), close: () => pagePort.close() };
}

describe.each(['legacy', 'modern'] as const)('the window of a script goes, %s era', (era) => {
  test('what the script had open is stopped, and its question ends with the reason', async () => {
    const host = await withHost();
    const { id: sessionId } = await host.open(demo(era), { era });
    const window = secondWindow(host);
    const input = { name: 'ask_name', args: {} };
    const by = { ...BY, answers: true };
    const { operationId } = await window.client['operation.run']({ sessionId, verb: 'tools.call', input, by });
    const { id } = await host.waitFor('pending', (one) => one.operationId === operationId);
    window.close();
    const ask = await host.waitFor('pending', (one) => one.id === id && one.status !== 'waiting');
    expect(ask).toMatchObject({ status: 'expired', closedBecause: GONE });
    const operation = await host.waitFor('operation', (one) => one.id === operationId && one.status === 'cancelled');
    expect(operation.fault?.message).toBe(`${GONE} It may have done part of the work.`);
  });

  test('[CANC-08] the server is told the truth of it, not that a person stopped the call', async () => {
    const host = await withHost();
    const { id: sessionId } = await host.open(demo(era), { era });
    const window = secondWindow(host);
    const input = { name: 'slow', args: { steps: 100, delayMs: 50 } };
    const { operationId } = await window.client['operation.run']({ sessionId, verb: 'tools.call', input, by: BY });
    await host.waitFor('operation', (one) => one.id === operationId && one.progressCount > 0);
    window.close();
    await host.waitFor('operation', (one) => one.id === operationId && one.status === 'cancelled');
    const told = (await host.rows(sessionId, 'wire')).filter(({ text }) => text.includes('notifications/cancelled'));
    expect(told.map(({ text }) => JSON.parse(text).params.reason)).toEqual([GONE.replace(/\.$/, '')]);
  });

  test('what a person had started in it goes on', async () => {
    const host = await withHost();
    const { id: sessionId } = await host.open(demo(era), { era });
    const window = secondWindow(host);
    const input = { name: 'ask_name', args: {} };
    const { operationId } = await window.client['operation.run']({ sessionId, verb: 'tools.call', input });
    const { id } = await host.waitFor('pending', (one) => one.operationId === operationId);
    window.close();
    await host.run(sessionId, 'ping');
    expect(host.state.all('pending').find((one) => one.id === id)?.status).toBe('waiting');
  });
});

test('a call that still waits to be allowed is taken back, and not made', async () => {
  const host = await withHost();
  const { id: sessionId } = await host.open(demo('modern'), { era: 'modern' });
  const window = secondWindow(host);
  const input = { name: 'delete_item', args: { id: 'lamp' } };
  const call = window.client['operation.run']({ sessionId, verb: 'tools.call', input, by: BY });
  call.catch(() => undefined);
  const { id } = await host.waitFor('pending', ({ kind }) => kind === 'approval');
  window.close();
  const ask = await host.waitFor('pending', (one) => one.id === id && one.status !== 'waiting');
  expect(ask).toMatchObject({ status: 'expired', closedBecause: GONE });
  await host.run(sessionId, 'ping');
  expect(host.state.all('operation').map(({ verb }) => verb)).not.toContain('tools.call');
});
