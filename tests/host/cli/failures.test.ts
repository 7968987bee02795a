import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startFixture } from '../support/fixture-server.ts';
import { openTestHost } from '../support/test-host.ts';
import { cliKit, demoProgram, program } from './support.ts';

const cli = cliKit();

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Every text in a folder. */
function everyText(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
}

describe('exit codes', () => {
  it('1: the tool or the server says no; the error is the document', async () => {
    const tool = await cli.run(['call', 'fail', '--format', 'json', ...program('legacy')]);
    expect([tool.code, JSON.parse(tool.stdout).isError]).toEqual([1, true]);
    const refused = await cli.run(['call', 'refuse', '--format', 'json', ...program('legacy')]);
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.stdout)).toEqual({
      error: { code: expect.any(Number), message: expect.any(String), data: expect.anything() },
    });
    const text = await cli.run(['call', 'refuse', ...program('legacy')]);
    expect(text).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('error') });
  });

  it.each([
    [['list', 'nothing', '--', 'node']],
    [['ping']],
    [['ping', '--url', 'http://x', '--', 'node']],
    [['call', '--', 'node']],
    [['ping', '--unknown', '--', 'node']],
    [['run', '/no/such/file.yaml', '--', 'node']],
    [['ping', '--server', 'nobody']],
  ])('2: %j, and nothing on stdout', async (args) => {
    const { code, stdout, stderr } = await cli.run(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^wirebench: /);
  });

  it('3: no connection, no program, a sign-in', async () => {
    const nobody = await cli.run(['ping', '--url', 'http://127.0.0.1:9/mcp', '--format', 'json']);
    expect(nobody.code).toBe(3);
    expect(JSON.parse(nobody.stdout).error.rule).toBe('dx-refused');
    expect((await cli.run(['ping', '--', '/no/such/program'])).code).toBe(3);
    const guarded = createServer((_request, response) => response.writeHead(401).end()).listen(0, '127.0.0.1');
    await once(guarded, 'listening');
    const { port } = guarded.address() as AddressInfo; // a TCP server has one
    const signIn = await cli.run(['ping', '--url', `http://127.0.0.1:${port}/mcp`, '--format', 'json']);
    guarded.close();
    expect(signIn).toMatchObject({ code: 3, stderr: expect.stringContaining('sign-in') });
    expect(JSON.parse(signIn.stdout).error.status).toBe(401);
  });

  it('4: a server that says nothing, a call that takes too long', async () => {
    const silent = await cli.run([
      'ping',
      '--timeout',
      '1',
      '--',
      process.execPath,
      '-e',
      'setInterval(() => 0, 1000)',
    ]);
    expect(silent.code).toBe(4);
    const slow = ['call', 'slow', '--args', '{"ms":20000,"seconds":20,"steps":1}', '--timeout', '4'];
    expect((await cli.run([...slow, ...program('legacy')])).code).toBe(4);
  });
});

describe('Ctrl-C', () => {
  it('cancels the call, ends the server, and says so by the exit code', async () => {
    const log = join(await cli.dataDir(), 'events.jsonl');
    const slow = ['call', 'slow', '--args', '{"seconds":20,"steps":20}', '--events', log];
    const run = await cli.start([...slow, ...demoProgram()]);
    const sessions = join(await cli.dataDir(), 'sessions');
    const sent = () => existsSync(sessions) && /"tools\/call/.test(everyText(sessions).replaceAll('\\', ''));
    await expect.poll(sent, { timeout: 20_000 }).toBe(true);
    const pid = Number(/"pid":(\d+)/.exec(readFileSync(log, 'utf8'))?.[1]);
    expect(lives(pid)).toBe(true);
    run.child.kill('SIGINT');
    const { code, stdout } = await run.end;
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
    expect(lives(pid)).toBe(false);
    expect(everyText(sessions)).toContain('notifications/cancelled');
    expect(readdirSync(join(await cli.dataDir(), 'run')).filter((name) => name.endsWith('.json'))).toEqual([]);
  });
});

describe('the data folder', () => {
  it('an ad-hoc server is in no list, but its session is logged', async () => {
    const folder = await cli.dataDir();
    expect((await cli.run(['ping', ...program('legacy')])).code).toBe(0);
    expect(existsSync(join(folder, 'servers.json'))).toBe(false);
    expect(everyText(join(folder, 'state'))).not.toContain('adhoc');
    expect(readdirSync(join(folder, 'sessions'))).toHaveLength(1);
  });

  it('secrets of files and variables reach the server and no file', async () => {
    const server = await startFixture('http');
    try {
      const folder = await cli.dataDir();
      const path = join(folder, 'headers.txt');
      writeFileSync(path, 'X-Token: very-secret-value\n');
      const args = ['ping', '--era', 'legacy', '--url', `${server.origin}/mcp`, '--header-file', path];
      const more = ['--header-env', 'X-Other=THE_OTHER', '--events', join(folder, 'events.jsonl')];
      expect((await cli.run([...args, ...more], { THE_OTHER: 'other-secret-value' })).code).toBe(0);
      writeFileSync(path, '');
      const kept = everyText(folder);
      expect(kept).toContain('X-Token');
      expect(kept).toContain('{{secret:header-X-Token}}');
      expect(kept).not.toContain('very-secret-value');
      expect(kept).not.toContain('other-secret-value');
    } finally {
      await server.close();
    }
  });

  it('works with a saved server beside a window that has the folder open, and changes nothing of it', async () => {
    const dataDir = await cli.dataDir();
    const host = await openTestHost({ dataDir });
    try {
      await host.add({ kind: 'builtin', name: 'demo', era: 'both' }, { name: 'My demo' });
      const before = readFileSync(join(dataDir, 'servers.json'), 'utf8');
      const args = ['call', 'echo', '--arg', 'text=hi', '--server', 'My demo', '--era', 'legacy', '--timeout', '20'];
      expect(await cli.run(args)).toMatchObject({ code: 0, stdout: 'hi\n' });
      expect(readFileSync(join(dataDir, 'servers.json'), 'utf8')).toBe(before);
    } finally {
      await host.close();
    }
  });

  it("takes an entry of another client's config file", async () => {
    const [, command = '', ...args] = program('legacy');
    const path = join(await cli.dataDir(), 'config.json');
    writeFileSync(path, JSON.stringify({ mcpServers: { fix: { command, args }, other: { command: 'x' } } }));
    expect((await cli.run(['ping', '--config', path, '--server', 'fix'])).code).toBe(0);
    const missing = await cli.run(['ping', '--config', path, '--server', 'nobody']);
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('fix, other') });
  });
});
