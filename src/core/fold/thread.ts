import type { Parsed, RpcNotification, RpcRequest, RpcResponse } from '#core/messages.ts';
import { ToolAsker } from '#shared/approvals.ts';
import type { Exchange } from '#shared/exchange.ts';
import { isFiniteNumber, isObject, type JsonObject, objectAt, textAt } from '#shared/json.ts';
import { pagesOfRefusal, type RefusalPage } from '#shared/page-refusal.ts';
import type { FrameRecord, NoteRecord, WireRecord } from '#shared/records.ts';
import type { ThreadStep } from '#shared/traffic.ts';
import { ExchangeFold } from './exchange-fold.ts';
import type { FoldMessage } from './row-book.ts';
import { cutText, noticePreview } from './row-text.ts';
import { ThreadAsks, type ThreadSpan } from './thread-asks.ts';
import { ThreadSteps } from './thread-steps.ts';
import {
  againStep,
  awayStep,
  endingOf,
  IN_BROWSER,
  replyTitle,
  resultStep,
  sentStep,
  startedStep,
} from './thread-words.ts';

/** One request of a call: its first, or a retry. Monotonic times of its records. */
export interface ThreadRound {
  exchange: Exchange;
  modern: boolean;
  request: RpcRequest;
  response?: RpcResponse;
  sentM: number;
  endM?: number;
  /** Until all of it was handed to the program, where that took its time, microseconds. */
  writtenUs?: number;
  /** State that its answer gave, and what the next round brought back. */
  state?: string | undefined;
  returned?: { state: string | undefined; newId: boolean };
  /** Progress notifications with its token, and channels that its notifications came on. */
  progress: number;
  channels: Set<string>;
}

const TASKS = new Set(['tasks/get', 'tasks/result', 'tasks/update', 'tasks/cancel']);
const TEXT = 200;

/**
 * Reads the story of one request out of records: give it every record from the request on, until `over`. It folds
 * them as the log does, so that what belongs together is decided in one place.
 */
export class ThreadReader {
  readonly rounds: ThreadRound[] = [];
  readonly tasks: ThreadSpan[] = [];
  over = false;
  readonly #root: string;
  readonly #fold: ExchangeFold;
  readonly #steps = new ThreadSteps();
  readonly #asks = new ThreadAsks(this.#steps, (m) => this.#after(m));
  /** Rows of the rounds, in the fold of this reader. */
  readonly #rows = new Set<number>();
  readonly #taskCalls = new Map<string, string>();
  #taskId: string | undefined;
  /** The newest answer, where it refused the call until pages are visited. */
  #refusal: { pages: RefusalPage[]; record: FrameRecord; asked: boolean } | undefined;
  #start = 0;

  /** `root` is the id of the exchange that begins the story. */
  constructor(root: string) {
    this.#root = root;
    this.#fold = new ExchangeFold({
      row: () => undefined,
      changed: () => undefined,
      message: (seen) => this.#message(seen),
    });
  }

  /** Stretches in which a person was waited for. */
  get waits(): readonly ThreadSpan[] {
    return this.#asks.waits;
  }

  /** Monotonic time of the request. */
  get startM(): number {
    return this.#start;
  }

  /** Reads the next record; `parsed` stands for the text of one that is too large. */
  apply(record: WireRecord, parsed?: Parsed): void {
    if (this.over) return;
    if (record.k === 'note') this.#note(record);
    this.#fold.apply(record, parsed);
    this.#lookForEnd(record);
  }

  /** The call was refused until pages are visited, which are asked for, and it is not sent again yet. */
  get refused(): boolean {
    return this.#refusal?.asked === true;
  }

  /** Says that some notifications of the story were not read. */
  leaveOut(count: number): void {
    const { seq = 0, after = 0 } = this.#steps.list().at(-1) ?? {};
    const title = `${count.toLocaleString('en-US')} older notifications are not shown`;
    this.#steps.push({ kind: 'note', title, after, seq });
  }

  /** The log ends here: `status` is what became of the newest request. */
  end(status: Exchange['status'], m: number): void {
    const newest = this.rounds.at(-1);
    if (this.over || !newest) return;
    // An error that nothing was done about is the end itself.
    if (this.#refusal?.asked === false) this.#close(this.#refusal.record.m);
    else this.#ended(status, newest, m);
  }

  /** The steps so far; a question that is open comes last, with what follows on its answer. */
  steps(): ThreadStep[] {
    const steps = this.#steps.list();
    const { open, awaySince } = this.#asks;
    const [first] = open;
    if (!first && this.refused && !this.over) return [...steps, againStep(steps.at(-1)?.after ?? 0)];
    if (!first) return awaySince === undefined ? steps : [...steps, awayStep(this.#after(awaySince))];
    const after = this.#after(first.m);
    const replies = open.length > 1 ? `Your replies, ${open.length}` : 'Your reply';
    const waiting = this.#asks.browsing
      ? { title: IN_BROWSER, text: 'The call goes on once you are back.' }
      : { title: replies, text: 'The call goes on once you have answered.' };
    steps.push({ kind: 'waiting', ...waiting, after });
    const retried = first.exchangeId === undefined && this.#taskId === undefined;
    if (this.refused) steps.push(againStep(after));
    else if (retried) steps.push({ kind: 'future', title: 'Retry with your reply, as a new request', after });
    return steps;
  }

  #after(m: number): number {
    return Math.max(0, m - this.#start);
  }

  #message(seen: FoldMessage): void {
    const { message } = seen;
    if (this.over) return;
    if (message.kind === 'request') this.#request(seen, message);
    else if (this.rounds.length === 0) return;
    else if (message.kind === 'response') this.#response(seen, message);
    else this.#notice(seen, message);
  }

  #request(seen: FoldMessage, message: RpcRequest): void {
    const { record, row, exchange } = seen;
    if (!exchange) return;
    const first = this.rounds.length === 0;
    if (first && exchange.id !== this.#root) return;
    const below = row.parent !== undefined && this.#rows.has(row.parent);
    if (exchange.origin === 'server') {
      if (first) this.#begin(seen, message, exchange);
      if (first || (below && message.method !== 'ping')) this.#asks.request(exchange.id, message, record);
    } else if (first) {
      this.#begin(seen, message, exchange);
      this.#steps.push(sentStep(message, record, { exchange, after: 0 }));
    } else if (below && !TASKS.has(message.method)) this.#retried(seen, message, exchange);
    else if (this.#taskId !== undefined && textAt(message.params, 'taskId') === this.#taskId) {
      this.#taskCalls.set(exchange.id, message.method);
      if (message.method === 'tasks/update') this.#asks.answers(message, record);
      if (message.method !== 'tasks/cancel') return;
      const { seq, m } = record;
      this.#steps.push({ kind: 'note', title: 'Asked to cancel the task', after: this.#after(m), seq });
    }
  }

  #begin({ record, row, modern }: FoldMessage, request: RpcRequest, exchange: Exchange): void {
    if (this.rounds.length === 0) this.#start = record.m;
    this.#rows.add(row.row);
    this.rounds.push({ exchange, modern, request, sentM: record.m, progress: 0, channels: new Set() });
  }

  #retried(seen: FoldMessage, message: RpcRequest, exchange: Exchange): void {
    const { record } = seen;
    const before = this.rounds.at(-1);
    const again = this.#refusal !== undefined;
    this.#refusal = undefined;
    if (before && !again) {
      const newId = before.exchange.rpcId !== exchange.rpcId;
      before.returned = { state: textAt(message.params, 'requestState'), newId };
    }
    this.#begin(seen, message, exchange);
    this.#asks.answers(message, record);
    this.#asks.leaveOut(record);
    const step = sentStep(message, record, { after: this.#after(record.m) });
    this.#steps.push(again ? { ...step, title: 'Sent again' } : step);
  }

  #response({ record, exchange, row }: FoldMessage, message: RpcResponse): void {
    if (!exchange) {
      // The only request that waited may be the one that an answer without an id is meant for.
      const likely = message.id === null && row.parent !== undefined && this.#rows.has(row.parent);
      if (likely) this.#likelyAnswer(message, record);
      return;
    }
    this.#asks.reply(exchange.id, message, record);
    const round = this.rounds.find((one) => one.exchange.id === exchange.id);
    const taskCall = this.#taskCalls.get(exchange.id);
    if (round) {
      round.endM = record.m;
      round.response = message;
      if (exchange.origin === 'server') this.#close(record.m);
      else this.#answered(round, message, record);
    } else if (taskCall !== undefined) this.#taskAnswered(taskCall, message, record);
  }

  /** An error without an id while no other request waited: a guess, so the call goes on. */
  #likelyAnswer({ error }: RpcResponse, { m, seq }: FrameRecord): void {
    if (!error) return;
    this.#steps.push({
      kind: 'note',
      title: `Error ${error.code} without an id`,
      text: cutText(`Likely the answer to this request: no other one waited. It says: ${error.message}`, TEXT),
      tone: 'warn',
      after: this.#after(m),
      seq,
      path: ['error'],
    });
  }

  #answered(round: ThreadRound, message: RpcResponse, record: FrameRecord): void {
    const { status, method } = round.exchange;
    if (status === 'input-required') round.state = this.#asks.inside(message.result, record);
    else if (status === 'task') this.#becameTask(message.result, record);
    else if (!round.modern && message.error) this.#refused(method, message, record);
    else this.#result(method, message, { record, path: [] });
  }

  /** A legacy error: whether its pages are asked for, a note tells that comes next. */
  #refused(method: string, message: RpcResponse, record: FrameRecord): void {
    const pages = pagesOfRefusal(message.error ?? {});
    if (pages.length === 0) {
      this.#result(method, message, { record, path: [] });
      return;
    }
    this.#refusal = { pages, record, asked: false };
    this.#steps.push(resultStep(method, message, { record, path: [], after: this.#after(record.m) }));
  }

  #becameTask(result: unknown, { m, seq }: FrameRecord): void {
    const task = objectAt(result, 'task') ?? result;
    this.#taskId = textAt(task, 'taskId');
    this.tasks.push({ from: m });
    const detail = cutText(this.#taskId ?? '', TEXT);
    this.#steps.push({
      kind: 'task',
      title: 'Became a task',
      detail,
      text: taskWords(task),
      after: this.#after(m),
      seq,
    });
  }

  #result(method: string, message: RpcResponse, { record, path }: { record: FrameRecord; path: string[] }): void {
    this.#close(record.m);
    this.#steps.push(resultStep(method, message, { record, path, after: this.#after(record.m) }));
  }

  #taskAnswered(method: string, message: RpcResponse, record: FrameRecord): void {
    const { result, error } = message;
    if (method === 'tasks/result' || (method === 'tasks/get' && error)) {
      this.#result('tasks/result', message, { record, path: [] });
      return;
    }
    if (method !== 'tasks/get') return;
    const status = textAt(result, 'status');
    this.#steps.add('task', 'poll', { after: this.#after(record.m), text: taskWords(result), seq: record.seq });
    const failure = objectAt(result, 'error');
    if (status === 'input_required') this.#asks.ofTask(result, record);
    else if (status === 'completed' && objectAt(result, 'result')) {
      this.#result(method, message, { record, path: ['result'] });
    } else if (status === 'cancelled' || (status === 'failed' && failure)) this.#taskFailed(status, failure, record);
  }

  #taskFailed(status: string, failure: JsonObject | undefined, { m, seq }: FrameRecord): void {
    this.#close(m);
    const text = textAt(failure, 'message');
    this.#steps.push({
      kind: 'result',
      title: status === 'cancelled' ? 'The task was cancelled' : 'The task failed',
      ...(isFiniteNumber(failure?.code) ? { detail: String(failure.code) } : {}),
      ...(text === undefined ? {} : { text: cutText(text, TEXT) }),
      tone: status === 'cancelled' ? 'warn' : 'error',
      after: this.#after(m),
      seq,
    });
  }

  #notice({ record, row }: FoldMessage, { method, params }: RpcNotification): void {
    const round = this.rounds.find(({ exchange }) => exchange.id === row.exchangeId);
    const own = round !== undefined || (row.exchangeId !== undefined && this.#taskCalls.has(row.exchangeId));
    if (record.dir === 'in') round?.channels.add(record.ch);
    if (method === 'notifications/cancelled') this.#asks.takeBack(row.exchangeId ?? '', record);
    if (method === 'notifications/elicitation/complete' && this.#asks.pageDone(textAt(params, 'elicitationId'), record))
      return;
    const item = { after: this.#after(record.m), seq: record.seq };
    const text = record.body ? '' : (noticePreview(method, params, 0) ?? '');
    if (method === 'notifications/progress' && own) {
      if (round) round.progress += 1;
      const { progress: value, total, message } = params;
      const progress = isFiniteNumber(value) ? { value, ...(isFiniteNumber(total) ? { total } : {}) } : undefined;
      const said = typeof message === 'string' ? cutText(message, TEXT) : '';
      this.#steps.add('progress', '', { ...item, text: said, ...(progress ? { progress } : {}) });
    } else if (method === 'notifications/message' && record.dir === 'in') {
      // On stdio nothing tells which request a log message is of.
      if (own || record.ch === 'stdio') this.#steps.add('log', own ? '' : ' meanwhile', { ...item, text });
    } else if (own && method === 'notifications/cancelled') {
      const title = record.dir === 'out' ? 'Server was told that it is stopped' : 'The server ended it';
      this.#steps.push({ kind: 'note', title, ...item, ...(text === '' ? {} : { text }) });
    } else if (own && method === 'notifications/subscriptions/acknowledged') {
      this.#steps.push({ kind: 'note', title: 'Acknowledged', ...item, path: ['params', 'notifications'] });
    } else if (own) this.#steps.add('note', cutText(method.replace(/^notifications\//, ''), TEXT), { ...item, text });
  }

  #note({ what, data, m }: NoteRecord): void {
    if (!isObject(data)) return;
    this.#asks.note(what, data, m);
    if (what === 'request.by') this.#startedBy(data);
    const newest = this.rounds.at(-1);
    if (what === 'request.written' && newest && newest.exchange.rpcId === data.id && isFiniteNumber(data.us)) {
      newest.writtenUs = data.us;
    }
    const refusal = this.#refusal?.record.seq === data.seq ? this.#refusal : undefined;
    if (what === 'round.began' && refusal) {
      refusal.asked = true;
      this.#asks.refused(refusal.pages, refusal.record);
    }
    if (what !== 'round.ended' || !newest || data.seq !== newest.exchange.responseSeq) return;
    this.#close(m);
    const after = this.#after(m);
    const declined = data.how === 'declined';
    const text = declined ? 'No retry follows, so the call ends here.' : 'The call ended before it was answered.';
    // Of a refused call each answer has its step already.
    if (declined && !refusal)
      this.#steps.push({
        kind: 'reply',
        title: replyTitle(textAt(data, 'by') ?? 'person', { action: 'decline' }),
        after,
        tone: 'warn',
      });
    this.#steps.push({ kind: 'result', title: 'Stopped', text, tone: 'warn', after });
  }

  /** No person started the call: who did is the first step of it. */
  #startedBy({ id, by }: JsonObject): void {
    const [first, second] = this.rounds;
    const who = ToolAsker.safeParse(by).data;
    if (!first || second || !who || first.exchange.rpcId !== id) return;
    this.#steps.begin(startedStep(first.exchange, who));
  }

  /** A request that ended without an answer: its exchange says so, or its session ended. */
  #lookForEnd(record: WireRecord): void {
    const newest = this.rounds.at(-1);
    if (this.over || !newest) return;
    const { status, responseSeq } = newest.exchange;
    const closing = record.k === 'note' && record.what === 'state' && isObject(record.data) ? record.data : {};
    if (status !== 'open' && responseSeq === undefined) this.#ended(status, newest, record.m);
    else if (closing.at === 'closed') this.#ended(closing.reason === 'user' ? 'stopped' : 'lost', newest, record.m);
  }

  #ended(status: Exchange['status'], round: ThreadRound, m: number): void {
    round.endM ??= m;
    this.#close(m);
    const { errorMessage, idTakenBy } = round.exchange;
    const known = endingOf(status, idTakenBy);
    const text = errorMessage === undefined ? known.text : cutText(errorMessage, TEXT);
    const tone = known.tone === undefined ? {} : { tone: known.tone };
    this.#steps.push({ kind: 'result', title: known.title, text, ...tone, after: this.#after(m) });
  }

  #close(m: number): void {
    this.over = true;
    for (const task of this.tasks) task.to ??= m;
    this.#asks.close(m);
  }
}

function taskWords(task: unknown): string {
  const words = ['status', 'statusMessage'].flatMap((key) => textAt(task, key) ?? []);
  return cutText(words.join(', '), TEXT);
}
