import { describe, expect, test } from 'vitest';
import type { ChannelEnd } from '#core/ports.ts';
import { diagnose, type Evidence } from '#host/launch/diagnosis.ts';
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
    ['dx-env', { ...exit(1), stderrTail: ["KeyError: 'APIKEY'"] }, 'APIKEY is missing'],
    ['dx-env', { ...exit(1), ...env('MY_KEY', 'missing'), stderrTail: ['MY_KEY required'] }, 'MY_KEY'],
    ['dx-exit', { ...exit(1), ...env('MY_KEY', 'set'), stderrTail: ['MY_KEY required'] }, 'MY_KEY required'],
    ['dx-module', { ...exit(1), stderrTail: ["Error: Cannot find module '/srv/x.js'"] }, 'Check the path'],
    ['dx-module', { ...exit(1), stderrTail: ["ModuleNotFoundError: No module named 'mcp'"] }, 'Install "mcp"'],
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
    ['dx-redirect', error('REDIRECT'), 'other address'],
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
    expect(`${failure.title} ${failure.why} ${failure.todo}`).toContain(words);
    expect(JSON.stringify(failure)).not.toContain('key=1');
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
