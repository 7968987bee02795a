import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { problemOf } from '#host/providers/provider-fault.ts';
import { Providers } from '#host/providers/providers.ts';
import { createProviderStore } from '#host/store/providers.ts';
import { createSecretStore } from '#host/store/secrets.ts';
import type { ProviderProblem } from '#shared/providers.ts';
import {
  type FakeProvider,
  sendChunk,
  sendError,
  sendStream,
  startProvider,
  words,
} from '../../../servers/provider.ts';

interface Kit {
  dataDir: string;
  providers: Providers;
  fake: FakeProvider;
}

async function open(silenceMs = 5000): Promise<Kit> {
  const dataDir = await mkdtemp(join(tmpdir(), 'wirebench-providers-'));
  const fake = await startProvider();
  onTestFinished(async () => {
    await fake.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const fail = (error: Error) => {
    throw error;
  };
  const secrets = createSecretStore({ dataDir, onProblem: fail });
  const providers = new Providers({ store: createProviderStore(dataDir, fail), secrets, silenceMs });
  await providers.save({ name: 'Local', baseUrl: fake.url, model: 'gpt-x' });
  return { dataDir, providers, fake };
}

const PARAMS = { messages: [{ role: 'user', content: { type: 'text', text: 'Why?' } }], maxTokens: 50 };

async function ask(providers: Providers, over: Partial<Parameters<Providers['reply']>[0]> = {}) {
  return providers.reply({ provider: 'Local', params: PARAMS, signal: new AbortController().signal, ...over });
}

async function problem(work: Promise<unknown>): Promise<ProviderProblem> {
  return work.then(
    () => expect.fail('it went well'),
    (error: unknown) => problemOf(error),
  );
}

describe('a list of providers', () => {
  test('keys are in no file but the secrets, and go with the provider', async () => {
    const { providers, dataDir, fake } = await open();
    await providers.save({ name: 'Cloud', baseUrl: 'https://api.x.test/v1/', key: 'sk-top-secret' });
    const list = await providers.list();
    expect(list).toEqual([
      { name: 'Local', baseUrl: fake.url, model: 'gpt-x', key: false, host: `127.0.0.1:${fake.port}`, local: true },
      { name: 'Cloud', baseUrl: 'https://api.x.test/v1', key: true, host: 'api.x.test', local: false },
    ]);
    expect(await readFile(join(dataDir, 'providers.json'), 'utf8')).not.toContain('sk-top');
    expect(await readFile(join(dataDir, 'secrets.json'), 'utf8')).toContain('sk-top-secret');
    await providers.save({ was: 'Cloud', name: 'Sky', baseUrl: 'https://api.x.test/v1' });
    expect(await providers.list()).toMatchObject([{ name: 'Local' }, { name: 'Sky', key: true }]);
    expect(Object.keys(JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')).secrets)).toHaveLength(1);
    await providers.remove('Sky');
    expect(await readFile(join(dataDir, 'secrets.json'), 'utf8')).not.toContain('sk-top');
  });

  test('a kept key goes to no other computer', async () => {
    const { providers } = await open();
    await providers.save({ name: 'Cloud', baseUrl: 'https://api.x.test/v1', key: 'k' });
    const moved = { was: 'Cloud', name: 'Cloud', baseUrl: 'https://evil.test/v1' };
    await expect(providers.save(moved)).rejects.toThrow(
      /entered for https:\/\/api\.x\.test.*Enter the key for https:\/\/evil\.test/,
    );
    expect(await providers.save({ ...moved, key: null })).toMatchObject({ key: false });
  });

  test.each(['http://api.x.test/v1', 'http://api.x.test:443/v1', 'https://api.x.test:8443/v1'])(
    '[SAMP-14] a kept key goes neither in clear text nor to another port of the same computer: %s',
    async (baseUrl) => {
      const { providers } = await open();
      await providers.save({ name: 'Cloud', baseUrl: 'https://api.x.test/v1', key: 'k' });
      const moved = { was: 'Cloud', name: 'Cloud', baseUrl };
      await expect(providers.save(moved)).rejects.toThrow(
        `The kept key was entered for https://api.x.test. Enter the key for ${new URL(baseUrl).origin}`,
      );
      expect(await providers.list()).toMatchObject([{ name: 'Local' }, { baseUrl: 'https://api.x.test/v1' }]);
      expect(await providers.save({ ...moved, baseUrl: 'https://api.x.test:443/v2' })).toMatchObject({ key: true });
    },
  );

  test('two windows cannot save the same name; the key of the first one stays', async () => {
    const { providers, dataDir, fake } = await open();
    const fail = (error: Error) => {
      throw error;
    };
    const other = new Providers({
      store: createProviderStore(dataDir, fail),
      secrets: createSecretStore({ dataDir, onProblem: fail }),
    });
    const saves = [providers, other].map((one, at) => one.save({ name: 'Cloud', baseUrl: fake.url, key: `key-${at}` }));
    const ends = await Promise.allSettled(saves);
    const first = ends.findIndex(({ status }) => status === 'fulfilled');
    expect(ends[1 - first]).toMatchObject({ status: 'rejected', reason: { code: 'CONFLICT' } });
    expect(await providers.list()).toMatchObject([{ name: 'Local' }, { name: 'Cloud', key: true }]);
    fake.key = `key-${first}`;
    expect(await providers.test('Cloud')).toMatchObject({ ok: true });
    expect(Object.keys(JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')).secrets)).toHaveLength(1);
  });

  test('a taken name and a provider that is gone are said', async () => {
    const { providers, fake } = await open();
    await expect(providers.save({ name: 'local', baseUrl: fake.url })).rejects.toThrow(/named "local" already/);
    await expect(providers.save({ was: 'X', name: 'X', baseUrl: fake.url })).rejects.toThrow(
      /no model provider named "X"/,
    );
    await expect(providers.remove('X')).rejects.toThrow(/no model provider named "X"/);
  });

  test('a test says how many models there are, or why not', async () => {
    const { providers, fake } = await open();
    expect(await providers.test('Local')).toEqual({ ok: true, ms: expect.any(Number), models: 2, hasModel: true });
    fake.models = ['other'];
    expect(await providers.test('Local')).toMatchObject({ hasModel: false });
    fake.key = 'right';
    expect(await providers.test('Local')).toMatchObject({
      ok: false,
      problem: { kind: 'key', what: 'Local wants a key.' },
    });
  });
});

describe('a reply of a model', () => {
  test('[SAMP-10] comes in pieces and ends as a result', async () => {
    const { providers, fake } = await open();
    fake.answer = (_request, response) =>
      sendStream(response, words('It is so.'), {
        finish_reason: 'stop',
        usage: { prompt_tokens: 9, completion_tokens: 4 },
      });
    const heard: string[] = [];
    expect(await ask(providers, { onText: (text) => heard.push(text) })).toEqual({
      result: {
        role: 'assistant',
        content: { type: 'text', text: 'It is so.' },
        model: 'gpt-x-mini-2026',
        stopReason: 'endTurn',
      },
      usage: { input: 9, output: 4 },
      notes: [],
    });
    expect(heard).toEqual(['It ', 'is ', 'so.']);
  });

  test('[SAMP-10] tool calls in pieces are tool uses, under the names of the server', async () => {
    const { providers, fake } = await open();
    const call = (index: number, id: string | undefined, name: string | undefined, args: string) => ({
      tool_calls: [
        { index, ...(id ? { id, type: 'function' } : {}), function: { ...(name ? { name } : {}), arguments: args } },
      ],
    });
    fake.answer = (_request, response) =>
      sendStream(
        response,
        [
          { content: 'One moment.' },
          call(0, 'c1', 'orders_get', '{"i'),
          call(0, undefined, undefined, 'd":7}'),
          call(1, 'c2', 'orders_get', ''),
        ],
        { finish_reason: 'stop' },
      );
    const tools = [{ name: 'orders.get', inputSchema: { type: 'object' } }];
    expect((await ask(providers, { params: { ...PARAMS, tools } })).result).toMatchObject({
      content: [
        { type: 'text', text: 'One moment.' },
        { type: 'tool_use', id: 'c1', name: 'orders.get', input: { id: 7 } },
        { type: 'tool_use', id: 'c2', name: 'orders.get', input: {} },
      ],
      stopReason: 'toolUse',
    });
  });

  test.each([
    ['length', 'maxTokens'],
    ['content_filter', 'contentFilter'],
    ['something_new', 'something_new'],
  ])('[SAMP-10] the end %s is the stop reason %s', async (finish_reason, stopReason) => {
    const { providers, fake } = await open();
    fake.answer = (_request, response) => sendStream(response, words('Half'), { finish_reason });
    expect((await ask(providers)).result).toMatchObject({ stopReason });
  });

  test('[SAMP-14] only what is needed is sent, with the key of this provider, whatever the environment says', async () => {
    const { providers, fake } = await open();
    process.env.OPENAI_API_KEY = 'sk-from-env';
    process.env.OPENAI_CUSTOM_HEADERS = 'x-from-env: 1';
    process.env.OPENAI_ORG_ID = 'org-env';
    onTestFinished(() => {
      for (const name of ['OPENAI_API_KEY', 'OPENAI_CUSTOM_HEADERS', 'OPENAI_ORG_ID']) delete process.env[name];
    });
    await ask(providers);
    await providers.save({ was: 'Local', name: 'Local', baseUrl: fake.url, model: 'gpt-x', key: ' sk-own\n' });
    await ask(providers);
    const [without, withKey] = fake.requests.map(({ headers }) => headers);
    expect(withKey).toMatchObject({ authorization: 'Bearer sk-own' });
    const allowed =
      /^(host|connection|content-type|content-length|accept|accept-encoding|accept-language|authorization|user-agent|sec-fetch-mode|transfer-encoding)$/;
    expect(Object.keys(withKey ?? {}).filter((name) => !allowed.test(name))).toEqual([]);
    expect(without?.authorization).toBeUndefined();
    expect(without?.['user-agent']).toMatch(/^Wirebench\//i);
  });

  test('[SAMP-05] hints choose the model, then the provider’s own one', async () => {
    const { providers, fake } = await open();
    const hinted = (name: string) => ({ ...PARAMS, modelPreferences: { hints: [{ name }] } });
    await ask(providers, { params: hinted('x-mini') });
    await ask(providers, { params: hinted('unknown') });
    await ask(providers, { model: 'chosen' });
    const models = fake.requests.filter(({ body }) => body).map(({ body }) => body.model);
    expect(models).toEqual(['gpt-x-mini', 'gpt-x', 'chosen']);
    await providers.save({ name: 'Bare', baseUrl: fake.url });
    expect(await problem(ask(providers, { provider: 'Bare' }))).toMatchObject({
      kind: 'setup',
      what: /open which model/,
    });
  });

  test('[SAMP-03] a model that wants the limit under its new name gets it', async () => {
    const { providers, fake } = await open();
    fake.answer = ({ body }, response) =>
      body.max_tokens === undefined
        ? sendStream(response, words('ok'))
        : sendError(response, 400, {
            message:
              "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
            param: 'max_tokens',
            code: 'unsupported_parameter',
          });
    await ask(providers);
    expect(fake.requests.at(-1)?.body).toMatchObject({ max_completion_tokens: 50 });
  });

  test('is given up when nobody wants it any more', async () => {
    const { providers, fake } = await open();
    const ending = new AbortController();
    fake.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      sendChunk(response, { delta: { content: 'Begin' }, finish_reason: null });
    };
    const asked = ask(providers, { signal: ending.signal, onText: () => ending.abort(new Error('enough')) });
    await expect(asked).rejects.toThrow('enough');
    await expect.poll(() => fake.aborted).toBe(1);
  });
});

describe('what goes wrong is said in plain words', () => {
  test('nothing listens', async () => {
    const { providers, fake } = await open();
    await fake.close();
    expect(await problem(ask(providers))).toMatchObject({
      kind: 'unreachable',
      what: `Local was not reached at 127.0.0.1:${fake.port}.`,
      why: /refused: no program listens/,
      todo: /Start the provider/,
    });
  });

  test('the key is wrong, and is not repeated', async () => {
    const { providers, fake } = await open();
    await providers.save({ was: 'Local', name: 'Local', baseUrl: fake.url, model: 'gpt-x', key: 'sk-wrong-one' });
    fake.key = 'right';
    const found = await problem(ask(providers));
    expect(found).toMatchObject({ kind: 'key', what: 'Local did not accept the key.' });
    expect(JSON.stringify(found)).not.toContain('sk-wrong-one');
    expect(found.said).toContain('Incorrect API key provided: Bearer (the key)');
  });

  test.each([
    [
      404,
      { message: 'The model `gpt-x` does not exist', code: 'model_not_found' },
      {},
      { kind: 'model', what: 'Local has no model "gpt-x".' },
    ],
    [404, 'model "gpt-x" not found, try pulling it first', {}, { kind: 'model' }],
    [
      429,
      { message: 'Rate limit reached' },
      { 'retry-after': '7' },
      { kind: 'limit', todo: 'Try again in 7 seconds.' },
    ],
    [429, { message: 'Quota', code: 'insufficient_quota' }, {}, { kind: 'limit', what: /nothing left to spend/ }],
    [400, { message: 'temperature is not supported' }, {}, { kind: 'input', said: 'temperature is not supported' }],
    [503, { message: 'x'.repeat(900) }, {}, { kind: 'server', said: `${'x'.repeat(500)}…` }],
    [307, 'moved', { location: 'http://127.0.0.1:1/v1' }, { kind: 'setup', said: 'http://127.0.0.1:1/v1' }],
  ])('status %s', async (status, error, headers, expected) => {
    const { providers, fake } = await open();
    fake.answer = (_request, response) => sendError(response, status, error, headers as Record<string, string>);
    expect(await problem(ask(providers))).toMatchObject(expected);
    expect(fake.requests).toHaveLength(1);
  });

  test('the base URL lacks its end, or leads to a web page', async () => {
    const { providers, fake } = await open();
    await providers.save({ was: 'Local', name: 'Local', baseUrl: `http://127.0.0.1:${fake.port}`, model: 'gpt-x' });
    expect(await problem(ask(providers))).toMatchObject({ kind: 'setup', todo: /most end with \/v1/ });
    await providers.save({ was: 'Local', name: 'Local', baseUrl: fake.url, model: 'gpt-x' });
    fake.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<!doctype html><p>Hello</p>');
    };
    expect(await problem(ask(providers))).toMatchObject({ kind: 'setup', what: /does not speak the OpenAI format/ });
  });

  test.each<[string, FakeProvider['answer'], object]>([
    [
      'the connection is cut',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        sendChunk(response, { delta: { content: 'Half' }, finish_reason: null });
        setImmediate(() => response.destroy());
      },
      { kind: 'broken' },
    ],
    [
      'it ends too early',
      (_request, response) => {
        sendStream(response, words('Half'), null);
        response.end();
      },
      { kind: 'broken', why: 'The connection ended before the reply did.' },
    ],
    [
      'a part is no JSON',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end('data: {"choices": [\n\n');
      },
      { kind: 'broken', why: /not valid JSON/ },
    ],
    [
      'an error comes in the middle',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        sendChunk(response, { delta: { content: 'Half' }, finish_reason: null });
        response.end(`data: ${JSON.stringify({ error: { message: 'out of memory' } })}\n\n`);
      },
      { kind: 'broken', said: 'out of memory' },
    ],
    [
      'arguments of a call are no object',
      (_request, response) => {
        const call = { index: 0, id: 'c', type: 'function', function: { name: 'f', arguments: '{"a":' } };
        sendStream(response, [{ tool_calls: [call] }], { finish_reason: 'tool_calls' });
      },
      { kind: 'broken', why: /tool "f" with arguments that are no JSON object/ },
    ],
    [
      'it has no text',
      (_request, response) => sendStream(response, [{ content: '' }], { finish_reason: 'length' }),
      {
        kind: 'broken',
        why: /limit of tokens was used up/,
      },
    ],
  ])('%s', async (_name, answer, expected) => {
    const { providers, fake } = await open();
    fake.answer = answer;
    expect(await problem(ask(providers))).toMatchObject(expected);
  });

  test.each([false, true])('nothing comes for too long, begun: %s', async (begun) => {
    const { providers, fake } = await open(150);
    fake.answer = (_request, response) => {
      if (!begun) return;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      sendChunk(response, { delta: { content: 'Half' }, finish_reason: null });
    };
    const what = begun ? 'Local stopped in the middle of its reply.' : 'Local did not answer.';
    expect(await problem(ask(providers))).toMatchObject({ kind: 'timeout', what, why: /Nothing came for 1 second/ });
  });
});

/** Writes texts until the connection is ended, at most `most`; each write waits for room. */
function flood(response: ServerResponse, text: (at: number) => string, most: number): void {
  let at = 0;
  const more = () => {
    while (at < most && !response.destroyed) {
      const roomy = response.write(text(at));
      at += 1;
      if (!roomy) return void response.once('drain', more);
    }
    if (!response.destroyed) response.end();
  };
  more();
}

const MEGABYTE = 'x'.repeat(1_000_000);
const callsOf = (calls: readonly object[]) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { tool_calls: calls }, finish_reason: null }] })}\n\n`;

describe('an answer without an end is not read', () => {
  test.each<[string, number, (response: ServerResponse) => void, object]>([
    [
      'a line of a stream',
      200,
      (response) => flood(response, () => MEGABYTE, 60),
      { kind: 'broken', why: 'A part of it is larger than 2 MiB.' },
    ],
    [
      'an event of a stream in many lines',
      200,
      (response) => flood(response, () => `data: ${MEGABYTE}\r\n`, 60),
      { kind: 'broken', why: 'A part of it is larger than 2 MiB.' },
    ],
    ['the body of an error', 500, (response) => flood(response, () => MEGABYTE, 60), { kind: 'server' }],
    [
      'the name of a tool',
      200,
      (response) => flood(response, () => callsOf([{ index: 0, function: { name: 'x'.repeat(200_000) } }]), 300),
      { kind: 'broken', why: 'It is larger than 8 million characters.' },
    ],
    [
      'the number of calls',
      200,
      (response) =>
        flood(
          response,
          (at) => callsOf(Array.from({ length: 500 }, (_, n) => ({ index: at * 500 + n, function: { name: 'f' } }))),
          1000,
        ),
      { kind: 'broken', why: 'It is larger than 8 million characters.' },
    ],
  ])('%s', async (_name, status, write, expected) => {
    const { providers, fake } = await open();
    fake.answer = (_request, response) => {
      response.writeHead(status, { 'content-type': 'text/event-stream' });
      write(response);
    };
    expect(await problem(ask(providers))).toMatchObject(expected);
    await expect.poll(() => fake.aborted).toBe(1);
  });

  test('a list of models', async () => {
    const { providers, fake } = await open();
    fake.models = [...Array.from({ length: 6000 }, (_, at) => `m${at}`), 'x'.repeat(257)];
    const models = await providers.models('Local');
    expect(models).toHaveLength(5000);
    expect(models.every((id) => id.length < 10)).toBe(true);
    fake.models = Array.from({ length: 12 }, () => MEGABYTE);
    expect(await problem(providers.models('Local'))).toMatchObject({
      kind: 'broken',
      why: 'It is larger than 8 MiB.',
    });
  });

  test('many small events are one reply', async () => {
    const { providers, fake } = await open();
    const delta = { content: 'y'.repeat(100_000) };
    fake.answer = (_request, response) =>
      sendStream(
        response,
        Array.from({ length: 60 }, () => delta),
      );
    expect((await ask(providers)).result).toMatchObject({ content: { text: 'y'.repeat(6_000_000) } });
  });
});
