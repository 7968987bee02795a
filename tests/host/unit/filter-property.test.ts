import { describe, expect, test } from 'vitest';
import { parseMessage } from '#core/messages.ts';
import { createLogViews, type LogViews } from '#host/publish/log-views.ts';
import type { WireLog } from '#host/store/wire-log.ts';
import type { TrafficRow } from '#shared/exchange.ts';
import { parseFilter } from '#shared/filter/parse-filter.ts';
import type { RecordDraft, WireRecord } from '#shared/records.ts';
import { frame, newLog, stamper } from './log-kit.ts';
import { Seeded } from './seeded.ts';

const WORDS = ['apple', 'Banana', 'cherry', 'say "hi"', 'a\\b', 'größe', 'line\nbreak', 'echo', '42'];
const TOOLS = ['echo', 'create issue', 'Search', 'apple_pie'];
const METHODS = ['tools/call', 'tools/list', 'resources/read', 'tasks/get', 'ping'];

const rpc = (message: object, dir: 'in' | 'out', ch = 'stdio') =>
  frame(JSON.stringify({ jsonrpc: '2.0', ...message }), dir, ch);

/** Drafts of a session with calls, answers in any order, asks, progress, log messages, noise and HTTP. */
function drafts(random: Seeded, count: number): RecordDraft[] {
  const out: RecordDraft[] = [];
  const open: { id: number; ch: string }[] = [];
  const words = () => Array.from({ length: random.below(3) }, () => random.pick(WORDS)).join(' ');
  const answer = () => {
    const [{ id, ch } = { id: 0, ch: 'stdio' }] = open.splice(random.below(open.length), 1);
    const kind = random.below(6);
    if (ch !== 'stdio') {
      const status = random.pick([200, 200, 404, 500]);
      out.push({ k: 'http', ch, what: 'response', status, headers: [['X-Note', words()]] });
    }
    if (kind === 0) return out.push(rpc({ id, error: { code: -32602, message: words() } }, 'in', ch));
    const content = [{ type: kind === 1 ? 'image' : 'text', text: words() }];
    const result = {
      content,
      ...(kind === 2 ? { structuredContent: { word: words() } } : {}),
      ...(kind === 3 ? { isError: true } : {}),
    };
    return out.push(rpc({ id, result }, 'in', ch));
  };
  for (let id = 1; out.length < count; id += 1) {
    const what = random.below(8);
    const ch = random.below(3) === 0 ? `h${id}` : 'stdio';
    if (what < 3) {
      if (ch !== 'stdio')
        out.push({ k: 'http', ch, what: 'request', method: 'POST', url: `https://x.example/${words()}` });
      const params = { name: random.pick(TOOLS), arguments: { q: words() }, _meta: { progressToken: `p${id}` } };
      out.push(rpc({ id, method: random.pick(METHODS), params }, 'out', ch));
      open.push({ id, ch });
    } else if (what < 5 && open.length > 0) answer();
    else if (what === 5) {
      const level = random.pick(['info', 'error', 'warning']);
      out.push(
        rpc(
          { method: 'notifications/message', params: { level, data: `${words()} ${'x'.repeat(300)} ${words()}` } },
          'in',
        ),
      );
    } else if (what === 6 && open.length > 0) {
      const progressToken = `p${random.pick(open).id}`;
      out.push(rpc({ method: 'notifications/progress', params: { progressToken, progress: id } }, 'in'));
    } else if (what === 7)
      out.push(random.below(2) ? { k: 'noise', ch: 'stdio', text: words() } : { k: 'stderr', text: words() });
  }
  return out;
}

/** Everything that is known of a row, read the slow way. */
interface Known {
  row: TrafficRow;
  records: WireRecord[];
}

/** A condition as text and what it means, said a second time without the parser. */
interface Condition {
  text: string;
  holds(known: Known): boolean;
}

const bodyOf = (record: WireRecord) => [
  record.text ?? '',
  ...(record.k === 'http' ? [record.url ?? '', ...(record.headers ?? []).map((pair) => pair.join(': '))] : []),
];

function wordHolds(word: string, { row, records }: Known): boolean {
  const columns = [row.method, row.name, row.preview, row.status, row.rpcId, row.logger, row.level];
  return [...columns.map((column) => String(column ?? '')), ...records.flatMap(bodyOf)].some((text) =>
    text.toLowerCase().includes(word.toLowerCase()),
  );
}

function resultOf({ records }: Known): Record<string, unknown> {
  for (const record of records) {
    if (record.k !== 'frame' || record.dir !== 'in') continue;
    const { result } = JSON.parse(record.text ?? '{}');
    if (result) return result;
  }
  return {};
}

const errorStatus = ({ row }: Known) =>
  row.worst === 'error' ||
  ['tool error', 'timed out', 'lost', 'error'].includes(row.status) ||
  row.level === 'error' ||
  /^-\d/.test(row.status) ||
  (/^\d/.test(row.status) && (Number(row.status) >= 400 || !['http', 'auth', 'stream'].includes(row.kind)));

const quote = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;

function condition(random: Seeded): Condition {
  switch (random.below(12)) {
    case 0:
    case 1:
    case 2: {
      const word = random.pick(WORDS);
      return { text: quote(word), holds: (known) => wordHolds(word, known) };
    }
    case 3: {
      const word = random.pick(['ban', 'herr', 'x-note', 'x.example', 'nowhere', 'complete']);
      return { text: word, holds: (known) => wordHolds(word, known) };
    }
    case 4: {
      const part = random.pick(['TOOLS', 'call', 'ping', 'list']);
      return { text: `method:${part}`, holds: ({ row }) => row.method.toLowerCase().includes(part.toLowerCase()) };
    }
    case 5: {
      const name = random.pick(TOOLS);
      return { text: `name:${quote(name)}`, holds: ({ row }) => (row.name ?? '').includes(name) };
    }
    case 6: {
      const ms = random.pick([1, 3, 10]);
      return { text: `dur:>${ms}ms`, holds: ({ row }) => (row.sums?.tookUs ?? row.tookUs ?? -1) > ms * 1000 };
    }
    case 7:
      return { text: 'size:<=0.2kb', holds: ({ row }) => (row.sums?.bytes ?? row.bytes) <= 200 };
    case 8:
      return { text: 'has:structured', holds: (known) => 'structuredContent' in resultOf(known) };
    case 9:
      return {
        text: 'has:image',
        holds: (known) => JSON.stringify(resultOf(known).content ?? '').includes('"type":"image"'),
      };
    case 10: {
      const status = random.pick([200, 404]);
      const says = (record: WireRecord) =>
        record.k === 'http' && record.what === 'response' && record.status === status;
      return { text: `http:${status}`, holds: ({ records }) => records.some(says) };
    }
    default:
      return random.below(2)
        ? { text: 'is:error', holds: errorStatus }
        : { text: 'is:notification', holds: ({ row }) => row.kind === 'notice' };
  }
}

function query(random: Seeded, depth: number): Condition {
  const kind = depth === 0 ? 3 : random.below(5);
  if (kind >= 3) return condition(random);
  const [a, b] = [query(random, depth - 1), query(random, depth - 1)];
  if (kind === 0) return { text: `-(${a.text})`, holds: (known) => !a.holds(known) };
  if (kind === 1) return { text: `(${a.text} | ${b.text})`, holds: (known) => a.holds(known) || b.holds(known) };
  return { text: `(${a.text} ${b.text})`, holds: (known) => a.holds(known) && b.holds(known) };
}

async function rowsOf(views: LogViews, text: string): Promise<number[]> {
  const page = await views.page('traffic', 0, 1000, { query: text });
  expect(page.total).toBe(page.traffic?.length ?? 0);
  return (page.traffic ?? []).map(({ row }) => row);
}

async function known(log: WireLog, views: LogViews): Promise<Known[]> {
  const rows = (await views.page('traffic', 0, 1000)).traffic ?? [];
  const records = await log.records(Array.from({ length: log.lastSeq }, (_, i) => i + 1));
  return rows.map((row) => ({
    row,
    records: records.flatMap((record) => (record && views.rowOf(record.seq) === row.row ? record : [])),
  }));
}

/** A reader that keeps the row numbers of what it was told, paging what it was not. */
function follower(views: LogViews, text: string) {
  const source = views.watch('traffic', -1, { query: text }, () => undefined);
  let searched = { through: 0, of: 1 };
  return {
    close: () => source.close(),
    take: () => {
      for (const event of source.take(1000)) if (event.t === 'search') searched = event;
      return searched;
    },
    rows: async () => ((await views.page('traffic', 0, 1000, { query: text })).traffic ?? []).map(({ row }) => row),
  };
}

describe('a filter shows what a naive reader of all records would show', () => {
  test.each([1, 2, 3, 4, 5, 6])('random logs and filters, seed %i', async (seed) => {
    const random = new Seeded(seed);
    const log = newLog();
    // Half of the logs keep few rows in memory, so that most are made again from the file.
    const views = createLogViews({ log, keptRows: seed % 2 ? 1000 : 20 });
    const stamp = stamper();
    for (const draft of drafts(random, 250)) views.add(log.append(stamp(draft)));
    const all = await known(log, views);
    let matched = 0;
    for (let round = 0; round < 40; round += 1) {
      const wanted = query(random, 3);
      expect(parseFilter(wanted.text).problems, wanted.text).toEqual([]);
      const expected = all.filter((one) => wanted.holds(one)).map(({ row }) => row.row);
      expect(await rowsOf(views, wanted.text), wanted.text).toEqual(expected);
      if (expected.length > 0 && expected.length < all.length) matched += 1;
    }
    // Most filters must divide the rows, else this would prove little.
    expect(matched).toBeGreaterThan(15);
  });

  test.each([11, 12])('a log that grows and changes while it is watched, seed %i', async (seed) => {
    const random = new Seeded(seed);
    const log = newLog();
    const views = createLogViews({ log });
    const stamp = stamper();
    const all = drafts(random, 300);
    for (const draft of all.slice(0, 100)) views.add(log.append(stamp(draft)));
    const queries = Array.from({ length: 6 }, () => query(random, 2)).concat({
      text: '-apple',
      holds: (one) => !wordHolds('apple', one),
    });
    const readers = queries.map(({ text }) => follower(views, text));
    for (const draft of all.slice(100)) {
      views.add(log.append(stamp(draft)));
      if (random.below(10) === 0) await new Promise((done) => setTimeout(done, 2));
    }
    const facts = await known(log, views);
    for (const [index, { text, holds }] of queries.entries()) {
      const reader = readers[index];
      const expected = facts.filter((one) => holds(one)).map(({ row }) => row.row);
      await expect.poll(() => reader?.rows(), { timeout: 5000, message: text }).toEqual(expected);
      reader?.close();
    }
  });
});

describe('streaming', () => {
  function longLog(count: number): { log: WireLog; views: LogViews } {
    const log = newLog();
    const views = createLogViews({ log });
    const stamp = stamper();
    const filler = 'y'.repeat(250);
    for (let n = 0; n < count; n += 1) {
      const data = n % 500 === 499 ? `${filler} needle ${n}` : filler;
      views.add(log.append(stamp(rpc({ method: 'notifications/message', params: { level: 'info', data } }, 'in'))));
    }
    views.add(log.append(stamp(rpc({ id: 1, method: 'tools/call', params: { name: 'needle' } }, 'out'))));
    return { log, views };
  }

  test('rows that match at once come before payloads are read, and those found in payloads are added', async () => {
    const { log, views } = longLog(6000);
    const reader = follower(views, 'needle');
    await expect.poll(() => reader.rows()).toContain(6000);
    await expect.poll(() => reader.take()).toEqual({ t: 'search', through: log.lastSeq, of: log.lastSeq });
    expect(await reader.rows()).toEqual([...Array.from({ length: 12 }, (_, i) => i * 500 + 499), 6000]);
    reader.close();
  });

  test('the first hits come before a tenth of the payloads was read, and nothing is read for a reader that left', async () => {
    const { log, views } = longLog(20_000);
    let read = 0;
    const search = log.search.bind(log);
    log.search = async (text, options) => {
      const found = await search(text, options);
      read = Math.max(read, options.to ?? log.lastSeq);
      return found;
    };
    let resolve: (at: number) => void = () => undefined;
    const promise = new Promise<number>((done) => {
      resolve = done;
    });
    const source = views.watch('traffic', -1, { query: '"y needle"' }, () => {
      for (const event of source.take(1000)) {
        if (event.t === 'reset' && event.total > 0) resolve(read);
        if (event.t === 'traffic' || event.t === 'gap') resolve(read);
      }
    });
    source.take(10);
    expect(await promise).toBeLessThan(log.lastSeq / 10);
    source.close();
    await new Promise((done) => setTimeout(done, 150));
    expect(read).toBeLessThan(log.lastSeq / 2);
  });

  test('a payload that lies in a file of its own is looked through as well', async () => {
    const log = newLog();
    const views = createLogViews({ log });
    const stamp = stamper();
    views.add(log.append(stamp(rpc({ id: 1, method: 'tools/call', params: { name: 'big' } }, 'out'))));
    const text = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      result: { content: [], more: `${'z'.repeat(2_000_000)} deep` },
    });
    const { seq, t, m } = stamp(frame('x'));
    const record = { ...frame(text), seq, t, m, body: log.put([Buffer.from(text)]) };
    views.add(log.append(record), parseMessage(text));
    expect(await rowsOf(views, 'deep')).toEqual([0]);
    expect(await rowsOf(views, '-deep')).toEqual([]);
    expect(await rowsOf(views, 'shallow')).toEqual([]);
  });
});
