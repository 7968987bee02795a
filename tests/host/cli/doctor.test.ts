import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { cliKit, program } from './support.ts';

const cli = cliKit();

function node(code: string): string[] {
  return ['--', process.execPath, '-e', code];
}

describe('wirebench doctor', () => {
  it('0: a server that connects, with its ladder', async () => {
    const { code, stdout } = await cli.run(['doctor', ...program('legacy')]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\S+ connects, version 2025-11-25\n/);
    expect(stdout).toMatch(/ {2}ok +Program found +\d+ ms /);
    expect(stdout).toMatch(/ {2}ok +Lists fetched +\d+ ms +\d+ tools/);
    expect(stdout).toContain(`\nCommand\n  ${process.execPath} `);
    expect(stdout).not.toContain('Likely cause');
  });

  it('3: the cause, the ways out, the decisive line, and no secret', async () => {
    const code = 'console.log("Hi");console.error("Error: A_KEY is not set");process.exit(1)';
    const env = { OTHER_TOKEN: 'tok-9f31c2-private' };
    const run = await cli.run(['doctor', '--env', 'OTHER_TOKEN', ...node(code)], env);
    expect(run.code).toBe(3);
    expect(run.stdout).toContain('Likely cause: A_KEY is missing (dx-env, from stderr line ');
    expect(run.stdout).toContain('- Set A_KEY and pass it on with --env A_KEY');
    expect(run.stdout).toContain('- The server prints text on stdout');
    expect(run.stdout).toMatch(/^ {2}> +\d+ Error: A_KEY is not set$/m);
    expect(run.stdout).toMatch(/FAILED +No answer to \S+ +\d+ ms +Exited with code 1\. (?:A line|Lines) on stdout/);
    expect(run.stdout).toMatch(/OTHER_TOKEN +\[secret\]/);
    expect(run.stdout).toContain('\nExit\n  code 1\n');
    expect(run.stdout).not.toContain('tok-9f31c2');
  });

  it('3: one JSON document', async () => {
    const run = await cli.run(['doctor', '--format', 'json', ...node('console.error("bad");process.exit(7)')]);
    expect(run.code).toBe(3);
    const told = JSON.parse(run.stdout);
    expect(told).toMatchObject({ ok: false, kind: 'stdio', state: 'closed', exit: { code: 7, signal: null } });
    expect(told.failure).toMatchObject({ rule: 'dx-exit', evidence: 'from the exit code' });
    expect(told.failure.ways.length).toBe(told.failure.fixes.length);
    expect(told.stderr.lines.some(({ text }: { text: string }) => text === 'bad')).toBe(true);
    expect(told.launch.command[0]).toBe(process.execPath);
  });

  it('3: a sign-in, with the heads of both sides and no token', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(401, { 'www-authenticate': 'Bearer realm="maps"' }).end('who are you');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo; // a listening TCP server has one
    const url = `http://127.0.0.1:${port}/mcp`;
    const run = await cli.run(['doctor', '--url', url, '--header-env', 'Authorization=A_TOKEN'], {
      A_TOKEN: 'Bearer tok-9f31c2-private',
    });
    server.close();
    expect(run.code).toBe(3);
    expect(run.stdout).toMatch(/^\S+ wants a sign-in\n/);
    expect(run.stdout).toContain('Likely cause: Sign-in needed (dx-401, from the HTTP answer 401)');
    expect(run.stdout).toContain(`> POST ${url}`);
    expect(run.stdout).toContain('> Authorization: (not shown)');
    expect(run.stdout).toContain('< HTTP 401 Unauthorized');
    expect(run.stdout).toMatch(/\nAnswer that is no message\n +\d+ who are you\n/);
    expect(run.stdout).not.toContain('stdout');
    expect(run.stdout).toContain('< www-authenticate: Bearer realm="maps"');
    expect(run.stdout).not.toContain('tok-9f31c2');
  });

  it('4: the time ran out; 2: words it does not know', async () => {
    const live = 'setTimeout(() => process.exit(9), 20000)';
    const silent = await cli.run(['doctor', '--timeout', '1', ...node(live)]);
    expect(silent).toMatchObject({ code: 4, stdout: expect.stringContaining('dx-silent') });
    expect(silent.stdout).toContain('Wait longer with --timeout 120');
    const wrong = await cli.run(['doctor', 'tools', ...program('legacy')]);
    expect({ code: wrong.code, stdout: wrong.stdout }).toEqual({ code: 2, stdout: '' });
  });
});
