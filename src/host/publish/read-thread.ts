import { ThreadReader, type ThreadRound } from '#core/fold/thread.ts';
import { type Parsed, parseMessage } from '#core/messages.ts';
import { HostError } from '#shared/errors.ts';
import type { Exchange, TrafficRow } from '#shared/exchange.ts';
import type { WireRecord } from '#shared/records.ts';
import type { WireLogReader } from '../store/log-files.ts';
import type { LogViews } from './log-views.ts';

/** The log of a session and what was made of it. */
export interface ThreadSource {
  log: WireLogReader;
  views: Pick<LogViews, 'exchange' | 'page' | 'rowOf' | 'findings'>;
  /** Exchanges that the session counted to this call as they came, also where nothing on the wire tells. */
  counted?: ReadonlySet<string>;
}

/** A story with what the log knows of the asked exchange, and of all that belong to it. */
export interface Story {
  reader: ThreadReader;
  /** The exchange that was asked for. */
  exchange: Exchange;
  /** Its first one, when the asked one is a retry. */
  root: Exchange;
  /** Exchanges of the rounds, in order, as the log knows them. */
  exchanges: Map<string, Exchange>;
}

/** Records read from a request on, and from the answer to it that came later. */
const REACH = 20_000;
const STEP = 500;
/** A subscription lives as long as its session: what is read right behind its request, and of its notifications. */
const STREAM_REACH = 200;
const NOTICES = 300;
/** Jumps over what is out of reach. */
const JUMPS = 20;
/** A large request is read whole up to this size, bytes. */
const WHOLE = 16 * 1024 * 1024;
const ASKABLE = new Set(['tools/call', 'prompts/get', 'resources/read']);

async function rowOf({ views }: ThreadSource, row: number): Promise<TrafficRow | undefined> {
  if (row < 0) return undefined;
  return (await views.page('traffic', row, 1)).traffic?.[0];
}

/** The first request of the call that a request is a retry of; the request itself otherwise. */
async function rootOf(source: ThreadSource, exchange: Exchange): Promise<Exchange> {
  if (exchange.origin === 'server' || !ASKABLE.has(exchange.method)) return exchange;
  const own = await rowOf(source, source.views.rowOf(exchange.requestSeq));
  const above = own?.parent === undefined ? undefined : await rowOf(source, own.parent);
  if (above?.exchangeId === undefined || above.method !== exchange.method) return exchange;
  return (await source.views.exchange(above.exchangeId)) ?? exchange;
}

/** What stands for a message that is too large for its record. */
async function standIn(source: ThreadSource, record: WireRecord, story: Story): Promise<Parsed | undefined> {
  if (record.k !== 'frame' || !record.body) return undefined;
  if (record.dir === 'out') {
    const part = record.body.bytes > WHOLE ? undefined : await source.log.payload(record.seq, 0, WHOLE);
    return part ? parseMessage(part.bytes.toString('utf8')) : { messages: [], batch: false };
  }
  for (const { exchange } of story.reader.rounds) {
    const known = story.exchanges.get(exchange.id) ?? (await source.views.exchange(exchange.id));
    if (known?.responseSeq !== record.seq) continue;
    const { status, errorCode: code, errorMessage: message = '' } = known;
    const result = { resultType: 'complete', ...(status === 'tool-error' ? { isError: true } : {}) };
    const outcome = code === undefined ? { result } : { error: { code, message } };
    return { messages: [{ kind: 'response', id: exchange.rpcId, raw: {}, ...outcome }], batch: false };
  }
  return { messages: [], batch: false };
}

/** Whether a record is a request of the server that the log ties to another call, or that nobody counts to this one. */
async function isForeignAsk(source: ThreadSource, record: WireRecord, rootRow: number): Promise<boolean> {
  if (record.k !== 'frame' || record.dir !== 'in' || record.body) return false;
  const { text = '' } = record;
  if (!text.includes('"method"') || !text.includes('"id"')) return false;
  const row = await rowOf(source, source.views.rowOf(record.seq));
  if (row?.kind !== 'ask' || row.seq !== record.seq || row.row === rootRow) return false;
  if (row.parent !== undefined) return row.parent !== rootRow;
  return row.exchangeId === undefined || source.counted?.has(row.exchangeId) !== true;
}

async function readOn(source: ThreadSource, story: Story, seqs: readonly number[]): Promise<void> {
  const { reader, root } = story;
  const rootRow = source.views.rowOf(root.requestSeq);
  for (let at = 0; at < seqs.length && !reader.over; at += STEP) {
    for (const record of await source.log.records(seqs.slice(at, at + STEP))) {
      if (!record || reader.over) continue;
      if (await isForeignAsk(source, record, rootRow)) continue;
      reader.apply(record, await standIn(source, record, story));
    }
  }
}

function span(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
}

/** The newest round as the log knows it. */
async function newestOf({ views }: ThreadSource, rounds: readonly ThreadRound[]): Promise<Exchange | undefined> {
  const newest = rounds.at(-1);
  return newest && views.exchange(newest.exchange.id);
}

/** Reads the newest of the notifications that lie behind what was read of a request, and says how many are left out. */
async function readNotices(source: ThreadSource, story: Story, of: Exchange, within: [number, number]): Promise<void> {
  const [after, before] = within;
  const far = of.noticeSeqs.filter((seq) => seq > after && seq < before);
  if (far.length > NOTICES) story.reader.leaveOut(far.length - NOTICES);
  await readOn(source, story, far.slice(-NOTICES));
}

async function readStream(source: ThreadSource, story: Story): Promise<void> {
  const { requestSeq: first, responseSeq } = story.root;
  const near = Math.min(source.log.lastSeq, first + STREAM_REACH);
  await readOn(source, story, span(first, near));
  await readNotices(source, story, story.root, [near, Number.POSITIVE_INFINITY]);
  if (responseSeq !== undefined && responseSeq > near) await readOn(source, story, [responseSeq]);
}

async function readCall(source: ThreadSource, story: Story): Promise<void> {
  const { log } = source;
  const { reader } = story;
  let from = story.root.requestSeq;
  for (let jump = 0; jump < JUMPS && !reader.over; jump += 1) {
    const to = Math.min(log.lastSeq, from + REACH);
    await readOn(source, story, span(from, to));
    const newest = await newestOf(source, reader.rounds);
    if (reader.over || !newest) return;
    const answer = newest.responseSeq ?? Number.POSITIVE_INFINITY;
    await readNotices(source, story, newest, [to, answer]);
    // An answer far behind is read without what lies between; what follows on it as well.
    if (answer === Number.POSITIVE_INFINITY || answer <= to) return;
    from = answer;
  }
}

/**
 * Reads the story of the call that an exchange belongs to. `running`: the session goes on, so what is open may still be
 * answered. Throws NOT_FOUND.
 */
export async function readThread(source: ThreadSource, exchangeId: string, running: boolean): Promise<Story> {
  const exchange = await source.views.exchange(exchangeId);
  if (!exchange) throw new HostError('NOT_FOUND', 'This exchange is not in the log of the session.');
  const root = await rootOf(source, exchange);
  const reader = new ThreadReader(root.id);
  const story: Story = { reader, exchange, root, exchanges: new Map([[root.id, root]]) };
  await (root.method === 'subscriptions/listen' ? readStream : readCall)(source, story);
  if (!reader.over) {
    const [last] = await source.log.records([source.log.lastSeq]);
    const status = (await newestOf(source, reader.rounds))?.status ?? 'open';
    const waits = status === 'open' || status === 'input-required' || status === 'task' || reader.refused;
    if (!waits) reader.end(status, last?.m ?? 0);
    else if (!running) reader.end('lost', last?.m ?? 0);
  }
  for (const { exchange: round } of reader.rounds) {
    const known = await source.views.exchange(round.id);
    if (known) story.exchanges.set(round.id, known);
  }
  return story;
}
