import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseMessage } from '#core/messages.ts';
import type { MessageThread } from '#host/check-traffic.ts';
import { createLogViews, type LogViews } from '#host/publish/log-views.ts';
import { type KeptLog, openKeptLog } from '#host/publish/open-kept-log.ts';
import { openWireLog } from '#host/store/open-wire-log.ts';
import { RowColumns } from '#host/store/row-columns.ts';
import type { WireLog } from '#host/store/wire-log.ts';
import { LogView, TrafficRow } from '#shared/exchange.ts';
import type { LogEvent } from '#shared/log-views.ts';
import { type RecordDraft, WireRecord } from '#shared/records.ts';
import { frame, newLog, stamper } from './log-kit.ts';

/** Checks that find nothing; with them what was folded is kept. */
const checks: Pick<MessageThread, 'run'> = { run: async (jobs) => ({ result: jobs.map(() => []) }) };
const rpc = (message: object, dir: 'in' | 'out' = 'in') => frame(JSON.stringify({ jsonrpc: '2.0', ...message }), dir);

async function opened(dir: string, thread?: typeof checks): Promise<KeptLog> {
  const kept = await openKeptLog(dir, thread);
  onTestFinished(() => kept.dispose());
  return kept;
}

/** Everything the views show. The change counter starts over with each reader. */
async function shown(views: LogViews): Promise<unknown[]> {
  const all: unknown[] = [views.counts()];
  for (const view of LogView.options) {
    const { total, lines, traffic = [] } = await views.page(view, 0, 1000);
    all.push({ view, total, rows: lines ?? traffic.map((row) => ({ ...row, rev: 0 })) });
    for (const { exchangeId } of traffic) if (exchangeId !== undefined) all.push(await views.exchange(exchangeId));
  }
  for (let seq = 1; seq <= 200; seq += 1) all.push([views.rowOf(seq), views.findings(seq)]);
  return all;
}

interface Ended {
  log: WireLog;
  dir: string;
  views: LogViews;
}

/** A session that ended and kept what was folded. */
function ended(
  drafts: (RecordDraft | WireRecord)[],
  options: { segmentBytes?: number; keptRows?: number } = {},
): Ended {
  const { segmentBytes, ...more } = options;
  const log = newLog(segmentBytes === undefined ? {} : { segmentBytes });
  const views = createLogViews({ log, ...more });
  const stamp = stamper();
  for (const draft of drafts) views.add(log.append('seq' in draft ? draft : stamp(draft)));
  log.close({ at: 'closed', reason: 'user' });
  log.keep(views.folded());
  return { log, dir: log.dir, views };
}

function trace(name: string): WireRecord[] {
  const text = readFileSync(new URL(`../../traces/${name}.jsonl`, import.meta.url), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => WireRecord.parse(JSON.parse(line)));
}

/** 60 calls whose answers come last to first, with notifications between them. */
function calls(count = 60): RecordDraft[] {
  const ids = Array.from({ length: count }, (_, i) => i + 1);
  const asked = ids.flatMap((id) => [
    rpc({ id, method: 'tools/call', params: { name: `tool ${id % 7}`, arguments: { id } } }, 'out'),
    rpc({ method: 'notifications/message', params: { level: 'info', logger: 'it', data: `begun ${id}` } }),
    { k: 'stderr', text: `working on ${id}` } as const,
  ]);
  const answered = ids.reverse().map((id) => rpc(id % 5 ? { id, result: { content: [] } } : { id, error: NO }));
  return [{ k: 'note', what: 'process.started', text: 'started', level: 'info' }, ...asked, ...answered];
}
const NO = { code: -32602, message: 'no' };

const indexes = (dir: string) => readdirSync(dir).filter((name) => name.endsWith('.idx'));
const bytesOf = (dir: string) => indexes(dir).map((name) => [name, readFileSync(join(dir, name)).toString('hex')]);

/** The same files with nothing readable in them: whoever reads a line finds no record. */
function wipe(dir: string): void {
  for (const name of readdirSync(dir).filter((one) => one.endsWith('.jsonl'))) {
    writeFileSync(join(dir, name), Buffer.alloc(statSync(join(dir, name)).size, 'x'));
  }
}

describe('columns', () => {
  const whole: TrafficRow = {
    row: 0,
    rev: 7,
    seq: 3,
    kind: 'stream',
    parent: 0,
    exchangeId: 'x3.2',
    t: 1_790_000_000_123_456,
    m: 12.5,
    method: 'subscriptions/listen',
    name: '',
    preview: 'é 漢 😀 "quoted"\n',
    status: 'open',
    tookUs: 0,
    waitedUs: 5,
    bytes: 6_000_000_000,
    rpcId: 'a/1',
    dir: 'out',
    level: 'warning',
    logger: 'l',
    worst: 'warn',
    http: 200,
    has: ['image', 'progress'],
    group: 'progress',
    members: 4,
    under: 0,
    nth: 2,
    firstUs: 9,
    bytesOut: 10,
    bytesIn: 11,
    taskId: 't',
    ticks: [1, 2, 3],
  };
  const least: TrafficRow = {
    row: 1,
    rev: 8,
    seq: 4,
    kind: 'noise',
    t: 1,
    m: 2,
    method: 'stdout',
    status: '',
    bytes: 0,
    dir: 'in',
  };
  const members = Object.keys(TrafficRow.shape) as (keyof TrafficRow)[]; // the keys of its own schema

  test('give every member of a row back, also without making the row', () => {
    const columns = new RowColumns();
    for (const row of [whole, least]) columns.put(row);
    for (const row of [whole, least]) {
      expect(columns.make(row.row)).toEqual(row);
      const seen = columns.peek(row.row);
      for (const member of members) expect(seen[member], member).toEqual(row[member]);
    }
    expect([columns.failed(0), columns.failed(1)]).toEqual([false, false]);
  });

  test('take a changed row, and rows far from the first', () => {
    const columns = new RowColumns();
    for (let row = 0; row < 3000; row += 1) columns.put({ ...whole, row, seq: row + 1, name: `n${row}` });
    const { tookUs: _took, parent: _parent, ...rest } = whole;
    columns.put({ ...rest, row: 5, status: 'lost', name: 'n5' });
    expect(columns.length).toBe(3000);
    expect(columns.make(5)).toEqual({ ...rest, row: 5, status: 'lost', name: 'n5' });
    expect(columns.failed(5)).toBe(true);
    expect(columns.make(2999)).toMatchObject({ row: 2999, seq: 3000, name: 'n2999' });
  });
});

describe('a session that ended', () => {
  test.each(['legacy-stdio', 'modern-stdio', 'legacy-http', 'modern-http'])(
    'shows from its index what it showed when it ran, and the same when the index is made again (%s)',
    async (name) => {
      const { dir, views } = ended(trace(name));
      const before = await shown(views);
      expect(before.length).toBeGreaterThan(220);
      expect(await shown((await opened(dir)).views)).toEqual(before);
      for (const index of indexes(dir)) rmSync(join(dir, index));
      expect(await shown((await opened(dir, checks)).views)).toEqual(before);
      expect(indexes(dir)).toEqual(['traffic.idx', 'wire-00001.idx']);
      expect(await shown((await opened(dir)).views)).toEqual(before);
    },
  );

  test('is opened without reading one of its records', async () => {
    const { dir, views } = ended(calls());
    const before = await views.page('traffic', 100, 20);
    wipe(dir);
    const { views: again } = await opened(dir);
    expect(again.counts()).toEqual(views.counts());
    const { traffic = [] } = await again.page('traffic', 100, 20);
    expect(traffic.map((row) => ({ ...row, rev: 0 }))).toEqual(before.traffic?.map((row) => ({ ...row, rev: 0 })));
    const errors = await again.page('traffic', 0, 100, { errorsOnly: true });
    expect(errors.total).toBe(12);
  });

  test('has rows right whose answers came in a later segment, also rows that had left memory', async () => {
    const { dir, views } = ended(calls(), { segmentBytes: 4000, keptRows: 10 });
    expect(indexes(dir).length).toBeGreaterThan(4);
    const { traffic = [] } = await (await opened(dir)).views.page('traffic', 0, 1000);
    const first = traffic.filter(({ kind }) => kind === 'call');
    expect(first.slice(0, 5).map(({ status }) => status)).toEqual([
      'complete',
      'complete',
      'complete',
      'complete',
      '-32602',
    ]);
    expect(first.every(({ tookUs = 0 }) => tookUs > 0)).toBe(true);
    expect(await shown((await opened(dir)).views)).toEqual(await shown(views));
  });

  test('counts its notifications over time, and finds them by their text before anybody looked at them', async () => {
    const { dir, views } = ended(calls());
    const query = { until: 1_790_000_001_000, everyMs: 1000, count: 5 };
    const { views: again } = await opened(dir);
    expect((await again.rates('notices')).rates(query)).toEqual((await views.rates('notices')).rates(query));
    expect((await again.rates('notices')).rates(query).totals).toEqual({ info: 60 });
    const found = await (await opened(dir)).views.search('notices', 'begun 7"', -1, 10);
    expect(found).toEqual({ rows: [6], done: true });
  });

  test('folds the stack traces of its stderr and counts its lines once somebody asks', async () => {
    const line = (text: string): RecordDraft => ({ k: 'stderr', text });
    const calls5 = Array.from({ length: 5 }, (_, n) => line(`    at call${n} (x.js:${n}:1)`));
    const exit: RecordDraft = { k: 'note', what: 'process.exited', level: 'info', text: 'It exited.' };
    const { dir, views } = ended([line('Error: a'), ...calls5, exit, ...calls5]);
    const { views: again } = await opened(dir);
    const woken: (() => void)[] = [];
    const source = again.watch('stderr', -1, undefined, () => {
      for (const wake of woken.splice(0)) wake();
    });
    let folds: LogEvent | undefined;
    while (folds?.t !== 'folds') {
      const next = new Promise<void>((resolve) => woken.push(resolve));
      folds = source.take(1000).find(({ t }) => t === 'folds');
      if (!folds) await next;
    }
    expect(folds).toEqual({
      t: 'folds',
      at: 0,
      folds: [
        [4, 2],
        [10, 2],
      ],
    });
    source.close();
    const query = { until: 1_790_000_001_000, everyMs: 1000, count: 5 };
    const rates = (await again.rates('stderr')).rates(query);
    expect(rates.totals).toEqual({ none: 11 });
    expect(rates).toEqual((await views.rates('stderr')).rates(query));
    expect((await (await opened(dir)).views.rates('stderr')).rates(query)).toEqual(rates);
  });

  test('knows where the line of a record stands in its stderr', async () => {
    const { dir, views } = ended(calls(5));
    for (const known of [views, (await opened(dir)).views]) {
      // The start of the program is a line of it, too.
      expect([1, 4, 7, 16, 2, 999].map((seq) => known.lineOf('stderr', seq))).toEqual([0, 1, 2, 5, -1, -1]);
    }
  });

  test('keeps what is made again of it only where checks run as well', async () => {
    const { dir } = ended(calls());
    rmSync(join(dir, 'traffic.idx'));
    await opened(dir);
    expect(indexes(dir)).toEqual(['wire-00001.idx']);
    await opened(dir, checks);
    expect(indexes(dir)).toEqual(['traffic.idx', 'wire-00001.idx']);
  });
});

test('a segment that ends between the head of a POST and its message knows the row of the head', async () => {
  const posts = Array.from({ length: 12 }, (_, i): RecordDraft[] => {
    const ch = `h${i + 1}`;
    const message = JSON.stringify({ jsonrpc: '2.0', id: i, method: 'tools/call', params: { name: 'x'.repeat(i) } });
    const url = 'http://127.0.0.1/mcp';
    return [{ k: 'http', what: 'request', ch, method: 'POST', url, headers: [] }, frame(message, 'out', ch)];
  }).flat();
  let between = 0;
  for (let segmentBytes = 600; segmentBytes < 900; segmentBytes += 60) {
    const { dir, views } = ended(posts, { segmentBytes });
    const names = readdirSync(dir).filter((name) => name.endsWith('.jsonl'));
    const lasts = names.slice(0, -1).map((name) => readFileSync(join(dir, name), 'utf8').trimEnd().split('\n').at(-1));
    between += lasts.filter((line) => line?.includes('"k":"http"')).length;
    expect(await shown((await opened(dir)).views)).toEqual(await shown(views));
    const { views: again } = await opened(dir);
    for (let seq = 1; seq <= posts.length; seq += 2) expect(again.rowOf(seq)).toBe(again.rowOf(seq + 1));
  }
  expect(between).toBeGreaterThan(0);
});

describe('an index that does not fit', () => {
  const damages: [string, (dir: string) => void][] = [
    ['missing rows', (dir) => rmSync(join(dir, 'traffic.idx'))],
    ['a missing segment index', (dir) => rmSync(join(dir, 'wire-00002.idx'))],
    ['rows of another format', (dir) => overwrite(join(dir, 'traffic.idx'), 4)],
    ['a segment index of another format', (dir) => overwrite(join(dir, 'wire-00001.idx'), 4)],
    ['torn rows', (dir) => truncateSync(join(dir, 'traffic.idx'), statSync(join(dir, 'traffic.idx')).size - 100)],
    ['a torn header', (dir) => truncateSync(join(dir, 'traffic.idx'), 20)],
    ['a torn segment index', (dir) => truncateSync(join(dir, 'wire-00001.idx'), 100)],
    ['rows of a shorter log', (dir) => overwrite(join(dir, 'traffic.idx'), 8)],
    ['the index of another segment', (dir) => swap(join(dir, 'wire-00001.idx'), join(dir, 'wire-00002.idx'))],
  ];
  function overwrite(path: string, at: number): void {
    const bytes = readFileSync(path);
    bytes.writeUInt32LE(bytes.readUInt32LE(at) - 1, at);
    writeFileSync(path, bytes);
  }
  function swap(one: string, other: string): void {
    writeFileSync(one, readFileSync(other));
  }

  test.each(damages)('%s: it is made again from the records, once', async (_, damage) => {
    const { dir, views } = ended(calls(18), { segmentBytes: 4000 });
    const good = bytesOf(dir);
    damage(dir);
    expect(await shown((await opened(dir, checks)).views)).toEqual(await shown(views));
    expect(bytesOf(dir)).toEqual(good);
  });

  test('records indexed by a reader that does not fold have no rows yet', async () => {
    const { dir, views } = ended(calls(18), { segmentBytes: 4000 });
    rmSync(join(dir, 'wire-00001.idx'));
    (await openWireLog(dir)).dispose();
    expect(indexes(dir)).toContain('wire-00001.idx');
    expect(await shown((await opened(dir)).views)).toEqual(await shown(views));
  });

  test('a session that its host did not end has its open calls lost, and the note of its end', async () => {
    const log = newLog();
    const views = createLogViews({ log });
    const stamp = stamper();
    for (const draft of calls(3).slice(0, 7)) views.add(log.append(stamp(draft)));
    log.flush();
    // The process that wrote it is this one, which lives: as long as it is not closed it is another host's.
    const running = await opened(log.dir, checks);
    expect(running.log.inUse).toBe(true);
    expect((await running.views.page('traffic', 0, 1)).traffic?.[0]?.status).toBe('running');
    expect(indexes(log.dir)).toEqual([]);
    const meta = join(log.dir, 'session.json');
    writeFileSync(meta, readFileSync(meta, 'utf8').replace(/"pid": \d+/, '"pid": 99999999'));
    const broken = await opened(log.dir, checks);
    expect((await broken.views.page('traffic', 0, 1)).traffic?.[0]?.status).toBe('lost');
    expect((await broken.views.page('client', 0, 9)).lines?.at(-1)?.text).toContain('stopped while this session ran');
    const again = await opened(log.dir);
    expect(await shown(again.views)).toEqual(await shown(broken.views));
    expect(indexes(log.dir)).toEqual(['traffic.idx', 'wire-00001.idx']);
  });
});

test('an answer of 40 MB is an answer in a log that is read again, too', async () => {
  const log = newLog();
  const views = createLogViews({ log });
  const stamp = stamper();
  views.add(log.append(stamp(rpc({ id: 1, method: 'tools/call', params: { name: 'big' } }, 'out'))));
  const block = { type: 'text', text: 'x'.repeat(40_000_000) };
  const text = JSON.stringify({ jsonrpc: '2.0', id: 1, result: { content: [block], structuredContent: {} } });
  views.add(log.append(stamp({ ...frame(text), body: log.put([Buffer.from(text)]) })), parseMessage(text));
  log.close({ at: 'closed', reason: 'user' });
  const again = await opened(log.dir);
  const { traffic } = await again.views.page('traffic', 0, 10);
  expect(traffic).toMatchObject([{ method: 'tools/call', status: 'complete', has: ['structured'] }]);
  expect(await shown(again.views)).toEqual(await shown(views));
});

test('an answer far behind its request is found by its row', async () => {
  const filler = Array.from({ length: 21_000 }, (): RecordDraft => ({ k: 'stderr', text: 'busy' }));
  const [ask, answer] = [
    rpc({ id: 1, method: 'tools/call', params: { name: 'slow' } }, 'out'),
    rpc({ id: 1, result: {} }),
  ];
  const { dir } = ended([ask, ...filler, answer]);
  const { views } = await opened(dir);
  expect(await views.exchange('x1')).toMatchObject({ status: 'complete', responseSeq: 21_002 });
});
