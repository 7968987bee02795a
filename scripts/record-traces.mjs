/**
 * `node scripts/record-traces.mjs [NAME…]`: runs the fixture servers of tests/servers through the built command line and
 * writes what was recorded to tests/traces/NAME.jsonl, with what differs from run to run made the same. The listings
 * beside them are renewed by `npx vitest run --project unit tests/core/fold/traces.test.ts -u`; read what changed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ensureBuilt } from './lib/build.mjs';
import { root, say } from './lib/process.mjs';

const cli = join(root, 'out', 'main', 'cli.js');
const traces = join(root, 'tests', 'traces');
const fixture = (name) => join(root, 'tests', 'servers', `${name}.mjs`);
const call = (name, args = {}, more = {}) => ({ do: 'call', with: { name, args, ...more } });
const list = { do: 'list', with: { what: 'all' } };
const echo = call('echo', { text: 'hi' });

const around = 'unknown-id duplicate unknown-notification unknown-request elicit-request unknown-progress';
const hostile = `${around} late-progress unasked-log null-id-error noise bad-tool extra-keys`.split(' ');
const usual = [
  list,
  echo,
  call('refuse'),
  call('nowhere'),
  { do: 'read', with: { uri: 'fixture://nope' } },
  { do: 'ping' },
];

/** What is recorded: the server with its flags, how it is reached, and the steps. */
const sessions = {
  'legacy-http': { http: 'http', flags: ['--era=legacy'], steps: [...usual, call('ask'), call('roots')] },
  'legacy-http-json': {
    http: 'http',
    flags: ['--era=legacy', '--answer=json', '--get=off', '--sessions=off'],
    steps: usual,
  },
  'legacy-http-dropped': { http: 'http', flags: ['--era=legacy', '--drop'], steps: [list, echo] },
  'modern-http': { http: 'http', flags: ['--era=modern'], steps: [...usual, call('ask'), call('build', { ms: 50 })] },
  'old-http-sse': { http: 'http-sse-old', path: '/sse', flags: [], steps: usual },
  'hostile-legacy-stdio': { stdio: 'hostile', flags: hostile, steps: [list, echo, { do: 'ping' }] },
  'hostile-modern-stdio': { stdio: 'hostile', flags: ['--era=modern', ...hostile], steps: [list, echo] },
  'hostile-batch': { stdio: 'hostile', flags: ['batch', 'no-jsonrpc'], steps: [list, echo, { do: 'ping' }] },
  'legacy-task': { stdio: 'legacy', flags: [], steps: [call('build', { ms: 50 }, { asTask: true })] },
  'modern-task': { stdio: 'modern', flags: [], steps: [call('build', { ms: 50 }, { asTask: true })] },
  'modern-input-required': { stdio: 'modern', flags: [], steps: [call('ask', { rounds: 2 }), call('ask-two')] },
  'legacy-elicitation': { stdio: 'legacy', flags: [], steps: [call('ask')] },
};

function startHttp({ http, path = '/mcp', flags }) {
  const child = spawn(process.execPath, [fixture(http), ...flags], { stdio: ['pipe', 'pipe', 'inherit'] });
  return new Promise((resolve) => {
    createInterface({ input: child.stdout }).once('line', (line) => {
      const port = Number(/\d+$/.exec(line)[0]);
      resolve({ target: ['--url', `http://127.0.0.1:${port}${path}`], port, stop: () => child.kill() });
    });
  });
}

const startStdio = ({ stdio, flags }) => ({
  target: ['--', process.execPath, fixture(stdio), ...flags],
  stop: () => undefined,
});

const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;

/** The same text whatever computer and moment it was recorded at. */
function settled(line, { port, pids, uuids }) {
  let text = line
    .replaceAll(root, '/srv/fixture')
    .replaceAll(process.execPath, '/usr/bin/node')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '2026-09-21T14:13:20.000Z')
    .replace(/[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/g, 'Mon, 21 Sep 2026 14:13:20 GMT')
    .replace(/ after [\d.]+ (?:ms|s)\b/g, ' after 1 s');
  text = text.replace(UUID, (uuid) => {
    if (!uuids.includes(uuid)) uuids.push(uuid);
    return `00000000-0000-4000-8000-${String(uuids.indexOf(uuid) + 1).padStart(12, '0')}`;
  });
  if (port) text = text.replaceAll(`:${port}`, ':40000');
  for (const pid of pids) text = text.replaceAll(new RegExp(`\\b${pid}\\b`, 'g'), '4821');
  const record = JSON.parse(text);
  return JSON.stringify({ ...record, t: 1_790_000_000_000_000 + record.seq * 1000, m: record.seq * 1000 });
}

async function record(name) {
  const wanted = sessions[name];
  const dir = mkdtempSync(join(tmpdir(), 'wirebench-trace-'));
  const server = wanted.http ? await startHttp(wanted) : startStdio(wanted);
  try {
    const steps = join(dir, 'steps.json');
    writeFileSync(steps, JSON.stringify({ version: 1, steps: wanted.steps }));
    const policies = ['--elicit', 'json:{"name":"Ada"}', '--roots', '/srv/project', '--timeout', '5', '--yes'];
    const own = ['run', steps, '--data-dir', join(dir, 'data'), '--quiet', ...policies];
    const run = spawnSync(process.execPath, [cli, ...own, ...server.target], { encoding: 'utf8', cwd: root });
    // 1: a step ended in an error, which is what some are for.
    if (run.status > 1) throw new Error(`${name} ended with ${run.status}: ${run.stderr}`);
    const [session] = readdirSync(join(dir, 'data', 'sessions'));
    const lines = readFileSync(join(dir, 'data', 'sessions', session, 'wire-00001.jsonl'), 'utf8')
      .trim()
      .split('\n');
    const pids = lines.flatMap((line) => JSON.parse(line).data?.pid ?? []);
    const facts = { port: server.port, pids, uuids: [] };
    const text = lines.map((line) => settled(line, facts)).join('\n');
    writeFileSync(join(traces, `${name}.jsonl`), `${text}\n`);
    say(`${name}: ${lines.length} records`);
  } finally {
    server.stop();
    rmSync(dir, { recursive: true });
  }
}

if (!ensureBuilt()) process.exit(1);
for (const name of process.argv.length > 2 ? process.argv.slice(2) : Object.keys(sessions)) await record(name);
