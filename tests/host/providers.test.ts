import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { AskEvent } from '#shared/providers.ts';
import { sendChunk, sendError, startProvider } from '../servers/provider.ts';
import { openTestHost } from './support/test-host.ts';

const PARAMS = { messages: [{ role: 'user', content: { type: 'text', text: 'Why?' } }], maxTokens: 50 };

async function open() {
  const fake = await startProvider();
  const host = await openTestHost();
  onTestFinished(async () => {
    await host.close();
    await fake.close();
  });
  await host.client['provider.save']({ name: 'Local', baseUrl: fake.url, model: 'gpt-x', key: 'sk-secret-7' });
  const ask = (onEvents: (all: AskEvent[]) => void) => {
    const all: AskEvent[] = [];
    return host.client['provider.ask']({ provider: 'Local', params: PARAMS }, (events) => {
      all.push(...events);
      onEvents(all);
    });
  };
  return { fake, host, ask };
}

test('[SAMP-14] a page asks a model through the host and never sees the key', async () => {
  const { fake, host, ask } = await open();
  fake.key = 'sk-secret-7';
  const { providers } = await host.client['provider.list']({});
  expect(JSON.stringify(providers)).not.toContain('sk-secret');
  expect(await host.client['provider.models']({ name: 'Local' })).toEqual({ models: ['gpt-x', 'gpt-x-mini'] });
  const events = await new Promise<AskEvent[]>((resolve) => {
    ask((all) => all.at(-1)?.kind === 'done' && resolve(all));
  });
  const text = events.flatMap((event) => (event.kind === 'text' ? [event.text] : [])).join('');
  expect(text).toBe('Hello from the model.');
  expect(events.at(-1)).toMatchObject({
    reply: { result: { content: { type: 'text', text }, stopReason: 'endTurn' } },
  });
  for (const name of await readdir(host.dataDir)) {
    if (name === 'secrets.json' || !name.endsWith('.json')) continue;
    expect(await readFile(join(host.dataDir, name), 'utf8')).not.toContain('sk-secret');
  }
  expect(host.said.join('\n')).not.toContain('sk-secret');
  expect(JSON.stringify(process.argv)).not.toContain('sk-secret');
});

test('a failure is the last event, and closing the stream ends the request', async () => {
  const { fake, host, ask } = await open();
  fake.answer = (_request, response) => sendError(response, 429, { message: 'slow down' });
  const failed = await new Promise<AskEvent>((resolve) => {
    ask((all) => all[0] && resolve(all[0]));
  });
  expect(failed).toMatchObject({ kind: 'failed', problem: { kind: 'limit', said: 'slow down' } });
  fake.answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    sendChunk(response, { delta: { content: 'Begin' }, finish_reason: null });
  };
  const close = await new Promise<() => void>((resolve) => {
    const stop = ask(() => resolve(stop));
  });
  close();
  await expect.poll(() => fake.aborted).toBe(1);
  await expect(host.client['provider.models']({ name: 'Gone' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
