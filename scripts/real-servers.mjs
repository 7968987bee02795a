/** Runs the built command line against published servers, one at a time, and writes the table of docs/real-servers.md. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { requireNode, root, say } from './lib/process.mjs';
import { homeOf, installNode24, installServer, readServers } from './lib/real-servers-install.mjs';
import { describeRun, formatTable, formatTerminal, judge } from './lib/real-servers-table.mjs';

const seconds = 60;
/** Milliseconds after which a run that ended neither way is killed: connect, one request, and the end of the server. */
const hardLimit = 2 * seconds * 1000 + 15_000;
const mostOutput = 16 << 20;
const kubeconfig = `apiVersion: v1
kind: Config
current-context: made-up
contexts: [{ name: made-up, context: { cluster: nowhere, user: nobody } }]
clusters: [{ name: nowhere, cluster: { server: "http://127.0.0.1:1" } }]
users: [{ name: nobody, user: {} }]
`;

/** A folder with something to read, lint and pack, that is also the home of the servers. */
function makeWork() {
  const work = mkdtempSync(join(tmpdir(), 'wirebench-real-'));
  const put = (name, text) => writeFileSync(join(work, name), text);
  put('kubeconfig', kubeconfig);
  put('hello.txt', 'hello\n');
  put('a.js', 'export const same = (a, b) => a == b;\n');
  put('package.json', '{ "private": true, "type": "module" }\n');
  put('eslint.config.js', "export default [{ rules: { eqeqeq: 'error' } }];\n");
  spawnSync('git', ['init', '--quiet', work], { stdio: 'ignore' });
  return work;
}

/** Ends the run, with its server, when the script is told to end. */
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop.abort());

/** Runs the command line once. */
function runCli(args, { work, env }) {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const child = spawn(process.execPath, [join(root, 'out', 'main', 'cli.js'), ...args], {
      cwd: work,
      env: { ...process.env, HOME: work, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const end = () => child.kill('SIGTERM');
    stop.signal.addEventListener('abort', end);
    const out = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr']) {
      child[name].setEncoding('utf8').on('data', (text) => {
        if (out[name].length < mostOutput) out[name] += text;
      });
    }
    const timer = setTimeout(() => child.kill('SIGKILL'), hardLimit);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      stop.signal.removeEventListener('abort', end);
      resolve({ ...out, code: code ?? signal, ms: Math.round(performance.now() - startedAt) });
    });
  });
}

const readLines = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** What the run's one session left: its facts, its log, and the findings on its records. Its events may lack the end. */
function readSession(data, events) {
  const sessions = join(data, 'sessions');
  const [name] = existsSync(sessions) ? readdirSync(sessions) : [];
  if (name === undefined) return { session: {}, log: [], findings: [] };
  const folder = join(sessions, name);
  const wires = readdirSync(folder).filter((file) => /^wire-\d+\.jsonl$/.test(file));
  const told = existsSync(events) ? readLines(events) : [];
  return {
    session: JSON.parse(readFileSync(join(folder, 'session.json'), 'utf8')),
    log: wires.sort().flatMap((file) => readLines(join(folder, file))),
    findings: told.filter(({ stream }) => stream === 'log.findings').map(({ item }) => item),
  };
}

/** Lists the tools of one server, then makes its one call. */
async function tryServer(server, { work, node }) {
  const fill = (text) => text.replaceAll('{home}', homeOf(server)).replaceAll('{work}', work);
  const fillArgs = (args) => JSON.parse(fill(JSON.stringify(args)));
  const plain = server.command === 'node' ? process.execPath : fill(server.command);
  const env = fillArgs(server.env ?? {});
  const options = [
    ...['--format', 'json', '--timeout', String(seconds)],
    // Not --env: it makes each value a secret, and these are settings such as `info`.
    ...(server.env === undefined ? [] : ['--inherit-env']),
  ];
  const target = ['--', server.node24 ? node : plain, ...server.args.map(fill)];
  const runOne = async (args, name) => {
    const data = join(work, 'data', `${server.id}-${name}`);
    const events = `${data}.jsonl`;
    mkdirSync(data, { recursive: true });
    const files = ['--data-dir', data, '--events', events];
    const result = await runCli([...args, ...options, ...files, ...target], { work, env });
    return describeRun(result, readSession(data, events));
  };
  const list = await runOne(['list', 'tools'], 'list');
  const { call } = server;
  if (call === undefined || !list.connected) return { list };
  const asked = ['call', call.tool, '--args', JSON.stringify(fillArgs(call.args))];
  return { list, call: await runOne(asked, 'call') };
}

function readOptions() {
  const options = { only: { type: 'string' }, pinned: { type: 'boolean', default: false } };
  const { values } = parseArgs({ options });
  const all = readServers();
  const only = values.only?.split(',');
  const unknown = only?.filter((id) => !all.some((server) => server.id === id)) ?? [];
  if (unknown.length > 0) throw new Error(`tests/real-servers/servers.json has no ${unknown.join(', ')}`);
  const wanted = all.filter((server) => (!only || only.includes(server.id)) && (!values.pinned || server.pinned));
  return { wanted, isFull: wanted.length === all.length };
}

/** Installs what is asked for; those that cannot be installed here end in a row that says why. */
function installAll(wanted) {
  const node = wanted.some((server) => server.node24) ? installNode24() : {};
  const here = `${process.platform}-${process.arch}`;
  const whyNot = new Map();
  for (const server of wanted) {
    const wrongPlace =
      server.platform !== undefined && server.platform !== here ? `made for ${server.platform}` : undefined;
    const why = wrongPlace ?? (server.node24 ? node.why : undefined) ?? installServer(server);
    if (why !== undefined) whyNot.set(server.id, why);
  }
  return { node: node.path, whyNot };
}

async function main() {
  requireNode();
  ensureInstalled();
  const { wanted, isFull } = readOptions();
  if (!ensureBuilt()) return 1;
  const { node, whyNot } = installAll(wanted);
  const work = makeWork();
  const startedAt = performance.now();
  const rows = [];
  try {
    for (const server of wanted) {
      const why = whyNot.get(server.id);
      const row =
        why === undefined ? judge(server, await tryServer(server, { work, node })) : { server, why, isGood: true };
      // A run that was cut short says nothing about its server.
      if (stop.signal.aborted) return 130;
      rows.push(row);
      process.stdout.write(`${formatTerminal(row)}\n`);
    }
  } finally {
    rmSync(work, { recursive: true, force: true, maxRetries: 3 });
  }
  const took = Math.round((performance.now() - startedAt) / 1000);
  const bad = rows.filter((row) => !row.isGood).map((row) => row.server.id);
  const listed = rows.filter((row) => row.listed).length;
  say(`${listed} of ${rows.length} servers connected and listed in ${took} s, installs apart.`);
  if (bad.length > 0) say(`Not as tests/real-servers/servers.json expects: ${bad.join(', ')}`);
  if (isFull) writeFileSync(join(root, 'docs', 'real-servers.md'), formatTable(rows, took));
  return bad.length > 0 ? 1 : 0;
}

process.exitCode = await main();
