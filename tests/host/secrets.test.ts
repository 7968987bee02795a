import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { serverHandlers } from '#host/handlers/server-handlers.ts';
import { sessionHandlers } from '#host/handlers/session-handlers.ts';
import { createHostCore } from '#host/host-core.ts';
import { createKeyringCipher } from '#host/store/secrets-keyring.ts';
import type { Endpoint } from '#shared/config.ts';
import { fixture } from '../servers/servers.ts';
import { cliKit } from './cli/support.ts';
import { fakeKeychain } from './support/fake-keychain.ts';
import { FakeKeyring } from './support/fake-keyring.ts';
import { startFixture } from './support/fixture-server.ts';
import { everythingIn } from './support/on-disk.ts';
import { demo, failureOf, httpServer, nodeScript, openTestHost, type TestHost } from './support/test-host.ts';

const cli = cliKit();
const closing: (() => Promise<unknown>)[] = [];
let dataDir = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wirebench-kept-'));
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

const withEnv = (name: string): Endpoint =>
  ({ ...nodeScript(fixture('legacy')), env: { TOKEN: { secret: name } } }) as Endpoint; // a stdio endpoint
const withHeader = (url: string, name: string): Endpoint =>
  ({ ...httpServer(url), headers: [{ name: 'X-Api-Key', value: { secret: name } }] }) as Endpoint; // an HTTP endpoint

const holding = (folder: string, value: string): string[] =>
  everythingIn(folder)
    .filter(({ path, isFolder }) => !isFolder && readFileSync(path).includes(value))
    .map(({ path }) => path.slice(folder.length + 1));

/** Processes whose command line or title holds the text; with `environ` also their environment. */
function processesWith(text: string, file: 'cmdline' | 'comm' | 'environ'): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/${file}`, 'latin1').includes(text);
      } catch {
        return false; // ended meanwhile, or another account's
      }
    })
    .map(Number);
}

describe('where the value of a secret is', () => {
  const VALUE = 'kept-7f3a-nowhere-else';

  test('[SEC-12] in the store and the environment of its server; in no other file, no title, no arguments', async () => {
    const server = await startFixture('http');
    closing.push(server.close);
    const host = await open({ kind: 'headless' });
    await host.client['secret.save']({ name: 'token', value: VALUE });
    await host.add(withEnv('token'), { name: 'program' });
    await host.add(withHeader(`${server.origin}/mcp`, 'token'), { name: 'address' });
    const env = { WIREBENCH_DATA: dataDir };
    const runs = await Promise.all(
      ['program', 'address'].map((name) =>
        cli.start(['watch', '--events', join(dataDir, `${name}.jsonl`), '--server', name], env),
      ),
    );
    for (const run of runs) await run.says('Watching');
    expect(holding(dataDir, VALUE)).toEqual(['secrets.json']);
    expect([processesWith(VALUE, 'cmdline'), processesWith(VALUE, 'comm')]).toEqual([[], []]);
    const children = runs.flatMap(({ child }) => {
      const entry = JSON.parse(readFileSync(join(dataDir, 'run', `${child.pid}.json`), 'utf8'));
      return entry.children.map(({ pid }: { pid: number }) => pid);
    });
    expect(children).toHaveLength(1);
    expect(processesWith(VALUE, 'environ')).toEqual(children);
    for (const { child } of runs) child.kill('SIGINT');
    const ends = await Promise.all(runs.map(({ end }) => end));
    for (const { stdout, stderr } of ends) expect(stdout + stderr).not.toContain(VALUE);
    expect(readFileSync(join(dataDir, 'program.jsonl'), 'utf8')).toContain('"TOKEN"');
    // The server at the address did get it.
    const got = (await (await fetch(`${server.origin}/__log`)).json()) as { headers: Record<string, string> }[];
    expect(got.some(({ headers }) => headers['x-api-key'] === VALUE)).toBe(true);
    expect(holding(dataDir, VALUE)).toEqual(['secrets.json']);
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  test('[SEC-12] in no file at all with a keyring, and in no answer to the page', async () => {
    const keyring = new FakeKeyring();
    const host = await open({ cipher: createKeyringCipher(keyring) });
    await host.client['secret.save']({ name: 'token', value: VALUE });
    const session = await host.open(withEnv('token'));
    expect(processesWith(VALUE, 'environ')).toContain(session.pid);
    const preview = await host.client['server.preview']({ endpoint: withEnv('token') });
    expect(preview).toMatchObject({ problems: [] });
    expect(preview.env).toContainEqual({ name: 'TOKEN', source: 'secret' });
    const seen = [preview, host.state.all('session'), host.state.all('server'), await host.client['app.info']({})];
    expect(JSON.stringify([seen, host.said, [...keyring.entries]])).not.toContain(VALUE);
    await host.client['session.stop']({ sessionId: session.id });
    expect(holding(dataDir, VALUE)).toEqual([]);
  });
});

describe('what a person is told', () => {
  test('the page gets where secrets are kept, and a warning comes once', async () => {
    const file = await open({ kind: 'headless' });
    const text = `Secrets are kept as plain text in "${join(dataDir, 'secrets.json')}", a file that only this account can read.`;
    expect(await file.client['app.info']({})).toMatchObject({
      can: { keychain: false },
      secrets: { in: 'file', text },
    });
    expect(file.said).toEqual([]);
    for (const name of ['a', 'b']) await file.client['secret.save']({ name, value: 'v' });
    expect(file.said).toEqual([text]);
    const kept = await open({ cipher: fakeKeychain() });
    await kept.client['secret.save']({ name: 'c', value: 'v' });
    expect(await kept.client['app.info']({})).toMatchObject({ can: { keychain: true }, secrets: { in: 'keychain' } });
    expect(kept.said).toEqual([]);
  });

  test('a secret of the desktop app is named when another shell needs it, on both ways to a server', async () => {
    const desktop = await open({ cipher: fakeKeychain() });
    await desktop.client['secret.save']({ name: 'token', value: 'v' });
    const ids = [await desktop.add(withEnv('token')), await desktop.add(withHeader('http://127.0.0.1:9/', 'token'))];
    await desktop.close();
    closing.pop();
    const host = await open({ kind: 'headless' });
    for (const id of ids) {
      expect(failureOf(await host.closed(await host.start(id)))).toMatchObject({
        rule: 'dx-secret',
        title: 'The secret "token" cannot be read here',
        why: 'It is kept in the keychain of the desktop app, which nothing else can open.',
        todo: 'Start the server in the desktop app, or enter the value again in its settings here.',
      });
    }
  });
});

describe('secrets nobody uses any more', () => {
  const names = async (host: TestHost) => (await host.client['secret.names']({})).names;

  test('go when a server stops using them', async () => {
    const host = await open();
    for (const name of ['old', 'new']) await host.client['secret.save']({ name, value: 'v' });
    const id = await host.add(withEnv('old'), { name: 'one' });
    await host.client['server.save']({ id, name: 'one', endpoint: withEnv('new') });
    expect(await names(host)).toEqual(['new']);
  });

  test('go with the host when no server came of them; what was there before stays', async () => {
    const first = await open();
    await first.client['secret.save']({ name: 'used', value: 'v' });
    await first.add(withEnv('used'));
    await first.close();
    closing.pop();
    const second = await open();
    for (const name of ['used', 'orphan']) await second.client['secret.save']({ name, value: 'changed' });
    expect(await names(second)).toEqual(['orphan', 'used']);
    await second.close();
    closing.pop();
    expect(await names(await open())).toEqual(['used']);
  });

  test('values given for one start are let go with its end, or with the server they were for', async () => {
    const quiet = (): void => undefined;
    const core = await createHostCore({
      dataDir,
      kind: 'headless',
      entries: inject('entries'),
      log: { info: quiet, warn: quiet, error: quiet },
      shell: { name: 'browser', can: { openExternal: false, pickFolders: false }, openExternal: async () => undefined },
    });
    closing.push(core.close);
    const call = { ...sessionHandlers(core), ...serverHandlers(core) };
    const given = { secrets: { a: 'v' } };
    const { sessionId } = await call['session.startWith']({ config: { endpoint: demo() }, ...given });
    expect([...core.adHoc.values()].map(({ secrets }) => secrets.get('a'))).toEqual(['v']);
    await call['session.stop']({ sessionId });
    await vi.waitFor(() => expect(core.adHoc.size).toBe(0));
    const { serverId } = await call['server.save']({ name: 'one', endpoint: demo() });
    await call['session.startWith']({ config: { id: serverId, endpoint: demo() }, ...given });
    expect([...core.adHoc.keys()]).toEqual([serverId]);
    await call['server.remove']({ serverId });
    expect(core.adHoc.size).toBe(0);
  });
});
