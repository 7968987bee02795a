import type { RpcId, RpcNotification } from '#core/messages.ts';
import type { TrafficRow } from '#shared/exchange.ts';
import { type JsonObject, objectAt, textAt } from '#shared/json.ts';
import type { FrameRecord } from '#shared/records.ts';
import type { Answers } from './answers.ts';
import type { Call, CallTable } from './call-table.ts';
import { logLevelProblem } from './log-level-check.ts';
import { type RowBook, rowOf } from './row-book.ts';
import { cutText, noticePreview, previewText, shortId } from './row-text.ts';
import { addTick } from './row-ticks.ts';

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';
const RELATED_TASK = 'io.modelcontextprotocol/related-task';
/** What a subscription has to ask for to get a notification. */
const ASKED_BY: Readonly<Record<string, string>> = {
  'notifications/tools/list_changed': 'toolsListChanged',
  'notifications/prompts/list_changed': 'promptsListChanged',
  'notifications/resources/list_changed': 'resourcesListChanged',
  'notifications/resources/updated': 'resourceSubscriptions',
  'notifications/tasks': 'taskIds',
};
/** They belong to one request, never to a subscription. */
const OF_REQUESTS = new Set(['notifications/progress', 'notifications/message']);
/** What this app gives as the reason when its own limit was reached. */
const TIMED_OUT = 'timed out';
const LOG_MESSAGE = 'notifications/message';
const TASK_CHARS = 200;
/** Notification numbers kept with one exchange. */
const PER_EXCHANGE = 10_000;

/** The row of a log message. Floods consist of these, so what nearly each of them has is there from the start: objects that grow are slow. */
function logRow(record: FrameRecord, params: JsonObject, preview: string | undefined): TrafficRow {
  const { seq, t, m, dir } = record;
  const level = textAt(params, 'level');
  const logger = textAt(params, 'logger');
  if (level === undefined || logger === undefined || preview === undefined) {
    const row = rowOf(record, 'notice', LOG_MESSAGE, dir);
    if (level !== undefined) row.level = cutText(level, 40);
    if (logger !== undefined) row.logger = cutText(logger, 200);
    return row;
  }
  return {
    row: 0,
    rev: 0,
    seq,
    kind: 'notice',
    t,
    m,
    method: LOG_MESSAGE,
    status: '',
    bytes: 0,
    dir,
    preview,
    level: cutText(level, 40),
    logger: cutText(logger, 200),
  };
}

function idAt(value: unknown): RpcId | undefined {
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/** Reads notifications of both sides: each is a row, under the exchange it belongs to where that is told. */
export class Notices {
  readonly #book: RowBook;
  readonly #calls: CallTable;
  readonly #answers: Answers;
  /** Method of the newest notification of this app. */
  lastSent: string | undefined;

  constructor(book: RowBook, calls: CallTable, answers: Answers) {
    this.#book = book;
    this.#calls = calls;
    this.#answers = answers;
  }

  read(record: FrameRecord, message: RpcNotification, bytes: number): TrafficRow {
    const { method, params } = message;
    if (record.dir === 'out') this.lastSent = cutText(method, 100);
    // A payload of a megabyte was cut for the log; its secrets are replaced in the file only.
    const preview = record.body ? undefined : noticePreview(method, params, bytes);
    const row = method === LOG_MESSAGE ? logRow(record, params, preview) : rowOf(record, 'notice', method, record.dir);
    row.bytes = bytes;
    if (preview !== undefined) row.preview = preview;
    this.#book.add(row);
    if (record.dir === 'in' && method.endsWith('/list_changed')) this.#answers.results.changed(method);
    const call = this.#belongsTo(record, message, row);
    if (method === LOG_MESSAGE && record.dir === 'in') this.#logLevel(record, message, { row, call });
    const parent = call?.row ?? (record.dir === 'in' ? this.#calls.channelRow(record.ch) : undefined);
    if (parent) row.parent = parent.row;
    if (parent?.kind === 'stream') row.onStream = true;
    if (call) row.rpcId = shortId(call.exchange.rpcId);
    if (parent?.kind === 'stream' && addTick(parent, record.m)) this.#book.touch(parent);
    if (record.dir === 'out') this.#calls.setChannelRow(record.ch, row);
    if (!call) return row;
    row.exchangeId = call.exchange.id;
    if (call.exchange.noticeSeqs.length < PER_EXCHANGE) call.exchange.noticeSeqs.push(record.seq);
    return row;
  }

  #logLevel(record: FrameRecord, { params }: RpcNotification, on: { row: TrafficRow; call: Call | undefined }): void {
    if (this.#answers.era !== 'modern') return;
    const { row, call } = on;
    // One that came on a subscription was remarked on already (SUB-09).
    if (call?.listen) return;
    const odd = logLevelProblem(this.#calls, record, params);
    if (odd) this.#book.find(odd.key, record.seq, { row, ...odd, ...(call ? { exchange: call.exchange } : {}) });
  }

  #belongsTo(record: FrameRecord, message: RpcNotification, row: TrafficRow): Call | undefined {
    const { method, params } = message;
    if (record.dir === 'in' && OF_REQUESTS.has(method)) this.#checkStream(record, message, row);
    if (method === 'notifications/progress') return this.#progress(record, message, row);
    if (method === 'notifications/cancelled') return this.#cancelled(record, message, row);
    const about = method.startsWith('notifications/tasks') ? textAt(params, 'taskId') : undefined;
    if (about !== undefined) row.taskId = cutText(about, TASK_CHARS);
    const meta = params._meta === undefined ? undefined : objectAt(params, '_meta');
    if (meta) {
      const subscription = idAt(meta[SUBSCRIPTION]);
      if (subscription !== undefined) return this.#subscription(record, { id: subscription, method }, row);
      const task = textAt(meta[RELATED_TASK], 'taskId');
      if (task !== undefined) {
        row.taskId = cutText(task, TASK_CHARS);
        return this.#calls.byTask(task);
      }
    }
    return record.dir === 'in' && record.ch !== 'stdio' ? this.#calls.onChannel(record.ch) : undefined;
  }

  /** A request's own notification that came on a subscription, or for a request that has become a task. */
  #checkStream(record: FrameRecord, { method, params }: RpcNotification, row: TrafficRow): void {
    const meta = objectAt(params, '_meta');
    const subscription = idAt(meta?.[SUBSCRIPTION]);
    const onChannel = record.ch === 'stdio' ? undefined : this.#calls.onChannel(record.ch);
    const named = subscription === undefined ? undefined : this.#calls.client.get(subscription);
    if (named?.listen || onChannel?.listen) this.#book.find('wrongStream', record.seq, { row, facts: { method } });
    const token = idAt(params.progressToken);
    const owner = token === undefined ? onChannel : this.#calls.byToken(token);
    const task = owner?.modern && owner.exchange.status === 'task';
    const related = this.#answers.era === 'modern' && textAt(meta?.[RELATED_TASK], 'taskId') !== undefined;
    if (task || related) this.#book.find('noticeOfTask', record.seq, { row, facts: { method } });
  }

  #subscription(record: FrameRecord, notice: { id: RpcId; method: string }, row: TrafficRow): Call | undefined {
    const { id, method } = notice;
    const call = this.#calls.client.get(id);
    if (call?.listen) {
      if (record.dir === 'in') this.#checkNotice(call, call.listen, { seq: record.seq, method, row });
      return call;
    }
    if (record.dir === 'in') {
      this.#book.find('subscriptionUnknown', record.seq, { row, facts: { id: JSON.stringify(id) } });
    }
    return undefined;
  }

  #checkNotice(
    { exchange }: Call,
    listen: NonNullable<Call['listen']>,
    { seq, method, row }: { seq: number; method: string; row: TrafficRow },
  ): void {
    if (method === 'notifications/subscriptions/acknowledged') {
      listen.acknowledged = true;
      return;
    }
    if (!listen.acknowledged) this.#book.find('beforeAcknowledged', seq, { row, exchange, facts: { method } });
    const key = Object.hasOwn(ASKED_BY, method) ? ASKED_BY[method] : undefined;
    const wanted = key === undefined ? undefined : listen.asked[key];
    const empty = wanted === false || wanted === undefined || (Array.isArray(wanted) && wanted.length === 0);
    if (key !== undefined && empty) this.#book.find('notAskedFor', seq, { row, exchange, facts: { method } });
  }

  #progress(record: FrameRecord, message: RpcNotification, row: TrafficRow): Call | undefined {
    if (record.dir === 'out') return undefined;
    const token = idAt(message.params.progressToken);
    const call = token === undefined ? undefined : this.#calls.byToken(token);
    const { seq } = record;
    if (!call) {
      this.#book.find('progressUnknown', seq, { row, facts: { token: JSON.stringify(token ?? null) } });
      return undefined;
    }
    const { exchange } = call;
    if (!call.row.has?.includes('progress')) {
      call.row.has = [...(call.row.has ?? []), 'progress'];
      this.#book.touch(call.row);
    }
    this.#gather(call, row);
    const { status } = exchange;
    if (status !== 'open' && status !== 'task') this.#book.find('progressLate', seq, { row, exchange });
    const value = message.params.progress;
    if (typeof value !== 'number' || value <= call.lastProgress) {
      const last = call.lastProgress === Number.NEGATIVE_INFINITY ? 'nothing' : call.lastProgress;
      this.#book.find('progressStuck', seq, { row, exchange, facts: { value: JSON.stringify(value ?? null), last } });
    } else call.lastProgress = value;
    return call;
  }

  /** The updates of one request are one row: the first of them. */
  #gather(call: Call, row: TrafficRow): void {
    const { progress } = call;
    if (!progress) {
      call.progress = { row, count: 1 };
      return;
    }
    progress.count += 1;
    const { row: head, count } = progress;
    head.summary = previewText(`${count} updates${row.preview === undefined ? '' : `, last ${row.preview}`}`);
    this.#book.fold(row, head, 'progress');
  }

  #cancelled(record: FrameRecord, message: RpcNotification, row: TrafficRow): Call | undefined {
    const id = idAt(message.params.requestId);
    if (id === undefined) return undefined;
    if (record.dir === 'out') {
      const call = this.#calls.client.get(id) ?? this.#calls.recent(id);
      const status = message.params.reason === TIMED_OUT ? 'timed-out' : 'stopped';
      if (call?.exchange.status === 'open') this.#answers.end(call, status, record.m);
      return call;
    }
    const listening = this.#calls.client.get(id);
    if (listening?.listen) {
      this.#answers.end(listening, 'complete', record.m);
      return listening;
    }
    if (this.#answers.era === 'modern') {
      this.#book.find('cancelledByServer', record.seq, { row });
      return undefined;
    }
    const asked = this.#calls.server.get(id);
    if (asked) this.#answers.end(asked, 'stopped', record.m);
    return asked;
  }
}
