import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { type OpenedLog, openWireLog } from '#host/store/open-wire-log.ts';
import type { WireRecord } from '#shared/records.ts';
import type { Beat, HostJob } from './support/host-process.ts';
import { living } from './transport-harness.ts';

const KILLS = 50;
/** Hosts at once. */
const AT_ONCE = 5;
/** A record has to be in its file after 100 ms; the clocks that time it count whole milliseconds. */
const FLUSH_MS = 105;

/** Numbers its messages; `<lines> <ms>` says how many it writes how often. */
const FLOOD = `
  const [lines, ms] = process.argv.slice(2).map(Number);
  const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
  const serverInfo = { name: 'flood', version: '1' };
  const result = { protocolVersion: '2025-11-25', capabilities: { logging: {} }, serverInfo };
  let n = 0;
  const burst = () => {
    for (let i = 0; i < lines; i += 1) {
      n += 1;
      send({ method: 'notifications/message', params: { level: 'info', data: { n, text: 'x'.repeat(n % 300) } } });
      if (n % 50 === 0) process.stderr.write('line ' + n + '\\n');
    }
    if (process.stdout.writableLength < 100_000) setTimeout(burst, ms);
    else process.stdout.once('drain', burst);
  };
  const answer = ({ id, method }) => {
    if (method === 'initialize') send({ id, result });
    else if (id !== undefined) send({ id, error: { code: -32601, message: 'Method not found' } });
    if (method === 'notifications/initialized') burst();
  };
  let rest = '';
  process.stdin.setEncoding('utf8').on('data', (text) => {
    const parts = (rest + text).split('\\n');
    rest = parts.pop() ?? '';
    for (const line of parts) answer(JSON.parse(line));
  });
  process.stdin.on('end', () => process.exit());
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => process.exit());
  setTimeout(() => process.exit(), 20_000);`;

/** Mulberry32: a run that failed can be had again by its seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wirebench-killed-flood-'));
  await writeFile(join(folder, 'flood.mjs'), FLOOD);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Plan {
  name: string;
  flood: [lines: number, ms: number];
  killedAfterMs: number;
}

interface Killed {
  server: number;
  beats: Beat[];
  session: string;
}

type Host = ChildProcessByStdio<Writable, Readable, null>;

function startHost(dataDir: string, { flood, killedAfterMs }: Plan): Host {
  const { host, demo, check } = inject('entries');
  const args = [join(folder, 'flood.mjs'), ...flood.map(String)];
  const endpoint = { kind: 'stdio' as const, command: process.execPath, args, env: {}, inherit: 'short' as const };
  const job: HostJob = { dataDir, entries: { demo, check }, endpoint, killedAfterMs };
  return spawn(process.execPath, [host, JSON.stringify(job)], { stdio: ['pipe', 'pipe', 'inherit'] });
}

/** Floods a host until it is killed. */
async function killInFlood(dataDir: string, plan: Plan): Promise<Killed> {
  const host = startHost(dataDir, plan);
  let said = '';
  host.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [, signal] = await once(host, 'close');
  expect(signal).toBe('SIGKILL');
  const [first = '', ...lines] = said.slice(0, said.lastIndexOf('\n')).split('\n');
  const { server } = JSON.parse(first) as { server: number }; // host-process.ts wrote it
  const beats = lines.map((line) => JSON.parse(line) as Beat); // the same
  const sessions = join(dataDir, 'sessions');
  const [session = ''] = await readdir(sessions);
  return { server, beats, session: join(sessions, session) };
}

/** The newest record that was known long enough before the last sign of life. */
function dueOf(beats: readonly Beat[]): number {
  const last = beats.at(-1)?.at ?? 0;
  return Math.max(0, ...beats.filter(({ at }) => at <= last - FLUSH_MS).map(({ seq }) => seq));
}

function numberOf(record: WireRecord): number | undefined {
  if (record.k !== 'frame' || record.dir !== 'in') return undefined;
  return JSON.parse(record.text ?? '').params?.data?.n;
}

async function replayed(log: OpenedLog): Promise<WireRecord[]> {
  const records: WireRecord[] = [];
  await log.replay((record) => void records.push(record));
  return records;
}

/** Opens the log of a killed host twice and holds it against what was due. Gives the number of records due in it. */
async function checkLog({ beats, session }: Killed): Promise<number> {
  const log = await openWireLog(session);
  const records = await replayed(log);
  log.dispose();
  // Every record up to the end, none twice and none missing, and every message of the flood among them.
  expect(records.map(({ seq }) => seq)).toEqual(records.map((_, i) => i + 1));
  const numbers = records.flatMap((record) => numberOf(record) ?? []);
  expect(numbers).toEqual(numbers.map((_, i) => i + 1));
  const note = records.at(-1);
  const due = dueOf(beats);
  expect(records.length - 1).toBeGreaterThanOrEqual(due);
  expect(note).toMatchObject({ k: 'note', what: expect.stringMatching(/^log\.(damaged|unfinished)$/), level: 'warn' });
  expect(log.damage).toBe(note?.text);
  expect(note?.text).toMatch(/stopped while .* 100 ms .*This note is record \d+\.$/);
  const again = await openWireLog(session);
  expect(again).toMatchObject({ lastSeq: records.length, damage: log.damage });
  again.dispose();
  const names = (await readdir(session)).filter((name) => name.endsWith('.jsonl'));
  for (const name of names) expect((await readFile(join(session, name))).at(-1)).toBe(10);
  return due;
}

test(`a host killed ${KILLS} times at random moments of a flood loses nothing older than 100 ms, and its logs say so`, async () => {
  const seed = Number(process.env.WIREBENCH_TEST_SEED ?? Date.now() % 2 ** 31);
  const random = randomOf(seed);
  const between = (from: number, to: number) => from + Math.floor(random() * (to - from));
  const plans = Array.from({ length: KILLS }, (_, i): Plan => {
    // Slow ones are written by the clock, fast ones by the size of the batch.
    const flood: Plan['flood'] = i % 2 === 0 ? [between(1, 20), between(2, 20)] : [between(20, 100), between(2, 10)];
    return { name: `${i}`, flood, killedAfterMs: between(0, 300) };
  });
  const servers: number[] = [];
  const dues: number[] = [];
  const work = async (): Promise<void> => {
    for (let plan = plans.shift(); plan; plan = plans.shift()) {
      try {
        const dataDir = join(folder, plan.name);
        const killed = await killInFlood(dataDir, plan);
        servers.push(killed.server);
        dues.push(await checkLog(killed));
        await rm(dataDir, { recursive: true, force: true });
      } catch (error) {
        plans.length = 0;
        throw new Error(`WIREBENCH_TEST_SEED=${seed}, ${JSON.stringify(plan)}`, { cause: error });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(servers).toHaveLength(KILLS);
  // Not all ended so early that nothing had to be there yet.
  expect(dues.filter((due) => due > 0).length).toBeGreaterThan(KILLS / 4);
  await vi.waitFor(async () => expect(await living(servers)).toEqual([]), 10_000);
}, 480_000);
