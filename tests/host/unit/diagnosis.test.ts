import { describe, expect, test } from 'vitest';
import { ladderOf } from '#core/ladder.ts';
import type { ChannelEnd } from '#core/ports.ts';
import { diagnose, type Evidence } from '#host/launch/diagnosis.ts';
import { DX_RULES } from '#host/launch/dx-table.ts';
import { plainLine } from '#host/launch/evidence.ts';

const program: Evidence = {
  endpoint: { kind: 'stdio', command: 'weather', args: [], env: {}, inherit: 'short' },
  phase: 'connect',
  elapsedMs: 412,
  stderrTail: [],
  noiseTail: [],
};
const exit = (code: number | null, signal: string | null = null) => ({ exit: { code, signal } });
const env = (name: string, source: 'set' | 'missing') => ({
  launch: { command: ['weather'], cwd: '/', env: [{ name, source, ...(source === 'set' ? { value: 'x' } : {}) }] },
});

describe('a program', () => {
  const cases: [rule: string, evidence: Partial<Evidence>, words: string][] = [
    ['dx-exit', exit(1), 'exited with code 1 after 412 ms. It ended by itself without any output.'],
    ['dx-exit', { ...exit(3), stderrTail: ['\u001b[31mfatal: bad config\u001b[0m', ''] }, '"fatal: bad config"'],
    ['dx-exit0', exit(0), 'Often a subcommand'],
    ['dx-signal', exit(null, 'SIGKILL'), 'SIGKILL'],
    ['dx-env', { ...exit(1), stderrTail: ['Error: WEATHER_API_KEY is not set'] }, 'WEATHER_API_KEY'],
    ['dx-env', { ...exit(1), stderrTail: ['x', 'Please set the GITHUB_TOKEN environment variable'] }, 'stderr line 2'],
    [
      'dx-env',
      {
        ...exit(1),
        stderrTail: ["if (!key) throw new Error('MY_KEY is not set');", '  ^', 'Error: MY_KEY is not set'],
      },
      'stderr line 3',
    ],
    ['dx-env', { ...exit(1), stderrTail: ["KeyError: 'APIKEY'"] }, 'APIKEY is missing'],
    ['dx-env', { ...exit(1), ...env('MY_KEY', 'missing'), stderrTail: ['MY_KEY required'] }, 'MY_KEY'],
    ['dx-exit', { ...exit(1), ...env('MY_KEY', 'set'), stderrTail: ['MY_KEY required'] }, 'MY_KEY required'],
    ['dx-module', { ...exit(1), stderrTail: ["Error: Cannot find module '/srv/x.js'"] }, 'Check the path'],
    ['dx-module', { ...exit(1), stderrTail: ["ModuleNotFoundError: No module named 'mcp'"] }, 'Install "mcp"'],
    [
      'dx-module',
      { ...exit(1), stderrTail: ["ModuleNotFoundError: No module named 'mcp.server'"] },
      'Install "mcp.server"',
    ],
    ['dx-port', { ...exit(1), stderrTail: ['Error: listen EADDRINUSE: address already in use :::3000'] }, 'Port 3000'],
    ['dx-version', { ...exit(1), stderrTail: ["SyntaxError: Unexpected token '??='"] }, 'too old'],
    ['dx-help', { ...exit(2), stderrTail: ['Usage: weather [options]'] }, 'arguments'],
    ['dx-httponly', { noiseTail: ['Server running at http://localhost:8000/mcp'] }, 'http://localhost:8000/mcp'],
    ['dx-stdout', { noiseTail: ['', '*** Welcome ***'] }, '"*** Welcome ***"'],
    ['dx-slow', { elapsedMs: 30_000, stderrTail: ['Downloading numpy (20 MB)'] }, 'within 30 s'],
    ['dx-silent', { elapsedMs: 30_000 }, 'It wrote nothing at all.'],
    ['dx-silent', { stderrTail: ['ready'] }, 'The server did not answer'],
    ['dx-exit-mid', { phase: 'ready', ...exit(9), stderrTail: ['oops'] }, 'may have taken effect'],
    ['dx-exit-mid', { phase: 'ready', message: 'The server closed its output.' }, 'closed its output'],
    ['dx-lost', { message: 'The server closed its input.' }, 'The server closed its input.'],
    ['dx-format', { phase: 'launch', code: 'ENOEXEC' }, 'ENOEXEC'],
    ['dx-eacces', { phase: 'launch', code: 'EACCES' }, 'chmod +x weather'],
  ];
  test.each(cases)('%s %j', (rule, evidence, words) => {
    const failure = diagnose({ ...program, ...evidence });
    expect(failure.evidence).toMatch(/^from /);
    expect(failure.fixes?.length).toBeGreaterThan(0);
    expect(failure.rule).toBe(rule);
    expect(`${failure.title} ${failure.why} ${failure.todo}`).toContain(words);
  });
});

describe('an address', () => {
  const base: Evidence = {
    ...program,
    endpoint: { kind: 'http', url: 'https://h.test/x?key=1', headers: [], transport: 'auto' },
  };
  const http = (end: Partial<ChannelEnd>): Partial<Evidence> => ({ http: { ch: 'h1', ...end } });
  const error = (code: string) => http({ error: { code, message: `say ${code}` } });
  const cases: [rule: string, evidence: Partial<Evidence>, words: string][] = [
    ['dx-dns', error('ENOTFOUND'), '"h.test"'],
    ['dx-refused', error('ECONNREFUSED'), 'say ECONNREFUSED'],
    ['dx-refused', { code: 'ECONNREFUSED', phase: 'launch' }, 'h.test'],
    ['dx-timeout', error('ETIMEDOUT'), '412 ms'],
    ['dx-timeout', { elapsedMs: 30_000 }, 'no answer came within 30 s'],
    ['dx-tls', error('DEPTH_ZERO_SELF_SIGNED_CERT'), 'certificate'],
    ['dx-cut', error('ECONNRESET'), 'ECONNRESET'],
    ['dx-redirect', error('REDIRECT'), 'where it leads'],
    ['dx-too-large', error('TOO_LARGE'), 'limit'],
    [
      'dx-html',
      http({ status: 200, contentType: 'text/html; charset=utf-8', body: '<title>Shop</title>' }),
      'called "Shop"',
    ],
    ['dx-html', http({ status: 200, body: '<!DOCTYPE html>' }), '/mcp'],
    ['dx-content', http({ status: 200, contentType: 'text/plain', body: 'hello' }), '"hello"'],
    ['dx-404', http({ status: 404, body: 'Cannot POST /x' }), '404 Not Found to a POST'],
    ['dx-404', http({ status: 405 }), 'HTTP+SSE'],
    ['dx-session', { phase: 'ready', ...http({ status: 404 }) }, 'forgot'],
    ['dx-401', http({ status: 401, authenticate: 'Bearer realm="x"' }), 'Bearer realm="x"'],
    ['dx-403', http({ status: 403, body: 'no' }), 'not allowed'],
    ['dx-origin', http({ status: 403, body: 'Invalid Origin header' }), 'origin'],
    ['dx-proxy', http({ status: 407 }), 'proxy'],
    ['dx-status', http({ status: 502, body: '<html>x</html>' }), 'proxy before the server'],
    ['dx-status', http({ status: 500, body: 'boom' }), '"boom"'],
  ];
  test.each(cases)('%s %j', (rule, evidence, words) => {
    const failure = diagnose({ ...base, ...evidence });
    expect(failure.rule).toBe(rule);
    expect(failure.evidence).toMatch(/^from /);
    expect(failure.fixes?.length).toBeGreaterThan(0);
    expect(`${failure.title} ${failure.why} ${failure.todo}`).toContain(words);
    expect(JSON.stringify(failure)).not.toContain('key=1');
  });
});

test('at a wrong path the endpoint may be below it, or in its place', () => {
  const offered = (url: string) =>
    diagnose({
      ...program,
      endpoint: { kind: 'http', url, headers: [], transport: 'auto' },
      http: { ch: 'h1', status: 404 },
    }).fixes?.flatMap(({ action }) => (action.do === 'set-url' ? [action.url] : []));
  expect(offered('https://h.test/api')).toEqual(['https://h.test/api/mcp', 'https://h.test/mcp']);
  expect(offered('https://h.test/api/mcp')).toEqual(['https://h.test/mcp']);
  expect(offered('https://h.test/')).toEqual(['https://h.test/mcp']);
  expect(offered('https://h.test/mcp')).toEqual([]);
});

test('a certificate can be trusted, a server without encryption cannot', () => {
  const failed = (code: string) =>
    diagnose({
      ...program,
      endpoint: { kind: 'http', url: 'https://h.test/mcp', headers: [], transport: 'auto' },
      http: { ch: 'h1', error: { code, message: 'say' } },
    });
  const trust = { action: { do: 'edit', field: 'tls' } };
  const unknown = failed('DEPTH_ZERO_SELF_SIGNED_CERT');
  expect(unknown.fixes?.[0]).toMatchObject(trust);
  expect(unknown.todo).not.toContain('http');
  const plain = failed('EPROTO');
  expect(plain.fixes).not.toContainEqual(expect.objectContaining(trust));
  expect(plain.todo).toContain('http and https');
});

describe('the table', () => {
  const DESIGNED =
    'enoent enoent-none cwd eacces winshim env module version port exit0 signal stdout help slow silent era httponly dns refused timeout tls html 404 401 403 header origin proxy session';

  test('has every cause of the design, each once, with a step of the ladder', () => {
    const ids = DX_RULES.map(({ id }) => id);
    expect(DESIGNED.split(' ').filter((id) => !ids.includes(`dx-${id}`))).toEqual([]);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    const steps = new Set([...ladderOf('stdio', false), ...ladderOf('http', true)].map(({ key }) => key));
    expect(DX_RULES.filter(({ step }) => !steps.has(step)).map(({ id }) => id)).toEqual([]);
    expect(DX_RULES.filter(({ title }) => title.trim() === '' || title.endsWith('.'))).toEqual([]);
  });

  test('a script on Windows goes through the command processor, on what Windows was seen to say', () => {
    const endpoint = { ...program.endpoint, command: 'npx', args: ['-y', 'srv'] };
    const launch = { command: ['C:\\nodejs\\npx.cmd', '-y', 'srv'], cwd: 'C:\\', env: [] };
    const said = { phase: 'launch' as const, code: 'EINVAL', message: 'spawn EINVAL', platform: 'win32' as const };
    const failure = diagnose({ ...program, endpoint, launch, ...said });
    expect(failure).toMatchObject({ rule: 'dx-winshim', title: '"npx.cmd" is a script on Windows' });
    expect(failure.evidence).toBe('from the system: EINVAL');
    expect(failure.fixes?.[0]?.action).toEqual({
      do: 'set-command',
      command: 'cmd',
      args: ['/c', 'C:\\nodejs\\npx.cmd', '-y', 'srv'],
    });
    expect(diagnose({ ...program, endpoint, launch, ...said, platform: 'linux' }).rule).toBe('dx-spawn');
  });

  test('a file that may not run on macOS may be in quarantine', () => {
    const said = { phase: 'launch' as const, code: 'EACCES', platform: 'darwin' as const };
    const failure = diagnose({ ...program, launch: { command: ['/a b/srv'], cwd: '/', env: [] }, ...said });
    expect(failure.rule).toBe('dx-eacces');
    expect(failure.why).toContain("xattr -d com.apple.quarantine '/a b/srv'");
    expect(failure.fixes?.slice(0, 2).map(({ action }) => action)).toEqual([
      { do: 'copy', text: "chmod +x '/a b/srv'" },
      { do: 'copy', text: "xattr -d com.apple.quarantine '/a b/srv'" },
    ]);
  });

  test('a file for another processor is offered to the shell with its arguments', () => {
    const endpoint = { ...program.endpoint, args: ['--x'] };
    const failure = diagnose({ ...program, endpoint, phase: 'launch', code: 'ENOEXEC' });
    expect(failure.fixes?.[0]?.action).toEqual({ do: 'set-command', command: '/bin/sh', args: ['weather', '--x'] });
  });

  test('memory is told where it is known', () => {
    const failure = diagnose({ ...program, ...exit(null, 'SIGKILL'), memory: 2 * 1024 ** 3 });
    expect(failure.why).toContain('It used 2 GB of memory when last looked at.');
  });

  test('a variable that the login shell has can be passed on', () => {
    const launch = { command: ['weather'], cwd: '/', env: [], heldBack: ['A_KEY'] };
    const failure = diagnose({ ...program, ...exit(1), launch, stderrTail: ['A_KEY is required'] });
    expect(failure.why).toContain('It is set in your login shell');
    expect(failure.fixes?.map(({ action }) => action.do)).toEqual(['set-variable', 'pass-variable', 'edit']);
  });

  test('a session that an address forgot, and a network that cannot be reached', () => {
    const http = {
      ...program,
      endpoint: { kind: 'http' as const, url: 'http://h.test', headers: [], transport: 'auto' as const },
    };
    const forgot = diagnose({ ...http, phase: 'ready', http: { ch: 'h1', status: 404 } });
    expect(forgot).toMatchObject({ rule: 'dx-session', evidence: 'from the HTTP answer 404' });
    const away = diagnose({ ...http, http: { ch: 'h1', error: { code: 'EHOSTUNREACH', message: 'no route' } } });
    expect(away).toMatchObject({ rule: 'dx-timeout', step: 'connected', evidence: 'from the error EHOSTUNREACH' });
  });
});

test('an address that ends with /mcp is not told to try /mcp', () => {
  const http = { ch: 'h1', status: 200, contentType: 'text/html', body: '<title>Shop</title>' };
  for (const url of ['http://h.test/mcp', 'http://h.test/api/mcp/?v=1']) {
    const endpoint = { kind: 'http' as const, url, headers: [], transport: 'auto' as const };
    const failure = diagnose({ ...program, endpoint, http });
    expect(failure.rule).toBe('dx-html');
    expect(failure.todo).toContain('documentation');
  }
});

test('text of a server is plain and bounded in a sentence', () => {
  expect(plainLine('\u001b[1;31mred\u001b[0m\u001b]0;title\u0007 \u202edrow\ta\r')).toBe('red  drow a');
  expect(plainLine('x'.repeat(10_000)).length).toBeLessThan(310);
  const failure = diagnose({ ...program, ...exit(1), stderrTail: ['x'.repeat(1_000_000)] });
  expect(failure.why.length).toBeLessThan(500);
});

test('every failure speaks in whole sentences and shouts nowhere', () => {
  for (const evidence of [exit(1), exit(0), {}, { phase: 'ready' as const, ...exit(1) }, { noiseTail: ['x'] }]) {
    const { title, why, todo, short } = diagnose({ ...program, ...evidence });
    expect(`${title}${why}${todo}${short}`).not.toMatch(/!|undefined|please|oops|successfully/i);
    expect(why).toMatch(/[."]$/);
    expect(todo).toMatch(/\.$/);
    expect(short.length).toBeLessThan(40);
  }
});
