import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { RunScript, type RunScriptInput } from '#shared/script/run-script.ts';
import { DemoMode } from '../../../../src/renderer/features/demo/demo-mode.tsx';
import { maskAt, maskText } from '../../../../src/renderer/features/demo/mask-secrets.ts';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { operation, pending, server, session } from '../../support/samples.ts';

vi.setConfig({ testTimeout: 20_000 });

const KEY = 'sk-live-12345678';
const CALL = { do: 'call' as const, with: { name: 'echo', args: {} } };

async function play(steps: RunScriptInput['steps'], instructions?: string) {
  const host = new FakeHost();
  const sample = session();
  const hello = { ...sample.hello, ...(instructions === undefined ? {} : { instructions }) } as typeof sample.hello;
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  host.put('session', 'ses1', session({ hello }));
  host.on('operation.run', ({ sessionId }) => {
    host.put('operation', 'op-1', operation({ id: 'op-1', sessionId, label: 'echo' }));
    return { operationId: 'op-1' };
  });
  const script = RunScript.parse({ version: 1, servers: { orders: { saved: 'orders-db' } }, steps });
  const view = await renderView(host, <DemoMode demo={{ name: 'a.yaml', script, opened: 1 }} />, { serverId: 'srv1' });
  await screen.findByRole('region', { name: 'Stage' });
  await view.user.keyboard(' ');
  return { host, ...view };
}

const started = (host: FakeHost) => waitFor(() => expect(host.inputs('operation.run')).toHaveLength(1));
const bare = () => expect(document.body.textContent).not.toContain(KEY);

test('progress, errors and problems reach the room without keys', async () => {
  const { host } = await play([CALL]);
  await started(host);
  host.patch('operation', 'op-1', { progress: { value: 1, message: `Using ${KEY} now` } });
  await screen.findByText('Using •••••••• now');
  bare();
  host.patch('operation', 'op-1', { status: 'failed', fault: { kind: 'protocol', message: `Bad key ${KEY}` } });
  await waitFor(() => expect(screen.getAllByText('Bad key ••••••••').length).toBeGreaterThan(1));
  bare();
});

test('what a server says of itself reaches the room without keys', async () => {
  await play([{ do: 'connect' }], `Send ${KEY} along`);
  await screen.findByText('Send •••••••• along');
  bare();
});

const sampling = (id: string, over: object = {}) =>
  pending({
    id,
    kind: 'sampling',
    method: 'sampling/createMessage',
    operationId: 'op-1',
    params: { messages: [{ role: 'user', content: { type: 'text', text: `Use ${KEY} there` } }], maxTokens: 9 },
    ...over,
  });

test('an ask is masked for the eyes only: a model that is asked gets what the server wrote', async () => {
  const { host, user } = await play([CALL]);
  await started(host);
  host.providers.add({ name: 'Local' }, ['gpt-x']);
  host.put('pending', 'in1', sampling('in1'));
  await screen.findByText('Use •••••••• there');
  bare();
  await user.click(screen.getByRole('tab', { name: /Ask a model/ }));
  await user.click(await screen.findByRole('button', { name: 'Ask' }));
  await waitFor(() => expect(host.providers.asks).toHaveLength(1));
  expect(JSON.stringify(host.providers.asks[0]?.order.params)).toContain(KEY);
  bare();
});

test('the asks of a round are masked too', async () => {
  const { host } = await play([CALL]);
  await started(host);
  host.put('pending', 'in1', sampling('in1', { group: 'g' }));
  host.put('pending', 'in2', sampling('in2', { group: 'g' }));
  await screen.findByText('Use •••••••• there');
  bare();
});

test('the address of a web page is shown without the secrets in it', async () => {
  const { host } = await play([CALL]);
  await started(host);
  const params = { message: 'Sign in', url: `https://example.com/in/${KEY}?token=tok-99` };
  host.put('pending', 'in1', pending({ id: 'in1', kind: 'url', operationId: 'op-1', params }));
  await screen.findByText('example.com');
  bare();
  expect(document.body.textContent).not.toContain('tok-99');
});

test('a text keeps what is no secret, and an address hides passwords and values named like secrets', () => {
  expect(maskText(`{"a":"${KEY}"}`)).toBe('{"a":"••••••••');
  expect(maskText('https://me:hunter2@x.com/a?page=2&token=abc#b')).toBe(
    'https://me:••••••••@x.com/a?page=2&token=••••••••#b',
  );
  expect(maskText('one, two/three?a=1')).toBe('one, two/three?a=1');
});

test('a difference below the name of a secret is hidden', () => {
  expect(maskAt('/user/password', '"hunter2"')).toBe('••••••••');
  expect(maskAt('/user/name', '"Ada"')).toBe('"Ada"');
});
