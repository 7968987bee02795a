import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixture } from '../../servers/servers.ts';
import { brokenStep, decisiveLine, diagnosisKit, LIVE, portOf, program, SHORT, script } from './diagnosis-kit.ts';

const kit = diagnosisKit();

async function file(name: string, text: string, mode = 0o755): Promise<string> {
  const path = join(kit.host().dataDir, name);
  await writeFile(path, text);
  await chmod(path, mode);
  return path;
}

describe('what keeps a program from being started', () => {
  test('[STD-16] dx-enoent: a program that moved', async () => {
    const { failure, session } = await kit.fails(program('/opt/wirebench-old/node', ['server.js']));
    expect(failure).toMatchObject({ rule: 'dx-enoent', title: 'The program is in another place' });
    expect(failure.evidence).toBe('from the search for the program');
    const found = failure.fixes?.[0]?.action;
    expect(found).toMatchObject({ do: 'set-command', command: expect.stringMatching(/^\/.*\/node$/) });
    expect(brokenStep(session)).toBe('program');
  });

  test('dx-enoent: a program that the server itself looks for', async () => {
    const bin = join(kit.host().dataDir, 'bin');
    await mkdir(bin);
    await symlink('/bin/sh', join(bin, 'sh'));
    const path = await file('needs-node', '#!/bin/sh\nnode server.js\n');
    const { failure, session } = await kit.fails(program(path, [], { env: { PATH: bin } }));
    expect(failure).toMatchObject({
      rule: 'dx-enoent',
      title: 'The server needs a program that is not on its PATH',
      evidence: expect.stringMatching(/^from stderr line \d+$/),
    });
    expect(failure.why).toMatch(/"node" is in no folder of the PATH that is used, but "\/.*\/node" is there\./);
    expect(await decisiveLine(kit.host(), session, failure)).toContain('node');
    const action = failure.fixes?.[0]?.action;
    if (action?.do !== 'set-variable') throw new Error(`The first fix is ${JSON.stringify(action)}`);
    const [folder, ...rest] = (action.value ?? '').split(':');
    expect([action.name, rest]).toEqual(['PATH', [bin]]);
    expect(folder).toMatch(/^\//);
    expect(brokenStep(session)).toBe('answer');
  });

  test('[STD-16] dx-enoent-none: no program of that name', async () => {
    const { failure, session } = await kit.fails(program('wirebench-no-such-program'));
    expect(failure).toMatchObject({
      rule: 'dx-enoent-none',
      title: '"wirebench-no-such-program" is not installed or has another name',
      evidence: 'from the search for the program',
    });
    expect(failure.fixes?.[0]).toMatchObject({ action: { do: 'choose-command' }, ask: { kind: 'path' } });
    expect(brokenStep(session)).toBe('program');
  });

  test('[STD-16] dx-cwd: the working folder is gone', async () => {
    const { dataDir } = kit.host();
    const cwd = join(dataDir, 'gone', 'deeper');
    const { failure, session } = await kit.fails(program(process.execPath, [], { cwd }));
    expect(failure).toMatchObject({ rule: 'dx-cwd', title: 'The working folder does not exist' });
    expect(failure.fixes?.[0]?.action).toEqual({ do: 'choose-folder', suggested: dataDir });
    expect(brokenStep(session)).toBe('folder');
    const before = session.ladder.map(({ key, state, atMs }) => [key, state, atMs === undefined]);
    expect(before.slice(0, 2)).toEqual([
      ['config', 'ok', false],
      ['folder', 'failed', false],
    ]);
  });

  test('[STD-16] dx-eacces: a file that may not be run', async () => {
    const path = await file('plain file', '#!/bin/sh\n', 0o644);
    const { failure, session } = await kit.fails(program(path));
    expect(failure).toMatchObject({ rule: 'dx-eacces', evidence: 'from the system: EACCES' });
    expect(failure.fixes?.[0]?.action).toEqual({ do: 'copy', text: `chmod +x '${path}'` });
    expect(brokenStep(session)).toBe('process');
  });

  test('a secret that was never stored is asked for', async () => {
    const { failure, session } = await kit.fails(program(process.execPath, [], { env: { TOKEN: { secret: 'none' } } }));
    expect(failure).toMatchObject({ rule: 'dx-secret', evidence: 'from the settings' });
    expect(failure.fixes?.length).toBeGreaterThan(0);
    expect(brokenStep(session)).toBe('config');
  });
});

describe('what a program says before it ends', () => {
  test('[STD-16] dx-env: a variable it asks for', async () => {
    const code = 'console.error("Reading");console.error("Error: WEATHER_API_KEY is not set");process.exit(1)';
    const { failure, session } = await kit.fails(script(code));
    expect(failure).toMatchObject({
      rule: 'dx-env',
      title: 'WEATHER_API_KEY is missing',
      evidence: 'from stderr line 3',
      short: 'WEATHER_API_KEY is missing',
    });
    expect(await decisiveLine(kit.host(), session, failure)).toBe('Error: WEATHER_API_KEY is not set');
    expect(failure.fixes?.[0]).toEqual({
      label: 'Set and retry',
      action: { do: 'set-variable', name: 'WEATHER_API_KEY', secret: true },
      ask: { kind: 'secret', label: 'WEATHER_API_KEY' },
    });
    expect(failure.fixes?.some(({ action }) => action.do === 'pass-variable')).toBe(false);
    expect(session.ladder.find(({ state }) => state === 'failed')).toMatchObject({
      title: 'No answer to initialize',
      detail: 'Exited with code 1. Nothing arrived on stdout.',
    });
  });

  test('dx-module: a module, and a path', async () => {
    const missing = await kit.fails(script('require("wirebench-not-installed")'));
    expect(missing.failure).toMatchObject({
      rule: 'dx-module',
      evidence: expect.stringMatching(/^from stderr line \d+$/),
    });
    expect(await decisiveLine(kit.host(), missing.session, missing.failure)).toContain('Cannot find module');
    expect(missing.failure.fixes?.[0]?.action).toMatchObject({
      do: 'copy',
      text: expect.stringContaining('npm install wirebench-not-installed'),
    });
    const path = await kit.fails(program(process.execPath, ['dist/index.js'], { cwd: kit.host().dataDir }));
    expect(path.failure).toMatchObject({ rule: 'dx-module', todo: 'Check the path in the arguments.' });
    expect(path.failure.fixes?.map(({ action }) => action.do)).toEqual(['choose-folder', 'edit', 'retry']);
  });

  test('dx-version: a program that is too old', async () => {
    const path = await file('new.js', 'const x = 1;\nx ???= 2;\n', 0o644);
    const { failure } = await kit.fails(program(process.execPath, [path]));
    expect(failure).toMatchObject({ rule: 'dx-version', evidence: expect.stringMatching(/^from stderr line \d+$/) });
    expect(failure.title).toContain('likely');
    expect(failure.fixes?.[0]).toMatchObject({ label: 'Choose another runtime', action: { do: 'choose-command' } });
  });

  test('dx-port: a port that is taken, and by whom', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    kit.owns(() => new Promise((resolve) => taken.close(resolve)));
    const port = portOf(taken);
    const { failure } = await kit.fails(script(`require("net").createServer().listen(${port}, "127.0.0.1")`));
    expect(failure).toMatchObject({ rule: 'dx-port', short: `Port ${port} is taken` });
    expect(failure.evidence).toMatch(/^from stderr line \d+$/);
    if (process.platform === 'linux') expect(failure.why).toContain(`by process ${process.pid}, `);
    expect(failure.fixes?.[0]?.action).toEqual({ do: 'retry' });
  });

  test('dx-help: arguments it does not know', async () => {
    const code = 'console.error("Usage: weather <command>");console.error("  stdio   speaks MCP");process.exit(2)';
    const { failure } = await kit.fails(script(code, ['--', '--units']));
    expect(failure).toMatchObject({ rule: 'dx-help', evidence: 'from stderr line 2' });
    expect(failure.fixes?.[0]).toMatchObject({
      label: 'Add the subcommand stdio',
      action: { do: 'set-args', args: ['-e', code, '--', '--units', 'stdio'] },
    });
  });

  test('dx-exit0: it ends well, without a word', async () => {
    const { failure, session } = await kit.fails(script('0'));
    expect(failure).toMatchObject({ rule: 'dx-exit0', evidence: 'from the exit code', short: 'Exited with code 0' });
    expect(failure.fixes?.[0]?.action).toMatchObject({ do: 'set-args', args: ['-e', '0', 'stdio'] });
    expect(session.state.exit).toEqual({ code: 0, signal: null });
  });

  test('dx-signal: the system ends it', async () => {
    const { failure, session } = await kit.fails(script('process.kill(process.pid, "SIGKILL")'));
    expect(failure).toMatchObject({
      rule: 'dx-signal',
      title: 'The system stopped the process',
      evidence: 'from the signal SIGKILL',
    });
    expect(failure.fixes?.[0]?.action).toEqual({ do: 'retry' });
    expect(session.state.exit).toEqual({ code: null, signal: 'SIGKILL' });
  });

  test('dx-signal: with the memory it used', async () => {
    const hog = 'const a = Buffer.alloc(9e7, 1);setTimeout(() => process.kill(process.pid, "SIGKILL"), 1200 + a[0])';
    const began = performance.now();
    const { failure } = await kit.fails(script(`${hog};process.stdin.resume()`), { era: 'legacy' });
    const most = (performance.now() - began) / 1000;
    expect(failure.rule).toBe('dx-signal');
    const [, used, unit] = /It used ([\d.]+) (MB|GB) of memory when last looked at\./.exec(failure.why) ?? [];
    if (process.platform === 'linux') expect(Number(used) * (unit === 'GB' ? 1024 : 1)).toBeGreaterThan(86);
    // The life of the process is told, rounded to a tenth: it ended by itself, later on a machine that is busy.
    const [, life] = /signal SIGKILL after ([\d.]+) s\./.exec(failure.why) ?? [];
    expect(Number(life)).toBeGreaterThanOrEqual(1.2);
    expect(Number(life)).toBeLessThanOrEqual(most + 0.05);
  });

  test('dx-exit: nothing better is known, and other causes are folded', async () => {
    const { failure } = await kit.fails(script('console.error("bad weather");process.exit(7)'));
    expect(failure).toMatchObject({ rule: 'dx-exit', evidence: 'from the exit code' });
    expect(failure.others).toBeUndefined();
    const code = 'console.log("Hi");console.error("X_KEY is required");console.error("usage: x");process.exit(1)';
    const both = await kit.fails(script(code));
    expect(both.failure.rule).toBe('dx-env');
    expect(both.failure.others?.map(({ rule }) => rule)).toEqual(['dx-help', 'dx-stdout']);
  });
});

describe('a program that lives and does not answer', () => {
  test('[STD-05] dx-stdout: text where messages belong', async () => {
    const { failure } = await kit.fails(script(`console.log("Welcome to Tool 3");${LIVE}`), SHORT);
    expect(failure).toMatchObject({ rule: 'dx-stdout', evidence: 'from stdout line 1' });
    expect(failure.stderrRow).toBeUndefined();
    expect(failure.fixes?.[0]?.action).toMatchObject({ do: 'copy', text: expect.stringContaining('console.error') });
  });

  test('dx-slow: it is still installing', async () => {
    const { failure } = await kit.fails(script(`console.error("Downloading numpy (20 MB)");${LIVE}`), SHORT);
    expect(failure).toMatchObject({ rule: 'dx-slow', evidence: 'from stderr line 2' });
    expect(failure.fixes?.[0]?.action).toEqual({ do: 'wait-longer' });
  });

  test('dx-silent: no word at all', async () => {
    const { failure, session } = await kit.fails(script(LIVE), SHORT);
    expect(failure).toMatchObject({ rule: 'dx-silent', title: 'The program runs but does not speak MCP' });
    expect(failure.evidence).toBe('from the silence');
    expect(failure.fixes?.[0]?.action).toEqual({ do: 'wait-longer' });
    const copy = failure.fixes?.find(({ action }) => action.do === 'copy')?.action;
    expect(copy).toMatchObject({ text: expect.stringContaining('"method":"initialize"') });
    expect(brokenStep(session)).toBe('answer');
  });

  test('dx-httponly: it names an address', async () => {
    const code = `console.error("Serving MCP on http://0.0.0.0:8123/mcp");${LIVE}`;
    const { failure } = await kit.fails(script(code), SHORT);
    expect(failure).toMatchObject({ rule: 'dx-httponly', evidence: 'from stderr line 2' });
    expect(failure.fixes?.[0]?.action).toEqual({ do: 'use-address', url: 'http://127.0.0.1:8123/mcp' });
  });

  test('dx-era: no version in common', async () => {
    const options = { era: '2026-07-28' };
    const { failure, session } = await kit.fails(program(process.execPath, [fixture('legacy')]), options);
    expect(failure).toMatchObject({ rule: 'dx-era', title: 'No common protocol version' });
    expect(failure.evidence).toBe('from the answers to the greeting');
    expect(failure.fixes?.some(({ action }) => action.do === 'set-era' || action.do === 'edit')).toBe(true);
    expect(brokenStep(session)).toBe('version');
  });
});

test('the ladder of a program that connects tells where everything was found', async () => {
  const node = program('node', [fixture('legacy')], { env: { PATH: dirname(process.execPath) } });
  const { ladder, pid, launch } = await kit.host().open(node);
  const facts = Object.fromEntries(ladder.map(({ key, detail }) => [key, detail]));
  expect(facts.folder).toBe(launch?.cwd);
  expect(facts.program).toBe(`node is ${launch?.command[0]}`);
  expect(facts.process).toBe(`pid ${pid}`);
  expect(facts.answer).toBe('initialize');
  expect(facts.version).toMatch(/^\d{4}-\d{2}-\d{2}, from initialize$/);
  expect(facts.lists).toMatch(/^\d+ tools?, /);
  expect(ladder.every(({ state, atMs }) => state === 'ok' && atMs !== undefined)).toBe(true);
});
