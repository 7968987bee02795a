import type { RpcId, RpcNotification } from '#core/messages.ts';
import type { TrafficRow } from '#shared/exchange.ts';
import { objectAt, textAt } from '#shared/json.ts';
import type { FrameRecord } from '#shared/records.ts';
import type { Answers } from './answers.ts';
import type { Call, CallTable } from './call-table.ts';
import { logLevelProblem } from './log-level-check.ts';
import { type RowBook, rowOf } from './row-book.ts';
import { cutText, noticePreview } from './row-text.ts';

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';
const RELATED_TASK = 'io.modelcontextprotocol/related-task';
/** What this app gives as the reason when its own limit was reached. */
const TIMED_OUT = 'timed out';
/** Notification numbers kept with one exchange. */
const PER_EXCHANGE = 10_000;

function idAt(value: unknown): RpcId | undefined {
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/** Reads notifications of both sides: each is a row, under the exchange it belongs to where that is told. */
export class Notices {
  readonly #book: RowBook;
  readonly #calls: CallTable;
  readonly #answers: Answers;

  constructor(book: RowBook, calls: CallTable, answers: Answers) {
    this.#book = book;
    this.#calls = calls;
    this.#answers = answers;
  }

  read(record: FrameRecord, message: RpcNotification, bytes: number): void {
    const { method, params } = message;
    const row = rowOf(record, 'notice', method, record.dir);
    row.bytes = bytes;
    // A payload of a megabyte was cut for the log; its secrets are replaced in the file only.
    const preview = record.body ? undefined : noticePreview(method, params, bytes);
    if (preview !== undefined) row.preview = preview;
    if (method === 'notifications/message') this.#logFields(row, message);
    this.#book.add(row);
    const call = this.#belongsTo(record, message, row);
    if (method === 'notifications/message' && record.dir === 'in') this.#logLevel(record, message, { row, call });
    const parent = call?.row ?? (record.dir === 'in' ? this.#calls.channelRow(record.ch) : undefined);
    if (parent) row.parent = parent.row;
    if (record.dir === 'out') this.#calls.setChannelRow(record.ch, row);
    if (!call) return;
    row.exchangeId = call.exchange.id;
    if (call.exchange.noticeSeqs.length < PER_EXCHANGE) call.exchange.noticeSeqs.push(record.seq);
  }

  #logFields(row: TrafficRow, message: RpcNotification): void {
    const level = textAt(message.params, 'level');
    const logger = textAt(message.params, 'logger');
    if (level !== undefined) row.level = cutText(level, 40);
    if (logger !== undefined) row.logger = cutText(logger, 200);
  }

  #logLevel(record: FrameRecord, { params }: RpcNotification, on: { row: TrafficRow; call: Call | undefined }): void {
    if (this.#answers.era !== 'modern') return;
    const { row, call } = on;
    // One that came on a subscription was remarked on already (SUB-09).
    if (call?.exchange.method === 'subscriptions/listen') return;
    const odd = logLevelProblem(this.#calls, record, params);
    if (odd) this.#book.find(odd.key, record.seq, { row, ...odd, ...(call ? { exchange: call.exchange } : {}) });
  }

  #belongsTo(record: FrameRecord, message: RpcNotification, row: TrafficRow): Call | undefined {
    const { method, params } = message;
    if (method === 'notifications/progress') return this.#progress(record, message, row);
    if (method === 'notifications/cancelled') return this.#cancelled(record, message, row);
    const meta = params._meta === undefined ? undefined : objectAt(params, '_meta');
    if (meta) {
      const subscription = idAt(meta[SUBSCRIPTION]);
      if (subscription !== undefined) return this.#subscription(record, subscription, row);
      const task = textAt(meta[RELATED_TASK], 'taskId');
      if (task !== undefined) return this.#calls.byTask(task);
    }
    return record.dir === 'in' && record.ch !== 'stdio' ? this.#calls.onChannel(record.ch) : undefined;
  }

  #subscription(record: FrameRecord, id: RpcId, row: TrafficRow): Call | undefined {
    const call = this.#calls.client.get(id);
    if (call?.exchange.method === 'subscriptions/listen') return call;
    if (record.dir === 'in') {
      this.#book.find('subscriptionUnknown', record.seq, { row, facts: { id: JSON.stringify(id) } });
    }
    return undefined;
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
    const { status } = exchange;
    if (status !== 'open' && status !== 'task') this.#book.find('progressLate', seq, { row, exchange });
    const value = message.params.progress;
    if (typeof value !== 'number' || value <= call.lastProgress) {
      const last = call.lastProgress === Number.NEGATIVE_INFINITY ? 'nothing' : call.lastProgress;
      this.#book.find('progressStuck', seq, { row, exchange, facts: { value: JSON.stringify(value ?? null), last } });
    } else call.lastProgress = value;
    return call;
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
    if (listening?.exchange.method === 'subscriptions/listen') {
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
