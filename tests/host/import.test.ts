import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Candidate, Detection } from '#shared/candidates.ts';
import { serverBundle } from './support/bundle-server.ts';
import { openTestHost, type TestHost } from './support/test-host.ts';

let host: TestHost;

beforeEach(async () => {
  host = await openTestHost();
});

afterEach(() => host.close());

function only(found: Detection): Candidate {
  if (found.kind !== 'servers') throw new Error(JSON.stringify(found));
  const [one] = found.candidates;
  if (!one) throw new Error('no server');
  return one;
}

/** What the bundled server's tool says of its start. */
async function startedWith(sessionId: string): Promise<{ args: string[]; key: string | null; cwd: string }> {
  const operation = await host.run(sessionId, 'tools.call', { name: 'started', args: {} });
  const { content } = JSON.parse(await host.result(operation));
  return JSON.parse(content[0].text);
}

test('a bundle: bytes, review, unpacking, answers, start', async () => {
  const base64 = serverBundle().toString('base64');
  const found = await host.client['import.bytes']({ name: 'bundled.mcpb', base64 });
  expect(found).toMatchObject({ kind: 'servers', form: 'mcpb', title: 'Bundle, bundled 1.0.0' });
  const { name, endpoint, inputs = {}, origin, unpack } = only(found);
  expect(Object.keys(inputs)).toEqual(['folders', 'level', 'key']);
  expect(readdirSync(host.dataDir)).not.toContain('mcpb');

  const { dir } = await host.client['import.unpack']({ token: unpack?.token ?? '' });
  await host.client['secret.save']({ name: 'bundled/key', value: 'k-123' });
  const answered = {
    ...inputs,
    folders: { ...inputs.folders, kind: 'folder' as const, secret: false, required: true, value: ['/a', '/b c'] },
    key: { ...inputs.key, kind: 'text' as const, secret: true, required: true, value: { secret: 'bundled/key' } },
  };
  const session = await host.open(endpoint, { name, inputs: answered, ...(origin && { origin }) });
  expect(session.ladder.find(({ key }) => key === 'lists')?.state).toBe('ok');
  const { items } = await host.client['catalog.items']({ sessionId: session.id, kind: 'tools' });
  expect(items.map((item) => item.name)).toEqual(['started']);
  // What it got and says is the secret, which the log keeps the name of only.
  const key = '{{secret:bundled/key}}';
  expect(await startedWith(session.id)).toEqual({ args: ['/a', '/b c', '--level=3'], key, cwd: dir });
});

test('a bundle whose questions are not answered is not started', async () => {
  const found = await host.client['import.bytes']({ name: 'b.dxt', base64: serverBundle().toString('base64') });
  const { name, endpoint, inputs = {}, unpack } = only(found);
  await host.client['import.unpack']({ token: unpack?.token ?? '' });
  const closed = await host.closed(await host.start(await host.add(endpoint, { name, inputs })));
  expect(closed.state.failure?.rule).toBe('dx-input');
});

test.each([
  ['config.toml', '[mcp_servers.a]\ncommand = "x"\n', 'toml'],
  ['any.yaml', 'mcpServers:\n  - name: a\n    command: x\n', 'yaml'],
  ['mcp.json', '{"mcpServers": {"a": {"command": "x"}}}', 'json'],
  ['server.json', '{"name":"io.x/a","packages":[{"registryType":"npm","identifier":"a"}]}', 'server-json'],
])('%s, as a path and as bytes', async (name, text, form) => {
  const folder = join(host.dataDir, 'given');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  writeFileSync(path, text);
  const fromPath = await host.client['import.path']({ path });
  const fromBytes = await host.client['import.bytes']({ name, base64: Buffer.from(text).toString('base64') });
  for (const found of [fromPath, fromBytes]) expect(found).toMatchObject({ kind: 'servers', form });
  expect(only(fromPath).origin?.file).toBe(path);
  expect(only(fromBytes).origin?.file).toBeUndefined();
});

test('a config of PowerShell, which writes UTF-16', async () => {
  const bytes = Buffer.from('\ufeff{"mcpServers": {"a": {"command": "x"}}}', 'utf16le');
  const found = await host.client['import.bytes']({ name: 'mcp.json', base64: bytes.toString('base64') });
  expect(only(found).name).toBe('a');
});

test.each([
  ['x.mcpb', Buffer.from('no zip'), 'This is no bundle that can be read'],
  ['x.json', Buffer.from([0, 255, 0, 254]), 'x.json is not a text file'],
  ['x.json', Buffer.from('  '), 'x.json is empty'],
  ['x.json', Buffer.alloc(4_000_001, 32), 'x.json is too large for a config'],
  ['x.json', Buffer.from('{"a": }'), 'This is not valid JSON: line 1, a value is missing'],
])('%s that cannot be used', async (name, bytes, title) => {
  const found = await host.client['import.bytes']({ name, base64: bytes.toString('base64') });
  expect(found).toMatchObject({ kind: 'problem', title });
});

test('paths that cannot be used', async () => {
  const problem = async (path: string) => {
    const found = await host.client['import.path']({ path });
    return found.kind === 'problem' ? found.title : found.kind;
  };
  expect(await problem(join(host.dataDir, 'nothing.json'))).toBe('nothing.json cannot be read');
  expect(await problem(host.dataDir)).toMatch(/is not a file$/);
  expect(await problem('relative.json')).toBe('This path is not a whole one');
  await expect(host.client['import.unpack']({ token: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
