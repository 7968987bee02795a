import { mkdir, readFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage, type RequestOptions, type ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { ServerConfig } from '#shared/config.ts';
import type { Fix } from '#shared/fix.ts';
import type { Session } from '#shared/session.ts';
import { fixture } from '../../servers/servers.ts';
import { startFixture } from '../support/fixture-server.ts';
import { httpServer } from '../support/test-host.ts';
import { diagnosisKit, type Failed, LIVE, portOf, program, SERVE, SHORT, script } from './diagnosis-kit.ts';

const kit = diagnosisKit();
const VARIABLE = 'WIREBENCH_TEST_TOKEN';
afterEach(() => {
  delete process.env[VARIABLE];
});

/** Carries out the first fix that does this, and gives the connected session. */
async function mend(failed: Failed, does: Fix['action']['do'], given: { value?: string; keep?: boolean } = {}) {
  const fix = failed.failure.fixes?.find(({ action }) => action.do === does);
  if (!fix) throw new Error(`There is no such fix: ${JSON.stringify(failed.failure.fixes)}`);
  const { sessionId } = await kit
    .host()
    .client['fix.apply']({ serverId: failed.serverId, action: fix.action, ...given });
  if (sessionId === undefined) throw new Error('Nothing was started.');
  return kit.host().ready(sessionId);
}

async function saved(serverId: string): Promise<ServerConfig> {
  const file = JSON.parse(await readFile(join(kit.host().dataDir, 'servers.json'), 'utf8'));
  return file.servers.find(({ id }: ServerConfig) => id === serverId);
}

function onwardTo(port: string, options: RequestOptions) {
  return httpRequest({ host: '127.0.0.1', port, ...options });
}

const needsToken = `if (!process.env.${VARIABLE}) { console.error("Error: ${VARIABLE} is not set"); process.exit(1) } ${SERVE}`;

describe('one click from a failure to a connected server', () => {
  test('dx-env: the variable is set and kept as a secret', async () => {
    const failed = await kit.fails(script(needsToken));
    expect(failed.failure.rule).toBe('dx-env');
    const session = await mend(failed, 'set-variable', { value: 'tok-9f31c2', keep: true });
    expect(session.id).not.toBe(failed.session.id);
    const { endpoint } = await saved(failed.serverId);
    const secret = `${failed.serverId}-${VARIABLE}`;
    expect(endpoint).toMatchObject({ env: { [VARIABLE]: { secret } } });
    expect((await kit.host().client['secret.names']({})).names).toEqual([secret]);
    expect(session.launch?.env.find(({ name }) => name === VARIABLE)).toMatchObject({ source: 'secret' });
    expect(JSON.stringify([kit.host().state.all('session'), await saved(failed.serverId)])).not.toContain('tok-9f31c2');
  });

  test('dx-env: the variable is passed on, and its value stays where it is', async () => {
    process.env[VARIABLE] = 'tok-from-the-shell';
    const failed = await kit.fails(script(needsToken));
    expect(failed.failure.fixes?.map(({ action }) => action.do)).toEqual(['set-variable', 'pass-variable', 'edit']);
    await mend(failed, 'pass-variable');
    expect(await saved(failed.serverId)).toMatchObject({ endpoint: { env: { [VARIABLE]: `\${${VARIABLE}}` } } });
  });

  test('dx-cwd: another folder', async () => {
    const { dataDir } = kit.host();
    const failed = await kit.fails(program(process.execPath, [fixture('legacy')], { cwd: join(dataDir, 'gone') }));
    await mkdir(join(dataDir, 'there'));
    const gone = {
      serverId: failed.serverId,
      action: { do: 'choose-folder' as const },
      value: join(dataDir, 'nowhere'),
    };
    await expect(kit.host().client['fix.apply'](gone)).rejects.toMatchObject({ code: 'BAD_INPUT' });
    const session = await mend(failed, 'choose-folder', { value: ` "${join(dataDir, 'there')}" ` });
    expect(session.launch?.cwd).toBe(join(dataDir, 'there'));
  });

  test('dx-cwd: the suggested folder, without being asked', async () => {
    const { dataDir } = kit.host();
    const failed = await kit.fails(program(process.execPath, [fixture('legacy')], { cwd: join(dataDir, 'gone') }));
    expect((await mend(failed, 'choose-folder')).launch?.cwd).toBe(dataDir);
  });

  test('dx-enoent: the absolute path that was found', async () => {
    const failed = await kit.fails(program('/opt/wirebench-old/node', [fixture('legacy')]));
    expect((await mend(failed, 'set-command')).launch?.command[0]).toMatch(/\/node$/);
  });

  test('dx-enoent: the folder of the program that the server looks for goes to its PATH', async () => {
    const endpoint = program('/bin/sh', ['-c', `exec node ${fixture('legacy')}`], { env: { PATH: '/nonexistent' } });
    const failed = await kit.fails(endpoint);
    expect(failed.failure.rule).toBe('dx-enoent');
    await mend(failed, 'set-variable');
    expect(await saved(failed.serverId)).toMatchObject({
      endpoint: { env: { PATH: expect.stringMatching(/:\/nonexistent$/) } },
    });
  });

  test('dx-enoent-none: a program that a person chooses', async () => {
    const failed = await kit.fails(program('wirebench-no-such-program', [fixture('legacy')]));
    await mend(failed, 'choose-command', { value: process.execPath });
  });

  test('dx-exit0: the subcommand stdio', async () => {
    const failed = await kit.fails(script(`if (process.argv.includes("stdio")) ${SERVE}`));
    expect(failed.failure.rule).toBe('dx-exit0');
    await mend(failed, 'set-args');
  });

  test('dx-secret: the value that was missing', async () => {
    const failed = await kit.fails(script(needsToken, [], { env: { [VARIABLE]: { secret: 'mine' } } }));
    expect(failed.failure.rule).toBe('dx-secret');
    await mend(failed, 'set-variable', { value: 'tok-9f31c2', keep: true });
    expect((await kit.host().client['secret.names']({})).names).toEqual(['mine']);
  });

  test('dx-port: once more, when the port is free', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const listen = `const s = require("net").createServer().listen(${portOf(taken)}, "127.0.0.1", () => { s.unref(); ${SERVE} })`;
    const failed = await kit.fails(script(listen));
    expect(failed.failure.rule).toBe('dx-port');
    await new Promise((resolve) => taken.close(resolve));
    await mend(failed, 'retry');
  });

  test('dx-slow: more time, which the settings keep', async () => {
    const failed = await kit.fails(script(`console.error("Downloading");setTimeout(() => { ${SERVE} }, 4500)`), SHORT);
    expect(failed.failure.rule).toBe('dx-slow');
    await mend(failed, 'wait-longer');
    expect((await saved(failed.serverId)).timeouts.connectMs).toBe(120_000);
  });

  test('dx-era: the version that the server speaks', async () => {
    const failed = await kit.fails(program(process.execPath, [fixture('legacy')]), { era: '2026-07-28' });
    expect((await mend(failed, 'set-era')).hello?.era).toBe('legacy');
  });
});

describe('addresses', () => {
  async function served(): Promise<string> {
    const server = await startFixture('http', ['--era=legacy']);
    kit.owns(() => server.close());
    return server.origin;
  }

  /** A server in front that answers /mcp by the fixture and everything else like this. */
  async function behind(status: number, type: string, body: string): Promise<string> {
    const to = new URL(await served());
    return kit.answering((request, response) => {
      if (!request.url?.startsWith('/mcp?key=private')) {
        response.writeHead(status, { 'content-type': type }).end(body);
        return;
      }
      const { method, headers } = request;
      const onward = onwardTo(to.port, { headers, path: '/mcp', ...(method === undefined ? {} : { method }) });
      onward.on('response', (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      onward.on('error', () => response.destroy());
      request.pipe(onward);
    });
  }

  test.each([
    ['dx-html', 200, 'text/html', '<title>Shop</title>'],
    ['dx-404', 404, 'text/plain', 'nothing here'],
  ])('%s: /mcp at the end, and the query of the address stays', async (rule, status, type, body) => {
    const origin = await behind(status, type, body);
    const failed = await kit.fails(httpServer(`${origin}/?key=private`));
    expect(failed.failure.rule).toBe(rule);
    await mend(failed, 'set-url');
    expect(await saved(failed.serverId)).toMatchObject({ endpoint: { url: `${origin}/mcp?key=private` } });
  });

  test('dx-404: the older transport', async () => {
    const server = await startFixture('http-sse-old');
    kit.owns(() => server.close());
    const endpoint = {
      kind: 'http' as const,
      url: `${server.origin}/sse`,
      headers: [],
      transport: 'streamable' as const,
    };
    const failed = await kit.fails(endpoint);
    expect(failed.failure.rule).toBe('dx-404');
    await mend(failed, 'set-transport');
  });

  test('dx-httponly: the address that the program prints', async () => {
    const url = `${await served()}/mcp`;
    const failed = await kit.fails(script(`console.error("Listening on ${url}");${LIVE}`), SHORT);
    expect(failed.failure.rule).toBe('dx-httponly');
    await mend(failed, 'use-address');
    expect(await saved(failed.serverId)).toMatchObject({ endpoint: { kind: 'http', url } });
  });

  test('dx-tls: http where there is no encryption', async () => {
    const origin = await served();
    const failed = await kit.fails(httpServer(`${origin.replace('http:', 'https:')}/mcp`));
    expect(failed.failure.rule).toBe('dx-tls');
    await mend(failed, 'set-url');
  });

  /** Hands a request on to the fixture. */
  function forward(port: string, request: IncomingMessage, response: ServerResponse): void {
    const { method, headers, url } = request;
    const path = url ?? '/';
    const onward = onwardTo(port, { headers, path, ...(method === undefined ? {} : { method }) });
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  }

  test('dx-tls: this certificate is trusted for this server alone', async () => {
    const { port } = new URL(await served());
    const origin = await kit.answeringSecurely((request, response) => forward(port, request, response));
    const failed = await kit.fails(httpServer(`${origin}/mcp`));
    expect(failed.failure.why).toMatch(/SHA-256 (?:[0-9A-F]{2}:){31}/);
    await mend(failed, 'trust-certificate');
    const print = expect.stringMatching(/^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    expect(await saved(failed.serverId)).toMatchObject({ endpoint: { trust: { fingerprint: print } } });
  });

  test('dx-401: a token is sent as a header and kept as a secret', async () => {
    const { port } = new URL(await served());
    const origin = await kit.answering((request, response) => {
      if (request.headers.authorization === 'Bearer tok-9f31c2') return forward(port, request, response);
      return void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    });
    const serverId = await kit.host().add(httpServer(`${origin}/mcp`));
    const sessionId = await kit.host().start(serverId);
    const waits = await kit
      .host()
      .waitFor('session', ({ id, state }) => id === sessionId && state.at === 'authorizing');
    const fix = waits.state.at === 'authorizing' ? waits.state.failure?.fixes?.[0] : undefined;
    expect(fix?.ask).toEqual({ kind: 'secret', label: 'Authorization' });
    const action = fix?.action ?? { do: 'retry' };
    const next = await kit.host().client['fix.apply']({ serverId, action, value: 'tok-9f31c2' });
    await kit.host().ready(next.sessionId ?? '');
    const secret = `${serverId}-Authorization`;
    expect(await saved(serverId)).toMatchObject({
      endpoint: { headers: [{ name: 'Authorization', value: { secret } }] },
    });
    expect(JSON.stringify(await saved(serverId))).not.toContain('tok-9f31c2');
  });
});

describe('what cannot be carried out says so', () => {
  const apply = (serverId: string, action: Fix['action'], more: { value?: string; keep?: boolean } = {}) =>
    kit.host().client['fix.apply']({ serverId, action, ...more });

  test('a server that is not saved', async () => {
    const { sessionId } = await kit.host().client['session.startWith']({ config: { endpoint: script('0') } });
    const { serverId } = await kit.host().closed(sessionId);
    await expect(apply(serverId, { do: 'retry' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'This server is not saved, so its settings cannot be changed. Save it first.',
    });
    await expect(apply('nobody', { do: 'retry' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('a value that cannot be used leaves the settings as they are', async () => {
    const serverId = await kit.host().add(program('/bin/true', ['x']));
    const before = await saved(serverId);
    const bad: [Fix['action'], { value?: string }, RegExp][] = [
      [{ do: 'set-variable', name: 'A_KEY', secret: true }, {}, /No value was given for A_KEY/],
      [{ do: 'set-variable', name: 'A=B', secret: false }, { value: 'x' }, /no name of a variable/],
      [{ do: 'set-variable', name: 'A_KEY', secret: true }, { value: `\${HOME}` }, /looks like a reference/],
      [{ do: 'choose-command' }, { value: '  ' }, /No program was given/],
      [{ do: 'choose-command' }, { value: 'a\nb' }, /line break/],
      [{ do: 'choose-folder' }, {}, /No folder was given/],
      [{ do: 'set-url', url: 'http://h.test' }, {}, /has no address any more/],
      [{ do: 'use-address', url: 'file:///etc/passwd' }, {}, /not an http or https address/],
      [{ do: 'edit', field: 'env' }, {}, /carried out by hand/],
      [{ do: 'copy', text: 'x' }, {}, /carried out by hand/],
    ];
    for (const [action, given, words] of bad) {
      await expect(apply(serverId, action, given)).rejects.toMatchObject({
        code: 'BAD_INPUT',
        message: expect.stringMatching(words),
      });
    }
    expect(await saved(serverId)).toEqual(before);
    expect(kit.host().state.all('session')).toEqual([]);
  });

  test('waiting longer while it connects keeps the session', async () => {
    const serverId = await kit.host().add(script(LIVE));
    const sessionId = await kit.host().start(serverId);
    await kit.host().waitFor('session', ({ id, state }: Session) => id === sessionId && state.at === 'negotiating');
    expect(await apply(serverId, { do: 'wait-longer' })).toEqual({ sessionId });
    expect((await saved(serverId)).timeouts.connectMs).toBeUndefined();
    await kit.host().client['session.stop']({ sessionId });
  });
});
