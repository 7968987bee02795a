import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixture } from '../../servers/servers.ts';
import { serverBundle } from '../support/bundle-server.ts';
import { cliKit } from './support.ts';

const cli = cliKit();

async function fileWith(name: string, content: string | Buffer): Promise<string> {
  const folder = join(await cli.dataDir(), 'given');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const CONFIG = JSON.stringify({
  mcpServers: {
    one: { command: process.execPath, args: [fixture('legacy'), '--api-key', 'sk-secret'], env: { TOKEN: 't-secret' } },
    off: { command: 'x', disabled: true },
  },
});

describe('import FILE', () => {
  test('lists what is in it and adds nothing; secrets of the file are not printed', async () => {
    const path = await fileWith('mcp.json', CONFIG);
    const text = await cli.run(['import', path]);
    expect(text).toMatchObject({ code: 0, stderr: expect.stringContaining('Nothing was added') });
    expect(text.stdout).toContain('JSON config, 2 servers');
    expect(text.stdout).toContain('off (off)');
    const json = await cli.run(['import', path, '--format', 'json']);
    const { found, added } = JSON.parse(json.stdout);
    expect(added).toEqual([]);
    expect(found[0].servers[0]).toMatchObject({
      name: 'one',
      command: [process.execPath, fixture('legacy'), '--api-key', '***'],
      variables: ['TOKEN'],
    });
    for (const out of [text.stdout, json.stdout]) expect(out).not.toMatch(/sk-secret|t-secret/);
  });

  test('adds what is named, once, and what was added works', async () => {
    const path = await fileWith('mcp.json', CONFIG);
    expect(await cli.run(['import', path, '--server', 'one'])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Added one.'),
    });
    expect((await cli.run(['ping', '--server', 'one', '--era', 'legacy'])).code).toBe(0);
    const again = await cli.run(['import', path, '--yes', '--format', 'json']);
    expect(again.code).toBe(1);
    expect(JSON.parse(again.stdout).added).toEqual([
      { name: 'one', problem: 'A server of this name is in the list already.' },
    ]);
    expect(await cli.run(['import', path, '--server', 'two'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There are: one, off.'),
    });
  });

  test('a bundle says what it needs, then works', async () => {
    const path = await fileWith('bundled.mcpb', serverBundle());
    const bare = await cli.run(['import', path, '--yes']);
    expect(bare).toMatchObject({ code: 1, stdout: expect.stringContaining('asks for Key: --input-env key=VARIABLE') });
    expect(bare.stderr).toContain('It needs key (Key): give it with --input-env key=VARIABLE.');
    const open = await cli.run(['import', path, '--yes', '--input', 'folders=/a', '--input', 'key=k-123']);
    expect(open).toMatchObject({ code: 1, stderr: expect.stringContaining('is a secret') });
    const wrong = await cli.run(
      ['import', path, '--yes', '--input', 'level=x', '--input', 'folders=/a', '--input-env', 'key=K'],
      { K: 'k-123' },
    );
    expect(wrong.stderr).toContain('level (Level): it takes a number.');
    const mistyped = await cli.run(['import', path, '--yes', '--input', 'levle=3', '--input-env', 'key=K'], {
      K: 'k-123',
    });
    expect(mistyped).toMatchObject({ code: 2, stderr: expect.stringMatching(/Nothing asks for "levle".*level/) });
    const answers = ['--input', 'folders=/a', '--input', 'folders=/b', '--input-env', 'key=K'];
    expect(await cli.run(['import', path, '--yes', ...answers], { K: 'k-123' })).toMatchObject({ code: 0 });
    const call = await cli.run(['call', 'started', '--server', 'bundled', '--format', 'json']);
    const { content } = JSON.parse(call.stdout);
    expect(JSON.parse(content[0].text)).toMatchObject({
      args: ['/a', '/b', '--level=3'],
      key: '{{secret:bundled/key}}',
    });
  });

  test.each([
    [['import'], /a FILE, or --scan/],
    [['import', 'a', '--scan'], /a FILE or --scan, not both/],
    [['import', 'a', 'b'], /one file/],
    [['import', 'a', '--format', 'xml'], /text or json/],
    [['import', 'a', '--input', 'x'], /equals sign/],
    [['import', 'a', '--input-env', 'x=NOT_SET_ANYWHERE'], /is not set/],
  ])('%j is a mistake', async (args, why) => {
    expect(await cli.run(args)).toMatchObject({ code: 2, stderr: expect.stringMatching(why) });
  });

  test('a file that cannot be read', async () => {
    expect(await cli.run(['import', '/nowhere/x.json'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('x.json cannot be read'),
    });
  });
});

test('import --scan looks into the files of other clients, and adds on demand', async () => {
  const home = join(await cli.dataDir(), 'home');
  mkdirSync(join(home, '.cursor'), { recursive: true });
  mkdirSync(join(home, '.claude'), { recursive: true });
  writeFileSync(join(home, '.cursor', 'mcp.json'), CONFIG);
  writeFileSync(join(home, '.claude', 'mcp.json'), CONFIG);
  writeFileSync(join(home, '.claude.json'), '{"mcpServers": {');
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, '.config') };
  const text = await cli.run(['import', '--scan'], env);
  expect(text.code).toBe(0);
  expect(text.stdout).toContain(`Cursor: ${home}/.cursor/mcp.json`);
  expect(text.stdout).toContain('! Claude Code does not read this file.');
  expect(text.stdout).toContain('! This is not valid JSON');
  const added = await cli.run(['import', '--scan', '--server', 'one', '--format', 'json'], env);
  expect(JSON.parse(added.stdout).added).toMatchObject([{ name: 'one', serverId: expect.any(String) }]);
});

describe('--config FILE', () => {
  test.each([
    [
      'config.toml',
      `[mcp_servers.one]\ncommand = ${JSON.stringify(process.execPath)}\nargs = [${JSON.stringify(fixture('legacy'))}]\n`,
    ],
    ['config.yaml', `mcpServers:\n  - name: one\n    command: ${process.execPath}\n    args: [${fixture('legacy')}]\n`],
  ])('%s', async (name, text) => {
    const path = await fileWith(name, text);
    expect(await cli.run(['ping', '--config', path, '--server', 'one', '--era', 'legacy'])).toMatchObject({ code: 0 });
  });

  test('a bundle without its answers is told apart', async () => {
    const path = await fileWith('bundled.mcpb', serverBundle());
    expect(await cli.run(['list', 'tools', '--config', path, '--server', 'bundled'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('is needed'),
    });
  });
});
