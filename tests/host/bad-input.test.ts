import { writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Endpoint, StdioEndpoint } from '#shared/config.ts';
import type { Failure } from '#shared/session.ts';
import { fixture } from '../servers/servers.ts';
import { type Closed, failureOf, httpServer, nodeScript, openTestHost, type TestHost } from './support/test-host.ts';

const SHORT = { timeouts: { connectMs: 600, requestMs: 5000 } };
/** Longer than any test waits, but nothing stays if a test dies. */
const LIVE = 'setTimeout(() => process.exit(9), 30000);process.stdin.resume();';

let host: TestHost;
const closing: (() => Promise<void>)[] = [];
beforeEach(async () => {
  host = await openTestHost();
});
afterEach(async () => {
  await host.close();
  for (const close of closing.splice(0)) await close();
});

function program(command: string, args: string[] = [], more: Partial<StdioEndpoint> = {}): Endpoint {
  return { kind: 'stdio', command, args, env: {}, inherit: 'short', ...more };
}

const script = (code: string): Endpoint => program(process.execPath, ['-e', code]);

async function answering(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a listening TCP server has one
}

/** A port on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a listening TCP server has one
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts a bad server and a good one at once; gives the end of the bad one when the good one has proved itself. */
async function fails(endpoint: Endpoint, options: Parameters<TestHost['add']>[1] = {}): Promise<Closed> {
  const [bad, good] = [await host.add(endpoint, options), await host.add(nodeScript(fixture('legacy')))];
  const [badId, goodId] = await Promise.all([host.start(bad), host.start(good)]);
  const [closed] = await Promise.all([host.closed(badId), host.ready(goodId)]);
  const echo = await host.run(goodId, 'tools.call', { name: 'echo', args: { text: 'still here' } });
  expect(await host.result(echo)).toContain('still here');
  return closed;
}

/** All four parts are there, and one step of the ladder says what was seen there. */
function whole(session: Closed): Failure {
  const failure = failureOf(session);
  const { rule, title, why, todo, short } = failure;
  expect([rule, title, why, todo, short].filter((text) => text.trim() === '')).toEqual([]);
  expect(`${failure.title} ${failure.why} ${failure.todo} ${failure.short}`).not.toMatch(/!|undefined|\[object/);
  const broken = session.ladder.filter((step) => step.state === 'failed');
  expect(broken.map((step) => step.detail)).toEqual([failure.fact ?? failure.short]);
  return failure;
}

describe('programs', () => {
  test('[STD-16] a program that does not exist', async () => {
    const closed = await fails(program('wirebench-no-such-program', ['--x']));
    expect(closed.state.reason).toBe('failed');
    expect(closed.pid).toBeUndefined();
    expect(whole(closed)).toMatchObject({
      rule: 'dx-enoent-none',
      title: '"wirebench-no-such-program" is not installed or has another name',
      why: expect.stringMatching(/PATH this app searched: .*\/bin/),
      short: 'Program not found',
    });
    expect(closed.ladder.find((step) => step.state === 'failed')?.key).toBe('program');
  });

  test('[STD-16] a path to a program that does not exist', async () => {
    const path = join(host.dataDir, 'nowhere', 'server');
    expect(whole(await fails(program(path)))).toMatchObject({
      rule: 'dx-enoent-none',
      why: `There is no file "${path}".`,
    });
  });

  test('[STD-16] a working folder that does not exist', async () => {
    const cwd = join(host.dataDir, 'gone');
    const closed = await fails(program(process.execPath, [fixture('legacy')], { cwd }));
    expect(whole(closed)).toMatchObject({
      rule: 'dx-cwd',
      title: 'The working folder does not exist',
      why: expect.stringContaining(`"${cwd}"`),
      short: 'Working folder missing',
    });
    expect(closed.ladder.find((step) => step.state === 'failed')?.key).toBe('folder');
  });

  test('[STD-16] a file that may not be run', async () => {
    const file = join(host.dataDir, 'plain-file');
    await writeFile(file, '#!/bin/sh\n', { mode: 0o644 });
    expect(whole(await fails(program(file)))).toMatchObject({
      rule: 'dx-eacces',
      title: 'The file is not allowed to run',
      todo: `Run: chmod +x ${file}`,
      short: 'Not allowed to run',
    });
  });

  test('[STD-16] a script whose interpreter does not exist', async () => {
    const file = join(host.dataDir, 'odd-script');
    await writeFile(file, '#!/no/such/interpreter\n', { mode: 0o755 });
    expect(whole(await fails(program(file)))).toMatchObject({ rule: 'dx-interpreter', short: 'Interpreter missing' });
  });

  test('a secret without a value', async () => {
    const endpoint = program(process.execPath, [], { env: { TOKEN: { secret: 'never-saved' } } });
    expect(whole(await fails(endpoint))).toMatchObject({
      rule: 'dx-secret',
      title: 'The secret "never-saved" has no value',
    });
  });

  test('[STD-10] [STD-16] a program that exits at once', async () => {
    const closed = await fails(script('console.error("bad weather");process.exit(7)'));
    expect(closed.state).toMatchObject({ reason: 'exited', exit: { code: 7, signal: null } });
    const failure = whole(closed);
    expect(failure).toMatchObject({ rule: 'dx-exit', title: 'The server stopped before it could connect' });
    expect(failure.why).toContain('exited with code 7');
    expect(failure.why).toContain('"bad weather"');
    expect(failure.short).toBe('Exited with code 7');
  });

  test('[STD-05] a program that only prints a banner', async () => {
    const closed = await fails(script(`console.log("Welcome to Tool 3");${LIVE}`), SHORT);
    const failure = whole(closed);
    expect(failure).toMatchObject({ rule: 'dx-stdout', title: 'The server prints text on stdout' });
    expect(failure.why).toContain('"Welcome to Tool 3"');
    expect(
      (await host.rows(closed.id, 'wire')).some((row) => row.k === 'noise' && row.text === 'Welcome to Tool 3'),
    ).toBe(true);
  });
});

describe('a program that never answers', () => {
  const silent = (): Endpoint => script(`console.error("thinking");${LIVE}`);

  test('ends after the connect time, and its process with it', async () => {
    const closed = await fails(silent(), SHORT);
    expect(closed.state.reason).toBe('failed');
    const failure = whole(closed);
    expect(failure).toMatchObject({ rule: 'dx-silent', title: 'The server did not answer' });
    expect(failure.why).toContain('"thinking"');
    expect(() => process.kill(closed.pid ?? 0, 0)).toThrow('ESRCH');
  });

  test('gets the whole time again by waiting longer', async () => {
    const sessionId = await host.start(await host.add(silent(), { timeouts: { connectMs: 1200, requestMs: 5000 } }));
    await host.waitFor('session', ({ id, state }) => id === sessionId && state.at === 'negotiating');
    const session = await host.waitFor('session', ({ id, pid }) => id === sessionId && pid !== undefined);
    const seen = async () => (await host.rows(sessionId, 'stderr')).some((row) => row.text === 'thinking');
    await expect.poll(seen, { timeout: 5000 }).toBe(true);
    const longerAt = Date.now();
    await host.client['session.waitLonger']({ sessionId });
    const closed = await host.closed(sessionId);
    expect((closed.endedAt ?? 0) - longerAt).toBeGreaterThanOrEqual(1150);
    expect((closed.endedAt ?? 0) - session.startedAt).toBeGreaterThan(1200);
    expect(whole(closed).rule).toBe('dx-silent');
  });

  test('can be stopped while it is waited for', async () => {
    const sessionId = await host.start(await host.add(silent()));
    const session = await host.waitFor('session', ({ id, pid }) => id === sessionId && pid !== undefined);
    await host.client['session.stop']({ sessionId });
    const { state } = await host.closed(sessionId);
    expect(state).toMatchObject({ reason: 'user' });
    expect(state.failure).toBeUndefined();
    expect(() => process.kill(session.pid ?? 0, 0)).toThrow('ESRCH');
  });
});

describe('addresses', () => {
  const page = '<!doctype html><html><head><title>My Shop</title></head><body>Hello</body></html>';

  test('[HTTP-23] nothing listens on the port', async () => {
    const port = await closedPort();
    const closed = await fails(httpServer(`http://127.0.0.1:${port}/mcp`));
    expect(whole(closed)).toMatchObject({
      rule: 'dx-refused',
      title: 'Nothing listens there',
      why: expect.stringContaining(`127.0.0.1:${port}`),
      short: 'Connection refused',
    });
    expect(closed.ladder.find((step) => step.state === 'failed')?.key).toBe('connected');
  });

  test.each([200, 404])('a web page, HTTP %i', async (status) => {
    const url = await answering((_request, response) => {
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    });
    const failure = whole(await fails(httpServer(`${url}/`)));
    expect(failure).toMatchObject(
      status === 200
        ? { rule: 'dx-html', title: 'This address is a web page, not an MCP endpoint' }
        : { rule: 'dx-404', title: 'No MCP endpoint at this path', short: 'HTTP 404' },
    );
    expect(failure.why).toContain('My Shop');
    expect(failure.todo).toContain('/mcp');
  });

  test('JSON that is no MCP', async () => {
    const url = await answering((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}');
    });
    const failure = whole(await fails(httpServer(url)));
    expect(failure).toMatchObject({ rule: 'dx-content', title: 'The answer is not MCP' });
    expect(failure.why).toContain('application/json');
  });

  test('a gateway that cannot reach the server', async () => {
    const url = await answering((_request, response) => {
      response.writeHead(502, { 'content-type': 'text/html' }).end('<title>502 Bad Gateway</title>');
    });
    const failure = whole(await fails(httpServer(url)));
    expect(failure).toMatchObject({
      rule: 'dx-status',
      title: 'The server answered 502 Bad Gateway',
      short: 'HTTP 502',
    });
  });

  test('an address that takes the request and never answers', async () => {
    const url = await answering(() => undefined);
    const failure = whole(await fails(httpServer(url), SHORT));
    expect(failure).toMatchObject({ rule: 'dx-timeout', title: 'No answer' });
  });

  test('an address that hangs up', async () => {
    const url = await answering((request) => request.socket.destroy());
    const failure = whole(await fails(httpServer(url), SHORT));
    expect(failure).toMatchObject({ rule: 'dx-cut', title: 'The connection broke before an answer came' });
  });
});

describe('pasted text', () => {
  const detect = (text: string) => host.client['server.detect']({ text });

  test('JSON with a mistake names the line', async () => {
    const text = '{\n  "mcpServers": {\n    "files": { "command": "npx" "args": [] }\n  }\n}';
    const found = await detect(text);
    expect(found).toMatchObject({ kind: 'problem', line: 3 });
    if (found.kind !== 'problem') throw new Error('It was taken.');
    expect(`${found.title} ${found.detail}`).toContain('comma');
  });

  test.each([
    ['a cut list', '{"mcpServers": {"a": {"command": "x"'],
    ['a number', '{"mcpServers": 7}'],
    ['an address with a space', 'https://example.com/mcp and more'],
    ['an open quote', 'npx "server'],
    ['another format', '<servers><server command="npx"/></servers>'],
  ])('%s ends in a problem with a title and a sentence', async (_name, text) => {
    const found = await detect(text);
    expect(found.kind).toBe('problem');
    if (found.kind !== 'problem') throw new Error('It was taken.');
    expect(found.title.trim()).not.toBe('');
    expect(found.detail.trim()).not.toBe('');
    expect(host.state.all('server')).toEqual([]);
  });

  test('nothing is nothing', async () => {
    expect(await detect(' \n')).toEqual({ kind: 'empty' });
  });

  test('calls that make no sense are refused with a code, and the host goes on', async () => {
    await expect(host.client['session.start']({ serverId: 'nobody' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(host.client['session.stop']({ sessionId: 'nobody' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(host.client['operation.result']({ operationId: 'nobody' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const reply = { action: 'accept' } as const;
    await expect(host.client['pending.answer']({ id: 'nobody', reply })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(host.client['server.save']({ name: '', endpoint: script('1') })).rejects.toMatchObject({
      code: 'BAD_INPUT',
    });
    const { id } = await host.open(nodeScript(fixture('legacy')));
    await expect(host.run(id, 'tools.call', { name: 7 })).rejects.toMatchObject({ code: 'BAD_INPUT' });
    await expect(host.client['log.body']({ sessionId: id, seq: 99_999 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await host.run(id, 'ping')).status).toBe('done');
  });
});
