import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { describe, expect, test, vi } from 'vitest';
import { openWireLog } from '#host/store/open-wire-log.ts';
import { config, frame, newLog, stamper, temporaryFolder } from './log-kit.ts';

function written(count: number): string {
  const log = newLog();
  const stamp = stamper();
  for (let i = 1; i <= count; i += 1) log.append(stamp(frame(`{"n":${i}}`)));
  log.close({ at: 'closed', reason: 'user' });
  return log.dir;
}
const segment = (dir: string) => join(dir, 'wire-00001.jsonl');
const src = (layer: string) => fileURLToPath(new URL(`../../../src/${layer}`, import.meta.url));
const index = (dir: string) => join(dir, 'wire-00001.idx');

async function textsOf(dir: string): Promise<(string | undefined)[]> {
  const opened = await openWireLog(dir);
  const texts: (string | undefined)[] = [];
  await opened.replay((record) => void texts.push(record.text));
  opened.dispose();
  return texts;
}

describe('a torn tail', () => {
  test('is moved out of the log, and a last record says so, once and for all', async () => {
    const dir = written(50);
    const whole = readFileSync(segment(dir));
    const start = whole.subarray(0, -1).lastIndexOf(10) + 1;
    truncateSync(segment(dir), whole.length - 7);
    const opened = await openWireLog(dir);
    expect(opened.damage).toContain(`${whole.length - 7 - start} bytes at the end of wire-00001.jsonl`);
    expect(opened.lastSeq).toBe(50);
    const [before, note] = await opened.records([49, 50]);
    expect(before?.text).toBe('{"n":49}');
    expect(note).toMatchObject({ k: 'note', what: 'log.damaged', level: 'warn', seq: 50, text: opened.damage });
    opened.dispose();
    expect(readFileSync(join(dir, 'wire-00001.torn'))).toEqual(whole.subarray(start, -7));
    const repaired = readFileSync(segment(dir));
    expect(repaired.subarray(0, start)).toEqual(whole.subarray(0, start));
    expect(repaired.at(-1)).toBe(10);
    // The next opening finds it whole, with its index, and says the same.
    const { mtimeMs } = statSync(index(dir));
    const again = await openWireLog(dir);
    expect(again).toMatchObject({ damage: opened.damage, lastSeq: 50 });
    again.dispose();
    expect(readFileSync(segment(dir))).toEqual(repaired);
    expect(statSync(index(dir)).mtimeMs).toBe(mtimeMs);
  });

  test('of a log whose host still runs, or that cannot be written, is left out only', async () => {
    const running = newLog();
    running.append(stamper()(frame('{"n":1}')));
    running.flush();
    appendFileSync(segment(running.dir), '{"seq":2,');
    const closed = written(1);
    appendFileSync(segment(closed), '{"seq":2,');
    mkdirSync(join(closed, 'wire-00001.torn'));
    for (const dir of [running.dir, closed]) {
      const bytes = readFileSync(segment(dir));
      const opened = await openWireLog(dir);
      expect(opened.damage).toContain('9 bytes at the end of wire-00001.jsonl were left out');
      expect((await opened.records([1, 2])).map((record) => record?.k)).toEqual(['frame', 'note']);
      opened.dispose();
      expect(readFileSync(segment(dir))).toEqual(bytes);
    }
  });

  test('of a segment before the last one does not hide what follows', async () => {
    const log = newLog({ segmentBytes: 400 });
    const stamp = stamper();
    for (let i = 1; i <= 10; i += 1) log.append(stamp(frame(`{"n":${i}}`)));
    log.close({ at: 'closed', reason: 'user' });
    truncateSync(segment(log.dir), statSync(segment(log.dir)).size - 3);
    const texts = await textsOf(log.dir);
    expect(texts.at(-2)).toBe('{"n":10}');
    expect(texts.at(-1)).toContain('wire-00001.torn');
    expect(texts).toHaveLength(10);
    expect(await textsOf(log.dir)).toEqual(texts);
  });

  test('every cut of the last line leaves the lines before it whole', async () => {
    const dir = written(3);
    const whole = readFileSync(segment(dir));
    const start = whole.subarray(0, -1).lastIndexOf(10) + 1;
    for (let size = start; size < whole.length; size += 5) {
      writeFileSync(segment(dir), whole.subarray(0, size));
      const texts = await textsOf(dir);
      expect(texts.slice(0, 2)).toEqual(['{"n":1}', '{"n":2}']);
      expect(texts).toHaveLength(size === start ? 2 : 3);
    }
  });

  test('damage in the middle ends the log there', async () => {
    const dir = written(20);
    const lines = readFileSync(segment(dir), 'utf8').split('\n');
    lines[9] = '\0\0\0\0';
    writeFileSync(segment(dir), lines.join('\n'));
    const texts = await textsOf(dir);
    expect(texts).toHaveLength(10);
    expect(texts[9]).toContain('record 10 in wire-00001.jsonl cannot be read');
    const at = Buffer.byteLength(lines.slice(0, 9).join('\n')) + 1;
    const rest = Buffer.byteLength(lines.join('\n')) - at;
    expect(texts[9]).toContain(
      `The ${rest} bytes from there to the end are not shown; they are still in wire-00001.jsonl`,
    );
    expect(texts[9]).toContain(`from byte ${at} on`);
  });
});

test('a log that its host did not close says so in a last record, also when every line is whole', async () => {
  const log = newLog();
  const stamp = stamper();
  for (let i = 1; i <= 3; i += 1) log.append(stamp(frame(`{"n":${i}}`)));
  log.flush();
  const options = { isAlive: () => false };
  for (let i = 0; i < 2; i += 1) {
    const opened = await openWireLog(log.dir, options);
    expect(opened.lastSeq).toBe(4);
    const [, note] = await opened.records([3, 4]);
    expect(note).toMatchObject({ k: 'note', what: 'log.unfinished', seq: 4, text: opened.damage });
    expect(opened.damage).toContain('All 3 records in it are whole');
    opened.dispose();
  }
  expect(readdirSync(log.dir).sort()).toEqual(['session.json', 'wire-00001.idx', 'wire-00001.jsonl']);
});

test('numbers of records that could not be written are missing, and the rest is read', async () => {
  const dir = written(3);
  const lines = readFileSync(segment(dir), 'utf8').split('\n');
  writeFileSync(segment(dir), [lines[0], lines[2], ''].join('\n'));
  const opened = await openWireLog(dir);
  expect(opened).toMatchObject({ lastSeq: 3, damage: undefined });
  expect((await opened.records([1, 2, 3])).map((record) => record?.text)).toEqual(['{"n":1}', undefined, '{"n":3}']);
  opened.dispose();
});

describe('the index', () => {
  test.each([
    ['missing', (path: string) => rmSync(path)],
    ['of another format', (path: string) => writeFileSync(path, readFileSync(path).fill(9, 4, 8))],
    ['cut short', (path: string) => truncateSync(path, 30)],
    ['older than the segment', (path: string) => writeFileSync(path, readFileSync(path).fill(1, 16, 20))],
  ])('%s is built again from the lines and written', async (_, damage) => {
    const dir = written(30);
    const good = readFileSync(index(dir));
    damage(index(dir));
    const texts = await textsOf(dir);
    expect(texts).toHaveLength(30);
    expect(texts[29]).toBe('{"n":30}');
    expect(readFileSync(index(dir))).toEqual(good);
  });

  test('a segment that grew after its index was written is read to its end', async () => {
    const dir = written(2);
    appendFileSync(segment(dir), '{"seq":3,"t":1,"m":1,"k":"stderr","text":"late"}\n');
    expect(await textsOf(dir)).toEqual(['{"n":1}', '{"n":2}', 'late']);
  });
});

// Floods the real log and never closes it; the parent kills it in the middle.
const writer = (log: string) => `
  import { createWireLog } from ${JSON.stringify(log)};
  const same = { record: (record) => record, chunks: (chunks) => chunks };
  const meta = { sessionId: 's', serverId: 'flood', config: ${JSON.stringify(config)}, startedAt: 0 };
  const log = createWireLog({ dir: process.argv[1], meta, redact: same, segmentBytes: 1_000_000 });
  const end = Date.now() + 20_000;
  let seq = 0;
  const more = () => {
    for (let i = 0; i < 500; i += 1) {
      seq += 1;
      log.append({ seq, t: seq, m: seq, k: 'stderr', text: 'line ' + seq + ' of the flood' });
    }
    if (Date.now() < end) setImmediate(more);
    else log.dispose();
  };
  more();
`;

async function builtLog(dir: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    resolve: { alias: { '#shared': src('shared'), '#core': src('core'), '#host': src('host') } },
    build: {
      ssr: `${src('host')}/store/wire-log.ts`,
      outDir: dir,
      emptyOutDir: false,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: '[name].mjs' } },
    },
  });
  return pathToFileURL(join(dir, 'wire-log.mjs')).href;
}

test('after kill -9 in the middle of a flood every whole line is there, in order', async () => {
  const home = temporaryFolder();
  const dir = join(home, 'killed');
  const program = writer(await builtLog(home));
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, dir], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const third = join(dir, 'wire-00003.jsonl');
  await vi.waitFor(() => expect(existsSync(third) && statSync(third).size > 300_000).toBe(true), {
    timeout: 20_000,
    interval: 5,
  });
  child.kill('SIGKILL');
  await once(child, 'exit');
  const segments = readdirSync(dir).filter((name) => name.endsWith('.jsonl'));
  const lines = segments.reduce((sum, name) => sum + readFileSync(join(dir, name), 'utf8').split('\n').length - 1, 0);
  const opened = await openWireLog(dir);
  expect(opened.damage).toMatch(/The app or the computer stopped while/);
  let last = 0;
  await opened.replay((record) => {
    if (record.k !== 'stderr') return;
    expect(record.seq).toBe(last + 1);
    last = record.seq;
  });
  opened.dispose();
  expect(last).toBe(lines);
  expect(last).toBeGreaterThan(10_000);
}, 40_000);
