// biome-ignore-all lint/suspicious/noTemplateCurlyInString: such references are what is tested
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ConfigInput } from '#shared/config.ts';
import { caseServer } from '../cases/cases.ts';
import {
  failureOf,
  httpServer,
  nodeScript,
  openTestHost,
  type TestHost,
  type TestHostOptions,
} from './support/test-host.ts';

const hosts: TestHost[] = [];
const stops: (() => void)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const stop of stops.splice(0)) stop();
  for (const host of hosts.splice(0)) await host.close();
});

async function openHost(options: TestHostOptions = {}): Promise<TestHost> {
  const host = await openTestHost(options);
  hosts.push(host);
  return host;
}

/** A server that tells how it was asked and answers nothing useful. */
async function listen(): Promise<{ url: string; seen: { url: string | undefined; headers: IncomingHttpHeaders }[] }> {
  const seen: { url: string | undefined; headers: IncomingHttpHeaders }[] = [];
  const server = createServer((request, response) => {
    seen.push({ url: request.url, headers: request.headers });
    response.writeHead(500).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }; // it listens on a port
}

/** Every file of a data folder, as one text. */
async function everything(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name !== 'secrets.json');
  return (await Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8')))).join('\n');
}

const asked = (more: Partial<ConfigInput> = {}): ConfigInput => ({
  kind: 'text',
  secret: false,
  required: true,
  title: 'Account',
  ...more,
});

describe('values of inputs', () => {
  test('[SEC-12] a secret one reaches an address and a program, and no file', async () => {
    const host = await openHost();
    await host.client['secret.save']({ name: 'acc', value: 'very-secret-value' });
    const inputs = { acc: asked({ secret: true, value: { secret: 'acc' } }) };
    const { url, seen } = await listen();
    const headers = [{ name: 'X-Account', value: 'acc ${input:acc}' }];
    const address = await host.add(
      { kind: 'http', url: `${url}/\${input:acc}`, headers, transport: 'streamable' },
      { inputs },
    );
    await host.closed(await host.start(address));
    expect(seen[0]).toMatchObject({ url: '/very-secret-value', headers: { 'x-account': 'acc very-secret-value' } });

    const args = ['${input:acc}'];
    const program = nodeScript(caseServer('launch-tilde-var'), args, {
      TOKEN: '${input:acc}',
      MCP_CASE_MAX_MS: '60000',
    });
    const serverId = await host.add(program, { inputs });
    const session = await host.ready(await host.start(serverId));
    await host.listed(session.id);
    expect(session.launch?.command[2]).toBe('{{secret:acc}}');
    expect(JSON.stringify(host.state.all('session'))).not.toContain('very-secret-value');
    const operation = await host.run(session.id, 'tools.call', { name: 'seen', args: {} });
    expect(operation.status).toBe('done');
    await host.host.close();
    const files = await everything(host.dataDir);
    expect(files).toContain('{{secret:acc}}');
    expect(files).not.toContain('very-secret-value');
  });

  test('one that is still to be asked stops a start and says what to do', async () => {
    const host = await openHost();
    const inputs = { acc: asked() };
    const { url, seen } = await listen();
    const address = httpServer(url, [{ name: 'X', value: '${input:acc}' }]);
    const ids = [
      await host.add(nodeScript(caseServer('launch-tilde-var'), ['${input:acc}']), { inputs }),
      await host.add(address, { inputs }),
    ];
    for (const id of ids) {
      const session = await host.closed(await host.start(id));
      const failure = failureOf(session);
      expect(failure).toMatchObject({ rule: 'dx-input', title: 'A value for "Account" is needed', step: 'config' });
      expect(failure.fixes?.[0]).toMatchObject({ label: 'Open the settings', action: { do: 'edit' } });
      expect(session.pid).toBeUndefined();
    }
    expect(seen).toEqual([]);
  });

  test('a literal server gets everything as it is written', async () => {
    vi.stubEnv('CASE_TOKEN', 'filled in');
    const host = await openHost();
    const program = nodeScript(caseServer('launch-tilde-var'), ['${CASE_TOKEN}', '~'], { MCP_CASE_MAX_MS: '60000' });
    const session = await host.open(program, { literal: true });
    const result = await host.result(await host.run(session.id, 'tools.call', { name: 'seen', args: {} }));
    expect(JSON.parse(result).structuredContent.args).toEqual(['${CASE_TOKEN}', '~']);
    expect(session.launch?.notes ?? []).not.toContainEqual(expect.stringContaining('CASE_TOKEN'));
  });
});

test('[STD-15] a window that was opened from a dock gives servers what a terminal would have', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wirebench-dock-'));
  try {
    await writeFile(join(folder, '.profile'), `echo noise; export PATH="${folder}/bin:$PATH" OF_TERMINAL=yes\n`);
    for (const [name, value] of Object.entries({ HOME: folder, SHELL: '/bin/sh', PATH: '/usr/bin:/bin' })) {
      vi.stubEnv(name, value);
    }
    const host = await openHost({ loginShell: 'early' });
    const endpoint = nodeScript(caseServer('launch-tilde-var'), ['${OF_TERMINAL}'], { MCP_CASE_MAX_MS: '60000' });
    const session = await host.open(endpoint);
    expect(session.launch?.command[2]).toBe('yes');
    const path = session.launch?.env.find(({ name }) => name === 'PATH');
    expect(path).toMatchObject({ source: 'shell', value: expect.stringContaining(`${folder}/bin:`) });
    expect(session.launch?.heldBack).toContain('OF_TERMINAL');
    expect((await host.client['server.preview']({ endpoint })).env).toEqual(session.launch?.env);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
