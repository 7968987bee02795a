import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Endpoint } from '#shared/config.ts';
import { caseServer } from '../cases/cases.ts';
import { fixture } from '../servers/servers.ts';
import { startFixture } from './support/fixture-server.ts';
import { startHostChild } from './support/host-child.ts';
import { everythingIn, recordsOf, sessionFolder } from './support/on-disk.ts';
import { demo, nodeScript, openTestHost, type TestHost } from './support/test-host.ts';
import { living } from './transport-harness.ts';

const closing: (() => Promise<unknown>)[] = [];
let dataDir = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wirebench-data-'));
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await rm(dataDir, { recursive: true, force: true });
});

async function open(options: Parameters<typeof openTestHost>[0] = {}): Promise<TestHost> {
  const host = await openTestHost({ dataDir, ...options });
  closing.push(host.close);
  return host;
}

const SECRET = 'tok-5ecret "with\\quotes" é+/=';
/** How the value can stand in a file. */
const FORMS = [
  SECRET,
  JSON.stringify(SECRET).slice(1, -1),
  JSON.stringify(JSON.stringify(SECRET).slice(1, -1)).slice(1, -1),
  '5ecret',
];

/** Files below a folder that hold one of the texts, in whatever form. */
function filesWith(folder: string, texts: string[]): string[] {
  const files = everythingIn(folder).filter(({ isFolder }) => !isFolder);
  return files.map(({ path }) => path).filter((path) => texts.some((text) => readFileSync(path).includes(text)));
}

/** Says its secret in every way a server can: stderr, stray output, notifications, errors, a small and a large result. */
const TELLTALE = `
  const secret = process.env.TOKEN;
  const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
  process.stderr.write('the token is ' + secret + '\\n');
  process.stdout.write('token=' + secret + '\\n');
  const tools = ['small', 'large', 'fail'].map((name) => ({ name, description: secret, inputSchema: { type: 'object' } }));
  const text = (value) => ({ content: [{ type: 'text', text: value }] });
  const on = {
    initialize: () => ({ protocolVersion: '2025-11-25', capabilities: { tools: {} }, instructions: secret,
      serverInfo: { name: 'telltale', version: secret } }),
    'tools/list': () => ({ tools }),
    'tools/call': ({ name }) => {
      say({ method: 'notifications/message', params: { level: 'info', data: { secret } } });
      if (name === 'fail') throw new Error(secret);
      return text(name === 'small' ? secret : (secret + 'x'.repeat(1000)).repeat(3000));
    },
  };
  let rest = '';
  process.stdin.on('data', (chunk) => {
    const lines = (rest + chunk).split('\\n');
    rest = lines.pop();
    for (const { id, method, params } of lines.map((line) => JSON.parse(line))) {
      if (id === undefined) continue;
      try { say(on[method] ? { id, result: on[method](params) } : { id, error: { code: -32601, message: 'no' } }); }
      catch (error) { say({ id, error: { code: 1, message: error.message, data: { secret } } }); }
    }
  });
  process.stdin.on('end', () => process.exit(0));
  setTimeout(() => process.exit(0), 60000);`;

describe('secrets', () => {
  test('[SEC-12] the value of a secret is in no file of the session and nothing the page gets', async () => {
    const host = await open();
    await host.client['secret.save']({ name: 'token', value: SECRET });
    const endpoint: Endpoint = {
      kind: 'stdio',
      command: process.execPath,
      args: ['-e', TELLTALE],
      env: { TOKEN: { secret: 'token' } },
      inherit: 'short',
    };
    const { id } = await host.open(endpoint);
    const ran = [];
    for (const name of ['small', 'large', 'fail']) ran.push(await host.run(id, 'tools.call', { name, args: {} }));
    expect(ran.map(({ status }) => status)).toEqual(['done', 'done', 'failed']);
    // The server had it: it was replaced where it stood, in every kind of record.
    const small = ran[0] && (await host.result(ran[0]));
    expect(small).toBe('{"content":[{"type":"text","text":"{{secret:token}}"}]}');
    await host.client['session.stop']({ sessionId: id });
    await host.closed(id);
    const records = recordsOf(dataDir, id);
    const holding = (k: string) =>
      records.some((one) => one.k === k && JSON.stringify(one).includes('{{secret:token}}'));
    expect(['frame', 'noise', 'stderr'].map(holding)).toEqual([true, true, true]);
    const bodies = join(sessionFolder(dataDir, id), 'bodies');
    const body = readFileSync(join(bodies, readdirSync(bodies)[0] ?? ''), 'utf8');
    expect(body.match(/\{\{secret:token\}\}x/g)).toHaveLength(3000);
    expect(filesWith(sessionFolder(dataDir, id), FORMS)).toEqual([]);
    // Only the store of secrets has it.
    expect(filesWith(dataDir, FORMS).map((path) => path.slice(dataDir.length + 1))).toEqual(['secrets.json']);
    const views = ['wire', 'stderr', 'client', 'traffic', 'notices'] as const;
    const rows = await Promise.all(views.map((view) => host.rows(id, view)));
    const state = [host.state.all('session'), host.state.all('operation'), host.state.all('server')];
    const { items } = await host.client['catalog.items']({ sessionId: id, kind: 'tools' });
    expect(items[0]?.description).toBe('{{secret:token}}');
    const seen = JSON.stringify([rows, state, items, host.said]);
    expect(FORMS.filter((form) => seen.includes(form))).toEqual([]);
    expect(host.state.get('session', id)?.launch?.env).toContainEqual({ name: 'TOKEN', source: 'secret' });
    expect(await host.client['secret.names']({})).toEqual({ names: ['token'] });
  });

  test('[SEC-12] [SEC-14] Authorization and the session id of an HTTP server are hidden', async () => {
    const server = await startFixture('http');
    closing.push(server.close);
    const host = await open();
    await host.client['secret.save']({ name: 'key', value: SECRET.replace(/[^\x20-\x7e]/g, '') });
    const { id } = await host.open({
      kind: 'http',
      url: `${server.origin}/mcp`,
      headers: [
        { name: 'X-Api-Key', value: { secret: 'key' } },
        { name: 'Authorization', value: 'Bearer plain-5ecret-bearer' },
      ],
      transport: 'auto',
    });
    const operation = await host.run(id, 'tools.call', { name: 'echo', args: { text: 'plain text' } });
    const call = { sessionId: id, exchangeId: operation.exchangeIds[0] ?? '' };
    const [http] = (await host.client['exchange.get'](call)).http;
    const header = (name: string) => http?.requestHeaders.find(([key]) => key.toLowerCase() === name)?.[1];
    expect(header('authorization')).toMatch(/^Bearer \{\{hidden:\d+\}\}$/);
    expect(header('x-api-key')).toBe('{{secret:key}}');
    expect(header('mcp-session-id')).toMatch(/^\{\{hidden:\d+\}\}$/);
    const got = (await (await fetch(`${server.origin}/__log`)).json()) as { headers: Record<string, string> }[];
    const last = got.findLast(({ headers }) => headers['mcp-session-id'] !== undefined);
    // The server did get all of it.
    expect(last?.headers).toMatchObject({ authorization: 'Bearer plain-5ecret-bearer' });
    expect(last?.headers['x-api-key']).toContain('5ecret');
    await host.client['session.stop']({ sessionId: id });
    await host.closed(id);
    const folder = sessionFolder(dataDir, id);
    const wire = readdirSync(folder).filter((name) => name.startsWith('wire-'));
    const text = wire.map((name) => readFileSync(join(folder, name), 'latin1')).join('');
    expect(text).toContain('{{hidden:');
    expect(text).not.toContain('5ecret');
    expect(filesWith(folder, [last?.headers['mcp-session-id'] ?? 'none'])).toEqual([]);
  });
});

describe('the data folder', () => {
  test('is open to this account only', async () => {
    const host = await open();
    await host.client['secret.save']({ name: 'a', value: 'b' });
    await host.client['settings.save']({ theme: 'dark' });
    await host.client['window.save']({ patch: { tab: 'tools' } });
    const { id } = await host.open(nodeScript(caseServer('stdout-huge-line')));
    await host.run(id, 'tools.call', { name: 'big', args: { mb: 2 } });
    await host.client['session.stop']({ sessionId: id });
    await host.closed(id);
    // A lock stands only for a moment.
    await vi.waitFor(() => expect(everythingIn(dataDir).filter(({ path }) => path.endsWith('.lock'))).toEqual([]));
    const all = everythingIn(dataDir);
    const wrong = all.filter(({ isFolder, mode }) => mode !== (isFolder ? 0o700 : 0o600));
    expect(wrong.map(({ path, mode }) => `${path} ${mode.toString(8)}`)).toEqual([]);
    const names = all.map(({ path }) => path.slice(dataDir.length + 1).replace(/\d{8}T\d{6}-[\w-]+/, 'S'));
    expect(names).toEqual(expect.arrayContaining(['servers.json', 'secrets.json', 'sessions/S/wire-00001.jsonl']));
    expect(names.some((name) => /^sessions\/S\/bodies\/\d+$/.test(name))).toBe(true);
  });

  test('a second start shows the same servers, settings and window, and remembers the era', async () => {
    const first = await open();
    const endpoint = nodeScript(fixture('legacy'), ['--page=4']);
    const serverId = await first.add(endpoint, { name: 'kept', timeouts: { connectMs: 7000, requestMs: 0 } });
    const gone = await first.add(demo());
    await first.add(demo('modern'), { name: 'second' });
    await first.client['server.remove']({ serverId: gone });
    await first.client['settings.save']({ theme: 'light' });
    await first.client['window.save']({ patch: { open: [1, 2] } });
    const session = await first.ready(await first.start(serverId));
    await vi.waitFor(() => expect(existsSync(join(dataDir, 'state', 'eras.json'))).toBe(true));
    const before = first.state.all('server').map(({ config, order }) => ({ config, order }));
    await first.close();

    const second = await open();
    expect(second.state.all('server').map(({ config, order }) => ({ config, order }))).toEqual(before);
    expect(before.map(({ config }) => config.name)).toEqual(['kept', 'second']);
    expect(second.state.get('settings', 'settings')?.theme).toBe('light');
    expect(await second.client['window.load']({})).toEqual({ state: { open: [1, 2] } });
    expect(second.state.all('session')).toEqual([]);
    const again = await second.ready(await second.start(serverId));
    expect(again.id).not.toBe(session.id);
    // It is not asked again which era the server speaks.
    const [greeting] = (await second.rows(again.id, 'traffic')).filter(({ kind }) => kind === 'call');
    expect(greeting?.method).toBe('initialize');
    expect(readdirSync(join(dataDir, 'sessions'))).toHaveLength(2);
  });

  test('the log of a session that runs is on disk within moments', async () => {
    const host = await open();
    const { id } = await host.open(nodeScript(fixture('legacy')));
    await host.run(id, 'tools.call', { name: 'echo', args: { text: 'soon on disk' } });
    await vi.waitFor(() => {
      const frames = recordsOf(dataDir, id).filter((one) => one.k === 'frame' && one.text?.includes('soon on disk'));
      expect(frames).toHaveLength(2);
    });
  });
});

describe('hosts and their processes', () => {
  test('a host has an entry while it runs, with the processes of its servers', async () => {
    const host = await open();
    const file = join(dataDir, 'run', `${process.pid}.json`);
    const entry = () => JSON.parse(readFileSync(file, 'utf8'));
    expect(entry()).toMatchObject({ pid: process.pid, kind: 'desktop', children: [] });
    const session = await host.open(nodeScript(fixture('legacy')));
    expect(entry().children).toMatchObject([{ pid: session.pid, command: process.execPath }]);
    await host.client['session.stop']({ sessionId: session.id });
    expect(entry().children).toEqual([]);
    const left = await host.open(nodeScript(fixture('legacy')));
    await host.close();
    expect(await living([left.pid ?? 0])).toEqual([]);
    expect(existsSync(file)).toBe(false);
  });

  test('a second shell on the folder is refused and names the first; a headless one is not', async () => {
    const child = await startHostChild(dataDir);
    closing.push(() => child.end('SIGKILL'));
    await expect(openTestHost({ dataDir })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining(`pid ${child.pid}`),
      data: { pid: child.pid },
    });
    const headless = await open({ kind: 'headless' });
    expect(headless.state.all('server')).toEqual([]);
    expect(await child.end('SIGTERM')).toBe(0);
    const free = await open();
    expect(free.said).toEqual([]);
  });

  test('[STD-09] a host that is told to end takes its servers along', async () => {
    const child = await startHostChild(dataDir, nodeScript(caseServer('orphan-grandchild')));
    expect(await living([child.server])).toHaveLength(1);
    expect(await child.end('SIGTERM')).toBe(0);
    expect(await living([child.server])).toEqual([]);
    expect(readdirSync(join(dataDir, 'run')).filter((name) => name.endsWith('.json'))).toEqual([]);
  });

  test('[STD-09] what a killed host left running is ended by the next one, the whole tree', async () => {
    // Nothing ends the real server behind the wrapper: it does not mind the end of its input.
    const child = await startHostChild(dataDir, nodeScript(caseServer('orphan-grandchild')));
    const tree = [child.server, ...childrenOf(child.server)];
    expect(await living(tree)).toHaveLength(2);
    expect(await child.end('SIGKILL')).toBe(null);
    const inner = tree.slice(1);
    expect(await living(inner)).toHaveLength(1);
    const host = await open();
    expect(host.said).toContainEqual(expect.stringContaining(`earlier run: pid ${child.server}`));
    expect(await living(tree)).toEqual([]);
    expect(readdirSync(join(dataDir, 'run')).filter((name) => name.endsWith('.json'))).toEqual([`${process.pid}.json`]);
    // The session that was cut off can still be read as far as it got, and its server be started.
    const [server] = host.state.all('server');
    expect(server?.config.name).toBe('left behind');
    await host.ready(await host.start(server?.id ?? ''));
  });
});

/** Processes that have this one as their parent. */
function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}

test('removing a server deletes its secrets, but not those another server uses', async () => {
  const host = await open();
  const endpoint = (name: string): Endpoint =>
    ({ ...nodeScript('x.mjs'), env: { TOKEN: { secret: name } } }) as Endpoint; // a stdio endpoint
  for (const name of ['own', 'shared']) await host.client['secret.save']({ name, value: `value of ${name}` });
  const first = await host.add({
    ...nodeScript('x.mjs'),
    env: { A: { secret: 'own' }, B: { secret: 'shared' } },
  } as Endpoint); // as above
  await host.add(endpoint('shared'));
  await host.client['server.remove']({ serverId: first });
  expect((await host.client['secret.names']({})).names).toEqual(['shared']);
});
