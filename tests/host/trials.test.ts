import { expect, onTestFinished, test } from 'vitest';
import type { Trial, TrialEvent } from '#shared/trials.ts';
import { type FakeProvider, sendChunk, sendError, startProvider } from '../servers/provider.ts';
import { demo, openTestHost, type TestHost } from './support/test-host.ts';

const PARAMS = { messages: [{ role: 'user', content: { type: 'text', text: 'Why?' } }] };

interface Opened {
  fake: FakeProvider;
  host: TestHost;
  sessionId: string;
  /** Begins a trial and gives its id. */
  start(part?: { withTools?: boolean; prompt?: string }): Promise<string>;
  /** What happened in it so far, kept up to date. */
  follow(trialId: string): TrialEvent[];
  ended(trialId: string): Promise<Trial>;
}

async function open(): Promise<Opened> {
  const fake = await startProvider();
  const host = await openTestHost();
  onTestFinished(async () => {
    await host.close();
    await fake.close();
  });
  await host.client['provider.save']({ name: 'Local', baseUrl: fake.url, model: 'gpt-x' });
  const { id: sessionId } = await host.open(demo());
  return {
    fake,
    host,
    sessionId,
    start: async ({ withTools = false, prompt = 'explain' } = {}) => {
      const order = { provider: 'Local', params: PARAMS, sessionId, prompt, operationId: 'op', withTools };
      return (await host.client['trial.start'](order)).trialId;
    },
    follow: (trialId) => {
      const all: TrialEvent[] = [];
      host.client['trial.follow']({ trialId }, (events) => all.push(...events));
      return all;
    },
    ended: (trialId) =>
      host.waitFor('trial', ({ id, status }) => id === trialId && status !== 'asking' && status !== 'calling'),
  };
}

const textOf = (events: readonly TrialEvent[]) =>
  events.flatMap((event) => (event.kind === 'text' ? [event.text] : [])).join('');

test('[SAMP-14] a model answers the messages of a prompt; nothing but them goes out', async () => {
  const { fake, start, follow, ended } = await open();
  const trialId = await start();
  const events = follow(trialId);
  expect(await ended(trialId)).toMatchObject({ status: 'done', rounds: 1, prompt: 'explain', withTools: false });
  await expect.poll(() => events.at(-1)).toEqual({ kind: 'end' });
  expect(events.find(({ kind }) => kind === 'reply')).toMatchObject({
    reply: { result: { content: { type: 'text', text: 'Hello from the model.' } } },
  });
  const asked = fake.requests.filter(({ path }) => path.endsWith('/chat/completions'));
  expect(asked).toHaveLength(1);
  expect(asked[0]?.body).toEqual({
    model: 'gpt-x',
    messages: [{ role: 'user', content: 'Why?' }],
    stream: true,
    stream_options: { include_usage: true },
  });
});

test('a trial goes on without a page, and one that comes later gets all of it', async () => {
  const { fake, start, follow, ended } = await open();
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  fake.answer = async (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    sendChunk(response, { delta: { content: 'One ' }, finish_reason: null });
    await held;
    sendChunk(response, { delta: { content: 'two' }, finish_reason: 'stop' });
    response.end('data: [DONE]\n\n');
  };
  const trialId = await start();
  const first = follow(trialId);
  await expect.poll(() => textOf(first)).toBe('One ');
  const second = follow(trialId);
  await expect.poll(() => textOf(second)).toBe('One ');
  goOn();
  await ended(trialId);
  await expect.poll(() => second.at(-1)).toEqual({ kind: 'end' });
  const late = follow(trialId);
  await expect.poll(() => late.map(({ kind }) => kind)).toEqual(['reply', 'end']);
});

test('what a provider says when it fails is told, and what it wrote before stays', async () => {
  const { fake, host, start, follow, ended } = await open();
  fake.answer = (_request, response) => sendError(response, 429, { message: 'slow down' });
  const failed = await start();
  expect(await ended(failed)).toMatchObject({ status: 'failed' });
  const events = follow(failed);
  await expect.poll(() => events.at(-1)).toMatchObject({ kind: 'end', problem: { kind: 'limit', said: 'slow down' } });
  fake.answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    sendChunk(response, { delta: { content: 'Begin' }, finish_reason: null });
  };
  const stopped = await start();
  const begun = follow(stopped);
  await expect.poll(() => textOf(begun)).toBe('Begin');
  await start({ prompt: 'another' });
  await host.client['trial.stop']({ trialId: stopped });
  expect(await ended(stopped)).toMatchObject({ status: 'stopped' });
  await expect.poll(() => fake.aborted).toBe(1);
  const late = follow(stopped);
  await expect.poll(() => late.map(({ kind }) => kind)).toEqual(['text', 'end']);
});

test('a trial that is begun again takes the place of the one before, of the same prompt only', async () => {
  const { fake, start, ended, host } = await open();
  fake.answer = (_request, response) => void response.writeHead(200, { 'content-type': 'text/event-stream' });
  const first = await start();
  const other = await start({ prompt: 'another' });
  await start();
  expect(await ended(first)).toMatchObject({ status: 'stopped' });
  expect(host.state.get('trial', other)).toMatchObject({ status: 'asking' });
  const gone = { provider: 'Local', params: PARAMS, prompt: 'x', operationId: 'op', withTools: false };
  await expect(host.client['trial.start']({ ...gone, sessionId: 'gone' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
