import { type Parsed, parseMessage, type RpcMessage, type RpcRequest, type RpcResponse } from '#core/messages.ts';
import type { Exchange, TrafficRow } from '#shared/exchange.ts';
import { isObject, objectAt, textAt } from '#shared/json.ts';
import type { Finding, FrameRecord, WireRecord } from '#shared/records.ts';
import { AlikeCalls } from './alike-calls.ts';
import { Answers, answerWord, statusWord } from './answers.ts';
import { type Call, CallTable, type Round } from './call-table.ts';
import { exchangeId } from './exchange-id.ts';
import type { Facts } from './findings.ts';
import { HeaderChecks } from './header-checks.ts';
import { HttpRows } from './http-rows.ts';
import { wantedWords } from './listed-words.ts';
import { MetaChecks, metaOf } from './meta-checks.ts';
import { Notes } from './notes.ts';
import { Notices } from './notices.ts';
import { type FoldEvents, payloadBytes, RowBook, rowOf, takesMembers } from './row-book.ts';
import { cutText, previewText, requestName, shortId } from './row-text.ts';
import type { RuleKey } from './rules.ts';
import { endAsks, endRound, nextRound } from './whole-call.ts';

const PERSON = new Set(['elicitation/create', 'sampling/createMessage']);
const VERSION = 'io.modelcontextprotocol/protocolVersion';
const LOG_LEVEL = 'io.modelcontextprotocol/logLevel';
const RELATED_TASK = 'io.modelcontextprotocol/related-task';

/**
 * Folds wire records into rows, exchanges and findings. Pure: the live view, a reopened log and a recorded test
 * session take the same way. Memory is bounded: ended calls are forgotten in order, rows belong to the listener.
 */
export class ExchangeFold {
  readonly #out: FoldEvents;
  readonly #book: RowBook;
  readonly #calls = new CallTable();
  readonly #answers: Answers;
  readonly #notices: Notices;
  readonly #http: HttpRows;
  readonly #headers: HeaderChecks;
  readonly #meta = new MetaChecks();
  readonly #alike: AlikeCalls;
  readonly #notes: Notes;

  constructor(out: FoldEvents) {
    this.#out = out;
    this.#book = new RowBook(out);
    this.#alike = new AlikeCalls(this.#book);
    this.#answers = new Answers(this.#book, this.#calls);
    this.#notices = new Notices(this.#book, this.#calls, this.#answers);
    this.#headers = new HeaderChecks(this.#book);
    this.#http = new HttpRows(this.#book, this.#calls, this.#answers, this.#headers);
    this.#notes = new Notes({
      book: this.#book,
      calls: this.#calls,
      answers: this.#answers,
      over: (m, status) => this.close(m, status),
    });
  }

  /** Reads the next record. `parsed` is what the tap made of a frame; without it the text is parsed here. */
  apply(record: WireRecord, parsed?: Parsed): void {
    this.#book.current = undefined;
    switch (record.k) {
      case 'frame':
        this.#frame(record, parsed ?? parseMessage(record.text ?? ''));
        if (record.dir === 'out' && record.ch !== 'stdio') this.#http.sent(record.ch);
        break;
      case 'noise':
        this.#noise(record, 'in');
        break;
      case 'http':
        this.#http.read(record);
        break;
      case 'note':
        this.#notes.read(record);
        break;
      case 'stderr':
        return;
    }
    this.#book.commit();
  }

  /** Ends what is still open, for a log that ends without a word: everything is lost. */
  close(m: number, status: 'lost' | 'stopped' = 'lost'): void {
    for (const call of [...this.#calls.server.values(), ...this.#calls.client.values()]) {
      this.#answers.end(call, status, m);
    }
    for (const round of this.#calls.rounds.splice(0)) endRound(this.#book, round, { m, how: status });
    this.#book.commit();
  }

  /** Forgets ended exchanges, for a log that goes on no more. Findings stay. */
  forgetEnded(): void {
    this.#calls.forgetEnded();
  }

  /** The row the newest record belongs to, -1 when none. */
  get rowOfRecord(): number {
    return this.#book.current?.row ?? -1;
  }

  /** An open exchange or one of the newest 20,000 ended ones. */
  exchange(id: string): Exchange | undefined {
    return this.#calls.exchange(id);
  }

  /** A finding of a check made elsewhere, on the row and the exchange that it was made for. */
  put(finding: Finding, on: { row: TrafficRow; exchange?: Exchange | undefined }): void {
    this.#book.put(finding, on);
    this.#book.commit();
  }

  /** Whether there may be remarks that are not kept. */
  get forgotFindings(): boolean {
    return this.#book.findings.isFull;
  }

  /** All remarks that are kept, by record. */
  findings(): Finding[] {
    return this.#book.findings.all();
  }

  findingsOf(seq: number): readonly Finding[] {
    return this.#book.findings.of(seq);
  }

  #frame(record: FrameRecord, parsed: Parsed): void {
    if (parsed.noise) {
      this.#noise(record, record.dir);
      return;
    }
    const { messages } = parsed;
    let bytes = payloadBytes(record);
    for (let index = 0; index < messages.length; index += 1) {
      const message = messages[index];
      if (!message) continue;
      if (message.kind === 'notification') this.#tell(record, message, this.#notices.read(record, message, bytes));
      else if (message.kind === 'response') this.#answer(record, message, bytes);
      else {
        const { row, exchange, modern } = this.#request(record, message, { index, bytes });
        this.#tell(record, message, row, { exchange, modern });
      }
      if (record.dir === 'in' && message.raw.jsonrpc !== '2.0') this.#remark('noVersion', record);
      const meta = metaOf(message);
      if (meta) this.#meta.read(meta, record.dir, (key, facts) => this.#remark(key, record, facts));
      // The bytes of a batch are counted once.
      bytes = 0;
    }
    if (record.dir === 'in') this.#checkBytes(record, parsed.batch);
  }

  #answer(record: FrameRecord, message: RpcResponse, bytes: number): void {
    const call = this.#answers.read(record, message, bytes);
    const { current } = this.#book;
    if (call) this.#tell(record, message, call.row, call);
    else if (current) this.#tell(record, message, current);
    const mirrored = call?.exchange.method === 'tools/list' && record.text?.includes('x-mcp-header');
    if (mirrored) this.#headers.learn(message.result);
    // The POST of an answer shows no row of its own.
    const row = this.#book.current;
    if (record.dir === 'out' && row) this.#calls.setChannelRow(record.ch, row);
  }

  /** Hands a message on that may need a check of its own. */
  #tell(
    record: FrameRecord,
    message: RpcMessage,
    row: TrafficRow,
    call?: { exchange: Exchange; modern: boolean },
  ): void {
    const modern = call?.modern === true || this.#answers.era === 'modern';
    this.#out.message?.({ message, record, row, exchange: call?.exchange, modern });
  }

  #checkBytes(record: FrameRecord, batch: boolean): void {
    const text = record.text ?? '';
    if (batch) this.#remark('batch', record);
    if (record.b64 !== undefined) this.#remark('notUtf8', record);
    if (text.charCodeAt(0) === 0xfeff) this.#remark('byteOrderMark', record);
    if (record.ch === 'stdio' && text.charCodeAt(text.length - 1) === 13) this.#remark('carriageReturn', record);
  }

  /** A remark on the way a frame was written; its row is the one the frame belongs to. */
  #remark(key: RuleKey, record: FrameRecord, facts?: Facts): void {
    const row = this.#book.current;
    const exchange = row?.exchangeId === undefined ? undefined : this.#calls.exchange(row.exchangeId);
    this.#book.find(key, record.seq, { row, ...(exchange ? { exchange } : {}), ...(facts ? { facts } : {}) });
  }

  #request(record: FrameRecord, message: RpcRequest, at: { index: number; bytes: number }): Call {
    const client = record.dir === 'out';
    const { id, method, params } = message;
    const kind = method === 'subscriptions/listen' ? 'stream' : client ? 'call' : 'ask';
    const row = rowOf(record, kind, method, record.dir);
    const call = newCall(record, message, { row, ...at });
    const before = (client ? this.#calls.client : this.#calls.server).get(id);
    if (before) {
      before.exchange.idTakenBy = record.seq;
      this.#answers.end(before, 'lost', record.m);
    }
    this.#book.add(row);
    row.exchangeId = call.exchange.id;
    row.rpcId = shortId(id);
    const name = call.exchange.name;
    if (name !== undefined) row.name = name;
    const wanted = kind === 'stream' ? wantedWords(params) : undefined;
    if (wanted !== undefined) row.preview = wanted;
    row.bytes = at.bytes;
    row.bytesOut = call.exchange.bytesOut;
    row.bytesIn = call.exchange.bytesIn;
    if (name !== undefined && method.startsWith('tasks/')) row.taskId = name;
    this.#calls.open(call);
    if (client && call.modern && record.ch !== 'stdio') call.mirror = this.#headers.expected(message);
    if (client) this.#retryOf(call, params, record);
    else this.#asked(call, record, message);
    row.status = statusWord(call);
    this.#alike.see(row);
    if (call.root) this.#answers.show(call);
    if (client) this.#calls.setChannelRow(record.ch, row);
    return call;
  }

  /** Ties a retry to the round it answers: by the state the server gave, else by method and name, or by what was noted. */
  #retryOf(call: Call, params: RpcRequest['params'], { m, seq }: FrameRecord): void {
    const { rounds } = this.#calls;
    if (rounds.length === 0) return;
    const state = textAt(params, 'requestState');
    const answers = objectAt(params, 'inputResponses');
    if (state === undefined && !answers) {
      const refused = this.#answers.refusals.take(call);
      if (!refused) return;
      nextRound(this.#book, refused.call.root ?? refused.call, call, m);
      endAsks(this.#book, refused, m, () => 'answered');
      return;
    }
    const alike = (round: Round) =>
      round.call.exchange.method === call.exchange.method && round.call.exchange.name === call.exchange.name;
    const byState = rounds.findIndex((round) => round.state === state && (state !== undefined || alike(round)));
    const at = byState < 0 ? rounds.findIndex(alike) : byState;
    const round = at < 0 ? undefined : rounds.splice(at, 1)[0];
    if (!round) return;
    this.#checkRetry(call, round, state, seq);
    nextRound(this.#book, round.call.root ?? round.call, call, m);
    endAsks(this.#book, round, m, ({ key, row }) =>
      answers && Object.hasOwn(answers, key) ? answerWord(row.method, answers[key]) : 'stopped',
    );
  }

  #checkRetry({ row, exchange }: Call, round: Round, state: string | undefined, seq: number): void {
    const shown = (text: string | undefined) => (text === undefined ? 'nothing' : JSON.stringify(cutText(text, 60)));
    if (state !== round.state) {
      this.#book.find('retryState', seq, { row, exchange, facts: { got: shown(state), want: shown(round.state) } });
    }
    const { rpcId } = round.call.exchange;
    if (rpcId === exchange.rpcId) {
      this.#book.find('retryId', seq, { row, exchange, facts: { id: JSON.stringify(rpcId) } });
    }
  }

  /** Finds the call a server request belongs to: by task, by HTTP exchange, or the only one that is open. */
  #asked(call: Call, record: FrameRecord, message: RpcRequest): void {
    const { row, exchange } = call;
    const said = textAt(message.params, 'message');
    if (said !== undefined && !record.body) row.preview = previewText(said);
    if (this.#answers.era === 'modern') {
      this.#book.find('serverRequest', record.seq, { row, exchange });
      // It gets no answer, so it is not kept as one that waits.
      this.#answers.end(call, 'lost', record.m);
      return;
    }
    const task = textAt(objectAt(objectAt(message.params, '_meta'), RELATED_TASK), 'taskId');
    const working = this.#calls.working();
    const told = (task === undefined ? undefined : this.#calls.byTask(task)) ?? this.#calls.onChannel(record.ch);
    const parent = told ?? (working.length === 1 ? working[0] : undefined);
    if (task !== undefined) row.taskId = cutText(task, 200);
    if (parent) {
      row.parent = parent.row.row;
      if (message.method !== 'ping' && takesMembers(parent.row)) this.#book.fold(row, parent.row, 'rounds');
      if (call.person && parent.exchange.status === 'open') this.#answers.askBegan(parent, record.m);
      return;
    }
    if (message.method === 'ping') return;
    if (working.length === 0) this.#book.find('askWithoutCall', record.seq, { row, exchange });
    else this.#book.find('askUnclear', record.seq, { row, exchange, facts: { count: working.length } });
  }

  #noise(record: Exclude<WireRecord, { k: 'note' | 'http' | 'stderr' }>, dir: 'in' | 'out'): void {
    const text = record.text ?? '';
    const stdout = record.ch === 'stdio' && dir === 'in';
    if (record.b64 === undefined && text.trim() === '') {
      if (stdout) this.#book.find('blank', record.seq);
      return;
    }
    const row = rowOf(record, 'noise', stdout ? 'stdout' : dir === 'out' ? 'sent text' : 'body', dir);
    row.bytes = payloadBytes(record);
    if (!record.body) row.preview = previewText(text);
    const call = this.#calls.onChannel(record.ch);
    if (call) row.parent = call.row.row;
    this.#book.add(row);
    if (dir === 'out') this.#calls.setChannelRow(record.ch, row);
    if (dir === 'in' && isAnswerWithoutId(record)) {
      const likely = this.#notices.lastSent;
      const hint = likely === undefined ? '' : ` It may be meant for ${likely}, a notification, which is not answered.`;
      this.#book.find('answerWithoutId', record.seq, { row, facts: { likely: hint } });
    } else if (stdout) this.#book.find('noise', record.seq, { row });
    if (record.b64 !== undefined) this.#book.find('notUtf8', record.seq, { row });
  }
}

/** A message with a result or an error and nothing that says whose it is; small, as such an answer is. */
function isAnswerWithoutId({ text = '', body }: { text?: string | undefined; body?: unknown }): boolean {
  if (body !== undefined || text.length > 64 * 1024 || !text.includes('"jsonrpc"')) return false;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && value.id === undefined && ('result' in value || 'error' in value);
  } catch {
    return false;
  }
}

function newCall(
  record: FrameRecord,
  message: RpcRequest,
  at: { row: TrafficRow; index: number; bytes: number },
): Call {
  const { id, method, params } = message;
  const client = record.dir === 'out';
  const meta = params._meta === undefined ? undefined : objectAt(params, '_meta');
  const name = requestName(method, params);
  const token = meta?.progressToken;
  const logLevel = meta && textAt(meta, LOG_LEVEL);
  const exchange: Exchange = {
    id: exchangeId(record.seq, at.index),
    origin: client ? 'client' : 'server',
    method,
    ...(name === undefined ? {} : { name }),
    rpcId: id,
    status: 'open',
    requestSeq: record.seq,
    ch: record.ch,
    startedAt: record.t,
    bytesOut: client ? at.bytes : 0,
    bytesIn: client ? 0 : at.bytes,
    noticeSeqs: [],
    findings: [],
  };
  return {
    exchange,
    row: at.row,
    modern: client && meta?.[VERSION] !== undefined,
    person: !client && PERSON.has(method),
    ...(client && (typeof token === 'string' || typeof token === 'number') ? { token } : {}),
    ...(logLevel === undefined ? {} : { logLevel }),
    ...(params.cursor === undefined ? {} : { laterPage: true }),
    ...(client && method === 'subscriptions/listen'
      ? { listen: { asked: objectAt(params, 'notifications') ?? {}, acknowledged: false } }
      : {}),
    lastProgress: Number.NEGATIVE_INFINITY,
    startM: record.m,
    asks: 0,
    waitFrom: 0,
    waitedUs: 0,
  };
}
