import type { RpcId, RpcResponse } from '#core/messages.ts';
import type { ExchangeStatus } from '#shared/exchange.ts';
import { isObject, objectAt, textAt } from '#shared/json.ts';
import { PAGES_FIRST } from '#shared/page-refusal.ts';
import type { FrameRecord } from '#shared/records.ts';
import { ownFigures } from '#shared/row-figures.ts';
import { answerHas } from './answer-has.ts';
import type { Call, CallTable } from './call-table.ts';
import { emptyArrayIn } from './empty-arrays.ts';
import { listedWords } from './listed-words.ts';
import { Refusals } from './refusals.ts';
import { ResultChecks } from './result-checks.ts';
import { payloadBytes, type RowBook, rowOf } from './row-book.ts';
import { cutText, previewText, shortId } from './row-text.ts';
import { openRound, showWhole } from './whole-call.ts';

const ASKABLE = new Set(['tools/call', 'resources/read', 'prompts/get']);
const JSON_RPC_ERRORS = new Set([-32700, -32600, -32601, -32602, -32603]);
/** Codes of the modern era, and what their data must hold (RPC-08). */
const MODERN_DATA: Readonly<Record<number, { member?: string; fits(value: unknown): boolean }>> = {
  [-32020]: { fits: () => true },
  [-32021]: { member: 'requiredCapabilities', fits: isObject },
  [-32022]: { member: 'supported', fits: (value) => Array.isArray(value) },
};
/** Codes by which this app says that it has no such thing, or cannot read the question. */
const NOT_OFFERED = new Set([-32601, -32602]);
const TASK_CHARS = 200;
const TASK_STATUS_CHARS = 40;
/** Answers after the first one that an exchange names. */
export const MORE_ANSWERS = 20;
const GREETINGS = new Set(['initialize', 'server/discover']);

/** Words of DESIGN S16 for the state of a call or an ask. */
export function statusWord(call: Call): string {
  const { exchange } = call;
  switch (exchange.status) {
    case 'open':
      if (exchange.method === 'subscriptions/listen') return 'open';
      return call.asks > 0 || call.person ? 'waiting' : 'running';
    case 'complete':
      return exchange.origin === 'server' ? 'answered' : 'complete';
    case 'tool-error':
      return 'tool error';
    case 'error':
      return exchange.errorCode === undefined ? (call.http ?? 'error') : String(exchange.errorCode);
    case 'input-required':
      return 'input_required';
    case 'timed-out':
      return 'timed out';
    default:
      return exchange.status;
  }
}

/** How a person's answer to an ask is called. */
export function answerWord(method: string, answer: unknown): string {
  const action = method === 'elicitation/create' ? textAt(answer, 'action') : undefined;
  if (action === 'decline') return 'declined';
  return action === 'cancel' ? 'cancelled' : 'answered';
}

function statusOf(message: RpcResponse): ExchangeStatus {
  if (message.error) return 'error';
  const { result } = message;
  if (!isObject(result)) return 'complete';
  if (result.resultType === 'input_required') return 'input-required';
  if (result.resultType === 'task' || textAt(result.task, 'taskId') !== undefined) return 'task';
  return result.isError === true ? 'tool-error' : 'complete';
}

/** Reads responses of both sides: ends exchanges, opens rounds, and remarks on what does not fit. */
export class Answers {
  readonly #book: RowBook;
  readonly #calls: CallTable;
  readonly results: ResultChecks;
  /** Calls that were refused until pages were visited. */
  readonly refusals: Refusals;
  /** Era of the newest greeting that was answered. */
  era: 'legacy' | 'modern' | undefined;

  constructor(book: RowBook, calls: CallTable) {
    this.#book = book;
    this.#calls = calls;
    this.results = new ResultChecks(book, calls);
    this.refusals = new Refusals(book, calls);
  }

  /** Gives the call that the answer ended, if it is the answer of one. */
  read(record: FrameRecord, message: RpcResponse, bytes: number): Call | undefined {
    const { id } = message;
    const open = record.dir === 'in' ? this.#calls.client : this.#calls.server;
    if (id === null) return this.#withoutId(record, message, bytes);
    const call = open.get(id);
    if (call) this.#finish(call, record, message, bytes);
    else this.#unmatched(record, message, { id, bytes });
    return call;
  }

  /** Ends a call that got no answer, or not yet. */
  end(call: Call, status: ExchangeStatus, m: number): void {
    this.#settleTime(call, m);
    this.#calls.end(call, status);
    const parent = call.row.parent === undefined ? undefined : this.#parentCall(call);
    if (parent) this.askEnded(parent, m);
    this.show(call);
  }

  show(call: Call): void {
    const { exchange } = call;
    const row = call.own ?? call.row;
    const before = ownFigures(row);
    row.status = statusWord(call);
    row.bytesOut = exchange.bytesOut;
    row.bytesIn = exchange.bytesIn;
    row.bytes = exchange.bytesIn + exchange.bytesOut;
    if (exchange.tookUs !== undefined) row.tookUs = exchange.tookUs;
    if (call.waitedUs > 0) row.waitedUs = call.waitedUs;
    this.#book.touch(row);
    this.#book.grew(row, before);
    this.#book.tellHead(row);
    const root = call.root ?? call;
    if (root.whole) showWhole(this.#book, root, statusWord);
  }

  askBegan(parent: Call, m: number): void {
    if (parent.asks === 0) parent.waitFrom = m;
    parent.asks += 1;
    this.show(parent);
  }

  askEnded(parent: Call, m: number): void {
    if (parent.asks === 0) return;
    parent.asks -= 1;
    if (parent.asks === 0) parent.waitedUs += m - parent.waitFrom;
    if (parent.exchange.status === 'open') this.show(parent);
  }

  #parentCall(ask: Call): Call | undefined {
    if (ask.exchange.origin !== 'server' || !ask.person) return undefined;
    for (const call of this.#calls.client.values()) if (call.row.row === ask.row.parent) return call;
    return undefined;
  }

  #settleTime(call: Call, m: number): void {
    if (call.asks > 0) call.waitedUs += m - call.waitFrom;
    call.asks = 0;
    call.endM = m;
    if (call.person) {
      // What asks a person takes their time, and none of the server's.
      call.waitedUs = Math.max(0, m - call.startM);
      call.exchange.waitedUs = call.waitedUs;
      return;
    }
    call.exchange.tookUs = Math.max(0, m - call.startM - call.waitedUs);
    if (call.waitedUs > 0) call.exchange.waitedUs = call.waitedUs;
  }

  #finish(call: Call, record: FrameRecord, message: RpcResponse, bytes: number): void {
    const { exchange } = call;
    exchange.responseSeq = record.seq;
    if (record.dir === 'in') exchange.bytesIn += bytes;
    else exchange.bytesOut += bytes;
    if (message.error) {
      exchange.errorCode = message.error.code;
      // The secrets of a payload in a file are replaced in that file only.
      if (!record.body) exchange.errorMessage = previewText(message.error.message);
    }
    const status = statusOf(message);
    if (status === 'task') {
      call.taskId = textAt(message.result, 'taskId') ?? textAt(objectAt(message.result, 'task'), 'taskId') ?? '';
      call.row.taskId = cutText(call.taskId, TASK_CHARS);
    }
    const state = exchange.method === 'tasks/get' ? textAt(message.result, 'status') : undefined;
    if (state !== undefined) this.#book.taskSeen(call.row, cutText(state, TASK_STATUS_CHARS));
    const has = exchange.origin === 'client' && !message.error ? answerHas(message.result) : [];
    if (has.length > 0) call.row.has = [...(call.row.has ?? []), ...has];
    const listed = message.error ? undefined : listedWords(exchange.method, message.result);
    if (listed !== undefined) call.row.preview = listed;
    this.end(call, status, record.m);
    if (exchange.origin === 'server' && !message.error) call.row.status = answerWord(exchange.method, message.result);
    if (exchange.origin === 'client') this.#afterAnswer(call, record, message);
    this.#checkShape(call, record, message);
  }

  #afterAnswer(call: Call, record: FrameRecord, message: RpcResponse): void {
    const { method } = call.exchange;
    if (!message.error && method === 'initialize') this.era = 'legacy';
    if (!message.error && method === 'server/discover') this.era = 'modern';
    if (message.error) this.#checkError(call, record, message.error);
    else if (call.modern) this.#checkModern(call, record, message);
    if (!message.error) this.results.read(call, record.seq, message.result);
    if (call.exchange.status === 'input-required') {
      const asked = Object.entries(objectAt(message.result, 'inputRequests') ?? {});
      const state = textAt(message.result, 'requestState');
      openRound(this.#book, this.#calls, { call, record, state, asked });
    } else if (!call.modern && message.error?.code === PAGES_FIRST) this.refusals.see(call, record, message.error);
  }

  #checkShape(call: Call, record: FrameRecord, message: RpcResponse): void {
    const { row, exchange } = call;
    const { raw } = message;
    if (record.dir === 'out') {
      const refused = message.error && NOT_OFFERED.has(message.error.code) ? message.error.message : undefined;
      if (refused) this.#book.find('askRefused', record.seq, { row, exchange, facts: { why: refused } });
      return;
    }
    if ('result' in raw && raw.result !== undefined && message.error) {
      this.#book.find('bothMembers', record.seq, { row, exchange });
    }
    if (call.oddType !== undefined && record.ch === exchange.ch) {
      this.#book.find('contentType', record.seq, { row, exchange, facts: { type: call.oddType } });
    }
    if (!message.error) {
      const where = record.text?.includes('[]') ? emptyArrayIn(message.result) : undefined;
      if (where !== undefined) this.#book.find('emptyArray', record.seq, { row, exchange, facts: { where } });
      return;
    }
    const sent = raw.error;
    if (!isObject(sent) || !Number.isInteger(sent.code) || typeof sent.message !== 'string') {
      this.#book.find('errorShape', record.seq, { row, exchange });
    }
  }

  /** Whether a code has a meaning in its era, and says what it has to say. */
  #checkError({ row, exchange, modern }: Call, { seq }: FrameRecord, error: NonNullable<RpcResponse['error']>): void {
    const { code, data } = error;
    const on = { row, exchange };
    const old = code === -32002 || code === PAGES_FIRST;
    const odd = modern ? old || (code <= -32020 && code >= -32099 && !MODERN_DATA[code]) : MODERN_DATA[code];
    if (odd) this.#book.find('errorRange', seq, { ...on, facts: { code } });
    else if (code <= -32100 && code >= -32768 && !JSON_RPC_ERRORS.has(code)) {
      this.#book.find('errorReserved', seq, { ...on, facts: { code } });
    }
    const member = modern ? MODERN_DATA[code]?.member : undefined;
    if (member === undefined || MODERN_DATA[code]?.fits(isObject(data) ? data[member] : undefined)) return;
    this.#book.find('errorData', seq, { ...on, facts: { code, member } });
  }

  #checkModern(call: Call, record: FrameRecord, message: RpcResponse): void {
    const { row, exchange } = call;
    const { seq } = record;
    const type = isObject(message.result) ? message.result.resultType : undefined;
    if (type === undefined || type === null) this.#book.find('resultType', seq, { row, exchange });
    else if (type === 'input_required') {
      if (!ASKABLE.has(exchange.method)) {
        this.#book.find('inputElsewhere', seq, { row, exchange, facts: { method: exchange.method } });
      }
    } else if (type !== 'complete' && type !== 'task') {
      this.#book.find('unknownResultType', seq, { row, exchange, facts: { type: JSON.stringify(type) } });
    }
  }

  /** The call it ended, where it can only be meant for that one. */
  #withoutId(record: FrameRecord, message: RpcResponse, bytes: number): Call | undefined {
    const open = record.dir === 'in' ? this.#calls.working() : [];
    const onChannel = this.#calls.onChannel(record.ch);
    const likely = onChannel ?? (open.length === 1 ? open[0] : undefined);
    const sure = likely && (likely === onChannel || GREETINGS.has(likely.exchange.method));
    if (sure && message.error && likely.exchange.status === 'open') {
      // Nothing else can be meant: the HTTP exchange is its own, or nothing but the greeting was sent.
      const { row, exchange } = likely;
      this.#finish(likely, record, message, bytes);
      this.#book.find('nullId', record.seq, { row, exchange, facts: { likely: '' } });
      return likely;
    }
    if (!message.error) {
      this.#book.find('answerWithoutId', record.seq, {
        row: this.#stray(record, message, bytes),
        facts: { likely: '' },
      });
      return undefined;
    }
    const row = this.#stray(record, message, bytes);
    if (likely) row.parent = likely.row.row;
    const hint = likely
      ? ` Likely it is ${likely.exchange.method} with id ${JSON.stringify(likely.exchange.rpcId)}.`
      : '';
    this.#book.find('nullId', record.seq, {
      row,
      facts: { likely: hint },
      ...(likely ? { exchange: likely.exchange } : {}),
    });
    return undefined;
  }

  #unmatched(record: FrameRecord, message: RpcResponse, { id, bytes }: { id: RpcId; bytes: number }): void {
    const ours = record.dir === 'in';
    const ended = ours ? this.#calls.recent(id) : undefined;
    if (ended) {
      this.#again(ended, record, bytes);
      return;
    }
    const row = this.#stray(record, message, bytes);
    if (!ours) return;
    const other = typeof id === 'number' ? String(id) : Number(id);
    const twin = id === '' ? undefined : this.#calls.client.get(other);
    if (twin) {
      row.parent = twin.row.row;
      const facts = { id: JSON.stringify(id), got: kindOf(id), sent: kindOf(other) };
      this.#book.find('idType', record.seq, { row, exchange: twin.exchange, facts });
    } else this.#book.find('unknownId', record.seq, { row, facts: { id: JSON.stringify(id) } });
  }

  /** An answer to a request that has ended: late when this app gave up, a duplicate when it had its answer. */
  #again(call: Call, record: FrameRecord, bytes: number): void {
    const { exchange, row } = call;
    exchange.bytesIn += bytes;
    this.show(call);
    if (exchange.responseSeq === undefined) {
      exchange.responseSeq = record.seq;
      // The server may end a subscription by a notification and a result (SUB-12).
      if (exchange.method === 'subscriptions/listen' && exchange.status === 'complete') return;
      const ms = Math.round((record.m - (call.endM ?? record.m)) / 1000);
      const after = `${Math.round((record.m - call.startM) / 100_000) / 10} s`;
      this.#book.find('lateAnswer', record.seq, { row, exchange, facts: { ms, after } });
    } else {
      const more = exchange.moreAnswers ?? [];
      if (more.length < MORE_ANSWERS) exchange.moreAnswers = [...more, record.seq];
      const facts = { seq: exchange.responseSeq, second: record.seq };
      this.#book.find('duplicate', record.seq, { row, exchange, facts });
    }
  }

  #stray(record: FrameRecord, message: RpcResponse, bytes: number): ReturnType<typeof rowOf> {
    const row = rowOf(record, 'noise', 'answer', record.dir);
    row.status = message.error ? String(message.error.code) : 'unknown id';
    row.bytes = bytes || payloadBytes(record);
    if (message.id !== null) row.rpcId = shortId(message.id);
    if (message.error && !record.body) row.preview = previewText(message.error.message);
    return this.#book.add(row);
  }
}

function kindOf(id: string | number): string {
  return typeof id === 'number' ? 'a number' : 'text';
}
