import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cliKit } from './support.ts';

const cli = cliKit();
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wirebench-export-cli-'));
  const endpoint = { kind: 'stdio', command: 'npx', args: ['-y', 'a-mcp'], env: { API_KEY: { secret: 'a-key' } } };
  const servers = [
    { id: '1', name: 'a', endpoint },
    { id: '2', name: 'b', endpoint: { kind: 'http', url: 'https://b.test/mcp', headers: [] } },
  ];
  const dataDir = await cli.dataDir();
  writeFileSync(join(dataDir, 'servers.json'), JSON.stringify({ format: 1, servers }));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const home = () => ({ HOME: folder, XDG_CONFIG_HOME: join(folder, 'conf') });

describe('wirebench export', () => {
  test('the text of a client on stdout, notes beside it', async () => {
    const { code, stdout, stderr } = await cli.run(['export', '--to', 'claude-code'], home());
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      mcpServers: {
        a: { type: 'stdio', command: 'npx', args: ['-y', 'a-mcp'], env: { API_KEY: `\${API_KEY}` } },
        b: { type: 'http', url: 'https://b.test/mcp' },
      },
    });
    expect(stderr).toContain('a: Set the variable API_KEY before you start Claude Code.');
    expect(stderr).toContain(`It belongs into ${join(folder, '.claude.json')}.`);
  });

  test('one server, into a new file that is never replaced', async () => {
    const out = join(folder, 'out.toml');
    const args = ['export', '--to', 'codex', '--server', 'b', '--out', out, '--quiet'];
    expect(await cli.run(args, home())).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(readFileSync(out, 'utf8')).toBe('[mcp_servers.b]\nurl = "https://b.test/mcp"\n');
    expect(statSync(out).mode & 0o777).toBe(0o600);
    const again = await cli.run(args, home());
    expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('is there already') });
  });

  test('the file of the client: first only shown, with --yes written and backed up', async () => {
    const file = join(folder, 'mcp.json');
    const before = '{\n  // mine\n  "mcpServers": {\n    "z": { "command": "z" }\n  }\n}\n';
    writeFileSync(file, before);
    const args = ['export', '--to', 'cursor', '--server', 'b', '--write', '--file', file];
    const shown = await cli.run(args, home());
    expect(shown.code).toBe(1);
    expect(shown.stderr).toContain('Nothing was written. --yes writes it.');
    const lines = ['    // mine', '-     "z": { "command": "z" }', '+     "z": { "command": "z" },', '+     "b": {'];
    for (const line of lines) expect(shown.stdout.split('\n')).toContain(line);
    expect(readFileSync(file, 'utf8')).toBe(before);

    const written = await cli.run([...args, '--yes'], home());
    expect(written.code).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('"url": "https://b.test/mcp"');
    const backup = readdirSync(folder).find((name) => name.endsWith('.bak')) ?? '';
    expect(written.stderr).toContain(`The old file is ${join(folder, backup)}.`);
    expect(readFileSync(join(folder, backup), 'utf8')).toBe(before);

    const same = await cli.run([...args, '--yes'], home());
    expect(same).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('says so already') });
  });

  test.each([
    [['export'], 'export needs --to CLIENT: one of claude-desktop'],
    [['export', '--to', 'word'], 'not "word"'],
    [['export', '--to', 'cursor', '--server', 'c'], 'There is no server "c". There are: a, b.'],
    [['export', '--to', 'cursor', '--write', '--out', 'x'], 'give one of them'],
    [['export', '--to', 'cursor', '--file', 'x'], '--file names the file that --write changes'],
    [['export', '--to', 'cursor', '--nope'], "Unknown option '--nope'"],
  ])('%j is a mistake in the command line', async (args, message) => {
    expect(await cli.run(args, home())).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(message),
    });
  });

  test('a file that cannot be read is left alone', async () => {
    const file = join(folder, 'mcp.json');
    writeFileSync(file, '{ "mcpServers": ');
    const end = await cli.run(['export', '--to', 'cursor', '--write', '--yes', '--file', file], home());
    expect(end).toMatchObject({ code: 2, stderr: expect.stringMatching(/line 1.*Nothing was changed/) });
    expect(readFileSync(file, 'utf8')).toBe('{ "mcpServers": ');
  });
});
