import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { createLogViews, type LogViews } from '#host/publish/log-views.ts';
import { openWireLog } from '#host/store/open-wire-log.ts';
import type { WireLog } from '#host/store/wire-log.ts';
import { contract } from '#shared/contract.ts';
import type { LineRow, LogFilter, LogView, TrafficRow } from '#shared/exchange.ts';
import type { LogEvent } from '#shared/log-views.ts';
import { type RecordDraft, WireRecord } from '#shared/records.ts';
import type { Source } from '#shared/rpc.ts';
import { frame, newLog, stamper } from './log-kit.ts';

interface Live {
  log: WireLog;
  views: LogViews;
  add(draft: RecordDraft): void;
}

function live(keptRows?: number): Live {
  const log = newLog();
  const views = createLogViews({ log, ...(keptRows === undefined ? {} : { keptRows }) });
  const stamp = stamper();
  return { log, views, add: (draft) => views.add(log.append(stamp(draft))) };
}

const rpc = (message: object, dir: 'in' | 'out' = 'in') => frame(JSON.stringify({ jsonrpc: '2.0', ...message }), dir);
const request = (id: number, name: string) => rpc({ id, method: 'tools/call', params: { name } }, 'out');
const answer = (id: number, result: object = {}) => rpc({ id, result });
const logged = (text: string, level = 'info') =>
  rpc({ method: 'notifications/message', params: { level, data: text } });

/** What a page does with the events: rows by place. */
class Reader {
  readonly rows = new Map<number, LineRow | TrafficRow>();
  total = 0;
  resets = 0;
  gaps: [number, number][] = [];
  wakes = 0;
  readonly source: Source<LogEvent>;

  constructor(views: LogViews, view: LogView, options: { after?: number; filter?: LogFilter } = {}) {
    this.source = views.watch(view, options.after ?? -1, options.filter, () => {
      this.wakes += 1;
    });
  }

  /** Takes until there is nothing more; every event must be of the contract's form. */
  drain(max = 1000): this {
    for (let events = this.source.take(max); events.length > 0; events = this.source.take(max)) {
      for (const event of events) this.#apply(contract['watch.log'].item.parse(event));
    }
    return this;
  }

  #apply(event: LogEvent): void {
    if (event.t === 'reset') {
      this.rows.clear();
      this.resets += 1;
      this.total = event.total;
    } else if (event.t === 'splice') {
      const rows = Array.from({ length: this.total }, (_, at) => this.rows.get(at));
      rows.splice(event.at, event.remove, ...event.rows);
      this.rows.clear();
      for (const [at, row] of rows.entries()) if (row) this.rows.set(at, row);
      this.total = event.total;
    } else if (event.t === 'gap') {
      this.gaps.push([event.from, event.to]);
      this.total = Math.max(this.total, event.to);
    } else if (event.t === 'lines') {
      for (const [i, row] of event.rows.entries()) this.rows.set(event.at + i, row);
      this.total = Math.max(this.total, event.at + event.rows.length);
    } else if (event.t === 'traffic') {
      for (const { at, row } of event.rows) this.rows.set(at, row);
      this.total = Math.max(this.total, event.total);
    }
  }
}

describe('pages', () => {
  test('every view has its rows, also those not yet in the file', async () => {
    const { views, add } = live();
    add({ k: 'note', what: 'process.started', text: 'started, pid 1', level: 'info' });
    add(request(1, 'echo'));
    add({ k: 'stderr', text: 'loading' });
    add(logged('hello'));
    add(answer(1));
    expect(views.counts()).toEqual({ wire: 3, traffic: 2, stderr: 2, notices: 1, client: 1, errors: 0 });
    const page = await views.page('stderr', 0, 10);
    expect(page.lines?.map((line) => [line.row, line.k, line.text])).toEqual([
      [0, 'note', 'started, pid 1'],
      [1, 'stderr', 'loading'],
    ]);
    expect((await views.page('wire', 1, 1)).lines?.[0]?.text).toContain('hello');
    expect((await views.page('traffic', 0, 9)).traffic?.map((row) => row.status)).toEqual(['complete', '']);
    expect((await views.page('notices', 0, 9)).traffic?.[0]).toMatchObject({ preview: 'hello', level: 'info' });
    expect(await views.page('traffic', 50, 10)).toEqual({ total: 2, from: 50, moves: 0, traffic: [] });
  });

  test('filters count places in the filtered view', async () => {
    const { views, add } = live();
    for (let i = 0; i < 6000; i += 1) add({ k: 'stderr', text: i % 1000 === 7 ? `Error ${i}` : `fine ${i}` });
    const page = await views.page('stderr', 2, 3, { text: 'error' });
    expect(page.lines?.map((line) => line.row)).toEqual([2007, 3007, 4007]);
    expect((await views.page('stderr', 0, 100, { text: 'ERROR' })).total).toBe(6);
  });

  test('rows that left memory come from the log with their state', async () => {
    const { views, add } = live(10);
    add(request(1, 'late'));
    add(logged('first', 'warning'));
    for (let id = 2; id <= 40; id += 1) {
      add(request(id, `tool ${id}`));
      add(id % 2 ? answer(id) : rpc({ id, error: { code: -32602, message: 'no' } }));
    }
    add(answer(1, { isError: true }));
    const rows = (await views.page('traffic', 0, 100)).traffic ?? [];
    expect(rows).toHaveLength(41);
    expect(rows.map((row) => row.row)).toEqual(rows.map((_, i) => i));
    expect(rows[0]).toMatchObject({ method: 'tools/call', name: 'late', status: 'tool error', exchangeId: 'x1' });
    expect(rows[1]).toMatchObject({ kind: 'notice', preview: 'first', level: 'warning' });
    expect(rows[2]).toMatchObject({ name: 'tool 2', status: '-32602', tookUs: 1000 });
    const errors = await views.page('traffic', 0, 100, { errorsOnly: true });
    expect(errors.total).toBe(21);
    expect(views.counts().errors).toBe(21);
  });
});

describe('watching lines', () => {
  test('a new reader is told the total and then gets every new line once', () => {
    const { views, add } = live();
    for (let i = 0; i < 5; i += 1) add({ k: 'stderr', text: `old ${i}` });
    const reader = new Reader(views, 'stderr').drain();
    expect([reader.total, reader.rows.size]).toEqual([5, 0]);
    for (let i = 5; i < 2500; i += 1) {
      add({ k: 'stderr', text: `new ${i}` });
      if (i % 450 === 0) reader.drain();
    }
    reader.drain();
    expect(reader.total).toBe(2500);
    expect([...reader.rows.keys()]).toEqual(Array.from({ length: 2495 }, (_, i) => i + 5));
    expect(reader.rows.get(2499)).toMatchObject({ row: 2499, text: 'new 2499' });
    expect(reader.gaps).toEqual([]);
  });

  test('a slow reader gets a gap and the newest lines, never a queue', async () => {
    const { views, add } = live();
    const reader = new Reader(views, 'stderr').drain();
    for (let i = 0; i < 50_000; i += 1) add({ k: 'stderr', text: `line ${i}` });
    expect(reader.wakes).toBe(1);
    expect(reader.source.floods).toBe(false);
    reader.drain();
    expect(reader.source.floods).toBe(true);
    expect(reader.total).toBe(50_000);
    expect(reader.gaps).toHaveLength(1);
    expect(reader.rows.size).toBeLessThan(500);
    expect(reader.rows.get(49_999)).toMatchObject({ text: 'line 49999' });
    // The rows of the gap are there for who looks at them.
    const page = await views.page('stderr', 100, 1);
    expect(page.lines?.[0]?.text).toBe('line 100');
    add({ k: 'stderr', text: 'the last one' });
    expect(reader.drain().source.floods).toBe(false);
  });

  test('a reader that comes back goes on after its last record', () => {
    const { views, add } = live();
    const keep = new Reader(views, 'stderr');
    for (let i = 0; i < 10; i += 1) add({ k: 'stderr', text: `line ${i}` });
    keep.drain();
    const again = new Reader(views, 'stderr', { after: 7 }).drain();
    expect(again.resets).toBe(0);
    expect([...again.rows.values()].map((row) => row.seq)).toEqual([8, 9, 10]);
  });

  test('a filtered reader learns of older matches and gets new ones', async () => {
    const { views, add } = live();
    for (let i = 0; i < 5000; i += 1) add({ k: 'stderr', text: i % 100 ? 'quiet' : 'loud' });
    const reader = new Reader(views, 'stderr', { filter: { text: 'loud' } });
    await vi.waitFor(() => expect(reader.drain().total).toBe(50));
    add({ k: 'stderr', text: 'LOUD again' });
    add({ k: 'stderr', text: 'quiet' });
    reader.drain();
    expect(reader.total).toBe(51);
    expect(reader.rows.get(50)).toMatchObject({ row: 5000, text: 'LOUD again' });
  });

  test('a closed reader is woken no more', () => {
    const { views, add } = live();
    const reader = new Reader(views, 'stderr').drain();
    reader.source.close();
    reader.source.close();
    add({ k: 'stderr', text: 'x' });
    expect(reader.wakes).toBe(0);
  });
});

describe('watching traffic', () => {
  test('a change is sent as the same row with a higher revision, only in its newest form', () => {
    const { views, add } = live();
    const reader = new Reader(views, 'traffic').drain();
    add(request(1, 'a'));
    reader.drain();
    const before = reader.rows.get(0) as TrafficRow;
    add(answer(1));
    add(answer(1));
    reader.drain();
    const after = reader.rows.get(0) as TrafficRow;
    expect([before.status, after.status, after.worst]).toEqual(['running', 'complete', 'error']);
    expect(after.rev).toBeGreaterThan(before.rev);
    expect(reader.rows.size).toBe(1);
  });

  test('what was sent is a copy: a later change does not reach into it', () => {
    const { views, add } = live();
    const source = views.watch('traffic', -1, undefined, () => undefined);
    source.take(10);
    add(request(1, 'a'));
    const [event] = source.take(10);
    add(answer(1));
    expect(event?.t === 'traffic' && event.rows[0]?.row.status).toBe('running');
  });

  test('a reader that comes back gets the rows that changed since its newest revision', () => {
    const { views, add } = live();
    const first = new Reader(views, 'traffic').drain();
    add(request(1, 'a'));
    add(request(2, 'b'));
    first.drain();
    const seen = Math.max(...[...first.rows.values()].map((row) => (row as TrafficRow).rev));
    first.source.close();
    add(answer(1));
    add(request(3, 'c'));
    const again = new Reader(views, 'traffic', { after: seen }).drain();
    expect(again.resets).toBe(0);
    expect([...again.rows].map(([at, row]) => [at, (row as TrafficRow).status])).toEqual([
      [0, 'complete'],
      [2, 'running'],
    ]);
  });

  test('a row that comes to match an open filter appears in its place', async () => {
    const { views, add } = live();
    for (const id of [1, 2, 3]) add(request(id, `t${id}`));
    const filter = { errorsOnly: true };
    const reader = new Reader(views, 'traffic', { filter }).drain();
    add(answer(3, { isError: true }));
    await vi.waitFor(() => expect([...reader.drain().rows.values()].map((row) => row.row)).toEqual([2]));
    expect(reader.resets).toBe(1);
    add(answer(1, { isError: true }));
    reader.drain();
    expect(reader.resets).toBe(1);
    expect(reader.total).toBe(2);
    expect([...reader.rows.values()].map((row) => row.row)).toEqual([0, 2]);
    const page = await views.page('traffic', 0, 10, filter);
    expect(page.traffic?.map((row) => row.name)).toEqual(['t1', 't3']);
  });

  test('too many changes at once start the reader over', () => {
    const { views, add } = live();
    const reader = new Reader(views, 'traffic').drain();
    for (let id = 0; id < 3000; id += 1) add(request(id, 'x'));
    reader.drain();
    for (let id = 3000; id < 6000; id += 1) add(request(id, 'x'));
    reader.drain();
    for (let id = 0; id < 6000; id += 1) add(answer(id));
    reader.drain();
    expect([reader.resets, reader.total]).toEqual([2, 6000]);
  });

  test('notices are the notifications of the server with places of their own', async () => {
    const { views, add } = live();
    const reader = new Reader(views, 'notices').drain();
    add(request(1, 'a'));
    add(logged('one', 'debug'));
    add(rpc({ method: 'notifications/initialized' }, 'out'));
    add(logged('two', 'error'));
    reader.drain();
    expect([...reader.rows].map(([at, row]) => [at, (row as TrafficRow).preview])).toEqual([
      [0, 'one'],
      [1, 'two'],
    ]);
    const page = await views.page('notices', 0, 10, { levels: ['error'] });
    expect(page.traffic?.map((row) => row.preview)).toEqual(['two']);
  });
});

describe('search', () => {
  test('a row of traffic is found by its answer as well, rows come in order and go on', async () => {
    const { views, add } = live();
    for (const id of [1, 2, 3]) add(request(id, 'find'));
    for (const id of [3, 1, 2]) add(answer(id, { text: id === 2 ? 'nothing' : 'NEEDLE' }));
    add({ k: 'stderr', text: 'needle on stderr' });
    expect(await views.search('traffic', 'needle', -1, 10)).toEqual({ rows: [0, 2], done: true });
    expect(await views.search('traffic', 'needle', -1, 1)).toEqual({ rows: [0], done: false });
    expect(await views.search('traffic', 'needle', 0, 1)).toEqual({ rows: [2], done: true });
    expect(await views.search('stderr', 'needle', -1, 10)).toEqual({ rows: [0], done: true });
    expect(await views.search('wire', 'needle', -1, 1)).toEqual({ rows: [3], done: false });
    expect(await views.search('wire', 'needle', 3, 10)).toEqual({ rows: [4], done: true });
  });
});

describe('exchanges', () => {
  test('one that left memory is folded again from the log', async () => {
    const { views, add } = live();
    for (let id = 1; id <= 21_000; id += 1) {
      add(request(id, `t${id}`));
      add(answer(id));
    }
    expect(await views.exchange('x1')).toMatchObject({ rpcId: 1, name: 't1', status: 'complete', responseSeq: 2 });
    expect(await views.exchange('x2')).toBeUndefined();
    expect(await views.exchange('../x')).toBeUndefined();
  }, 30_000);
});

describe('a log that is opened again', () => {
  test.each(['legacy-stdio', 'modern-stdio'])('shows the rows of the live session (%s)', async (name) => {
    const { log, views } = live();
    const trace = readFileSync(new URL(`../../traces/${name}.jsonl`, import.meta.url), 'utf8');
    for (const line of trace.trim().split('\n')) views.add(log.append(WireRecord.parse(JSON.parse(line))));
    log.close();
    const opened = await openWireLog(log.dir);
    const again = createLogViews({ log: opened });
    await opened.replay((record) => again.add(record));
    expect(again.counts()).toEqual(views.counts());
    for (const view of ['wire', 'traffic', 'stderr', 'notices', 'client'] as const) {
      const page = await again.page(view, 0, 1000);
      expect(page, view).toEqual(await views.page(view, 0, 1000));
      expect(page.total, view).toBe(views.counts()[view]);
    }
    expect(views.counts().traffic).toBeGreaterThan(20);
    opened.dispose();
  });

  test('a payload in a file is folded whole, and a session without an end is ended by its reader', async () => {
    const { log, add } = live();
    add(request(1, 'big'));
    const text = JSON.stringify({ jsonrpc: '2.0', result: { text: 'x'.repeat(1_500_000) }, id: 1 });
    add({ ...frame(text), body: log.put([Buffer.from(text)]) });
    add(request(2, 'open'));
    log.flush();
    const opened = await openWireLog(log.dir);
    const again = createLogViews({ log: opened });
    await opened.replay((record) => again.add(record));
    again.end(10_000);
    const { traffic } = await again.page('traffic', 0, 10);
    expect(traffic?.map((row) => row.status)).toEqual(['complete', 'lost']);
    expect(traffic?.[0]?.bytes).toBeGreaterThan(1_500_000);
    opened.dispose();
  });
});

describe('an older session that leaves memory', () => {
  const ROWS = 700;

  async function rowsOf({ views }: Live): Promise<TrafficRow[]> {
    const page = await views.page('traffic', 0, 1000);
    return page.traffic ?? [];
  }

  function shrunk(): Live {
    const on = live();
    for (let id = 1; id <= ROWS; id += 1) {
      on.add(request(id, `tool${id}`));
      on.add(id % 10 === 0 ? rpc({ id, error: { code: -32000, message: 'no' } }) : answer(id, { content: [] }));
    }
    return on;
  }

  test('shows the same rows, counts, findings and exchanges', async () => {
    const on = shrunk();
    on.add(rpc({ id: 5, result: {} }));
    const before = { rows: await rowsOf(on), counts: on.views.counts(), first: await on.views.exchange('x1') };
    const odd = on.views.findings(on.log.lastSeq);
    expect([before.rows.length, odd.length, before.first?.status]).toEqual([ROWS, 1, 'complete']);
    on.views.shrink();
    expect(await rowsOf(on)).toEqual(before.rows);
    expect(on.views.counts()).toEqual(before.counts);
    expect(on.views.findings(on.log.lastSeq)).toEqual(odd);
    expect(await on.views.exchange('x1')).toEqual(before.first);
    expect((await on.views.search('traffic', 'tool7"', -1, 10)).rows).toEqual([6]);
  });

  test('a reader that comes back starts over', () => {
    const on = shrunk();
    on.views.shrink();
    const reader = new Reader(on.views, 'traffic', { after: ROWS * 2 });
    reader.drain();
    expect([reader.resets, reader.total]).toEqual([1, ROWS]);
  });
});

test('a line of the wire carries the worst that was found on its record, whether it is watched or loaded', async () => {
  const { log, views, add } = live();
  const reader = new Reader(views, 'wire').drain();
  add(request(1, 'echo'));
  add(answer(1));
  add(answer(1));
  add(answer(987_654));
  reader.drain();
  const worst = (rows: Iterable<LineRow>) => [...rows].map((row) => row.worst);
  const watched = worst(reader.rows.values() as Iterable<LineRow>);
  expect(watched.slice(0, 2)).toEqual([undefined, undefined]);
  expect(watched.slice(2)).not.toContain(undefined);
  reader.source.close();
  const { lines = [] } = await views.page('wire', 0, 10);
  expect(worst(lines)).toEqual(watched);
  await log.close();
});
