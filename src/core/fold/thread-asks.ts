import type { RpcRequest, RpcResponse } from '#core/messages.ts';
import { isObject, type JsonObject, objectAt, textAt } from '#shared/json.ts';
import type { RefusalPage } from '#shared/page-refusal.ts';
import type { FrameRecord } from '#shared/records.ts';
import { byteLength, cutText } from './row-text.ts';
import type { ThreadSteps } from './thread-steps.ts';
import { askWords, countOf, replyTitle } from './thread-words.ts';

/** A stretch in which a person was waited for, or a task was followed. Monotonic times. */
export interface ThreadSpan {
  from: number;
  to?: number;
  /** Who answered, as the log says it; a person's as soon as one of its questions was a person's. */
  by?: string;
}

interface OpenAsk {
  key: string | undefined;
  /** Record that carried the question. */
  seq: number;
  m: number;
  span: ThreadSpan;
  /** Of a request of its own; else it is answered inside another request. */
  exchangeId?: string;
  /** Of a request for a visit to a page. */
  elicitationId?: string | undefined;
  /** The call was refused until this is done: no message will carry the answer. */
  refused?: boolean;
}

/** Answered without a person. */
const BY_ITSELF = new Set(['roots/list']);
const TEXT = 200;
const MOST = 100;
/** What an answer in the log is as an action of the protocol. */
const ACTIONS = new Map<unknown, 'accept' | 'decline' | 'cancel'>([
  ['accepted', 'accept'],
  ['declined', 'decline'],
  ['cancelled', 'cancel'],
]);

/** The questions of one thread: those of requests of the server, and those inside results. */
export class ThreadAsks {
  readonly waits: ThreadSpan[] = [];
  readonly #steps: ThreadSteps;
  readonly #after: (m: number) => number;
  readonly #asks = new Map<string, OpenAsk>();
  /** Who answered, by the question. */
  readonly #by = new Map<string, string>();
  /** Which rule answered, by the question. */
  readonly #rules = new Map<string, string>();
  readonly #ofTask = new Set<string>();
  /** Questions whose page was opened. */
  readonly #opened = new Set<string>();
  /** Answered by a consent, while the person is at the page. */
  readonly #away = new Map<string, OpenAsk>();
  /** Pages that the call was refused for and that are not done, by their id: which of them it is. */
  readonly #pages = new Map<string, string>();

  constructor(steps: ThreadSteps, after: (m: number) => number) {
    this.#steps = steps;
    this.#after = after;
  }

  /** Questions that wait, the oldest first. */
  get open(): readonly OpenAsk[] {
    return [...this.#asks.values()];
  }

  /** What a note of this app tells of a question: who answered, that its page was opened, that a rule answers no more. */
  note(what: string, data: JsonObject, m: number): void {
    const place = askKey(data);
    const { by, rule, answers } = data;
    if (what === 'input.answered') {
      if (typeof by === 'string') this.#by.set(place, by);
      if (typeof rule === 'string') this.#rules.set(place, cutText(rule, TEXT));
      this.#pageAnswered(place, data, m);
    } else if (what === 'input.opened') this.#opened.add(place);
    else if (what === 'input.back') this.#back(place, m);
    else if (what === 'rule.stopped' && this.open.some((ask) => askKey(ask) === place)) {
      const title = 'A rule answers no more in this call';
      const text = `${cutText(String(rule), TEXT)}: it has answered ${countOf(Number(answers), 'time')}, so you are asked.`;
      this.#steps.push({ kind: 'note', title, text, after: this.#after(m) });
    }
  }

  /** The server says that what a person did at a page is done. False where nobody is waited for there. */
  pageDone(elicitationId: string | undefined, { seq, m }: FrameRecord): boolean {
    if (elicitationId === undefined) return false;
    const found = [...this.#away].find(([, ask]) => ask.elicitationId === elicitationId);
    const page = this.#pages.get(elicitationId);
    if (found) this.#back(found[0], m);
    else if (!this.#pages.delete(elicitationId)) return false;
    const detail = page === undefined ? {} : { detail: page };
    this.#steps.push({
      kind: 'note',
      title: 'The server says the page is done',
      ...detail,
      after: this.#after(m),
      seq,
    });
    return true;
  }

  /** Whether somebody was sent to a page and is waited for there, before anything is answered. */
  get browsing(): boolean {
    return this.open.some((ask) => this.#opened.has(askKey(ask)));
  }

  /** Since when the server has a consent and waits for what a person does at the page; monotonic time. */
  get awaySince(): number | undefined {
    return [...this.#away.values()][0]?.m;
  }

  /** A request of the server, in the legacy era. */
  request(exchangeId: string, { id, method, params }: RpcRequest, record: FrameRecord): void {
    const said = textAt(params, 'message');
    this.#steps.push({
      kind: 'ask',
      title: 'Server needs input',
      detail: cutText(`${method}, id ${JSON.stringify(id)}`, TEXT),
      text: `It asks for ${askWords(method, params)}.${said === undefined ? '' : ` “${cutText(said, TEXT)}”`}`,
      after: this.#after(record.m),
      seq: record.seq,
      path: ['params'],
    });
    const { seq, m } = record;
    const elicitationId = textAt(params, 'elicitationId');
    this.#asks.set(exchangeId, { key: undefined, seq, m, span: this.#span([method], m), exchangeId, elicitationId });
  }

  /** A result that asks back, in the modern era. Gives the state that came with it. */
  inside(result: unknown, record: FrameRecord): string | undefined {
    const requests = requestsOf(result);
    const state = textAt(result, 'requestState');
    const size = state === undefined ? '' : ` requestState ${countOf(byteLength(state), 'byte')}, opaque.`;
    const asked = requests.map(([key, one]) => `${cutText(key, 60)}, ${wordsOf(one)}`);
    const head =
      requests.length === 0 ? 'Nothing is asked, only a state is given' : countOf(requests.length, 'request');
    this.#steps.push({
      kind: 'ask',
      title: requests.length === 0 ? 'Server asks for a retry' : 'Server needs input',
      detail: 'input_required',
      text: `${head}${asked.length === 0 ? '' : `: ${cutText(asked.join('; '), 2 * TEXT)}`}.${size}`,
      after: this.#after(record.m),
      seq: record.seq,
      path: ['result', 'inputRequests'],
    });
    this.#hold(requests, record);
    return state;
  }

  /** The call was refused until pages are visited, in the legacy era. */
  refused(pages: readonly RefusalPage[], record: FrameRecord): void {
    const listed = pages.slice(0, MOST);
    const said = listed.map(({ params }) => textAt(params, 'message') ?? textAt(params, 'url') ?? '');
    this.#steps.push({
      kind: 'ask',
      title: 'Server needs input',
      detail: countOf(pages.length, 'page'),
      text: `It asks for ${pages.length === 1 ? 'a visit to a page' : `visits to ${pages.length} pages`}: ${cutText(said.map((one) => `“${one}”`).join(', '), 2 * TEXT)}`,
      after: this.#after(record.m),
      seq: record.seq,
      path: ['error', 'data', 'elicitations'],
    });
    const { seq, m } = record;
    const span = this.#span(['elicitation/create'], m);
    for (const { key, params } of listed) {
      const elicitationId = textAt(params, 'elicitationId');
      if (elicitationId !== undefined) this.#pages.set(elicitationId, pageWord(key));
      this.#asks.set(key, { key, seq, m, span, elicitationId, refused: true });
    }
  }

  /** Questions of a task: the same one comes with every poll until its answer took effect. */
  ofTask(result: unknown, record: FrameRecord): void {
    const fresh = requestsOf(result).filter(([key]) => !this.#ofTask.has(key));
    for (const [key, one] of fresh) {
      this.#ofTask.add(key);
      this.#steps.push({
        kind: 'ask',
        title: 'The task needs input',
        detail: cutText(key, TEXT),
        text: `It asks for ${wordsOf(one)}.`,
        after: this.#after(record.m),
        seq: record.seq,
        path: ['result', 'inputRequests', key],
      });
    }
    this.#hold(fresh, record);
  }

  /** A request of this app that carries answers to questions inside a result. */
  answers({ params }: RpcRequest, record: FrameRecord): void {
    const answers = objectAt(params, 'inputResponses') ?? {};
    const several = Object.keys(answers).length > 1;
    for (const ask of this.open) {
      const { key } = ask;
      if (ask.exchangeId !== undefined || key === undefined || !Object.hasOwn(answers, key)) continue;
      this.#end(key, ask, record.m);
      this.#steps.push({
        kind: 'reply',
        title: replyTitle(this.#by.get(askKey(ask)), answers[key]),
        ...(several ? { detail: cutText(key, TEXT) } : {}),
        ...this.#ruleOf(ask),
        after: this.#after(record.m),
        waitedUs: record.m - ask.m,
        seq: record.seq,
        ...replyPath(answers[key], ['params', 'inputResponses', key]),
      });
    }
  }

  /** A retry went off: what it does not answer is left out, and the server has to ask again. */
  leaveOut({ seq, m }: FrameRecord): void {
    for (const [place, ask] of this.#asks) {
      if (ask.exchangeId !== undefined) continue;
      this.#end(place, ask, m);
      const detail = cutText(ask.key ?? '', TEXT);
      this.#steps.push({ kind: 'reply', title: 'Left out', detail, tone: 'warn', after: this.#after(m), seq });
    }
  }

  /** The answer of this app to a request of the server. */
  reply(exchangeId: string, { error, result }: RpcResponse, record: FrameRecord): void {
    const ask = this.#asks.get(exchangeId);
    if (!ask) return;
    const place = askKey(ask);
    if (this.#opened.has(place) && textAt(result, 'action') === 'accept') {
      this.#asks.delete(exchangeId);
      this.#toldBy(ask);
      this.#away.set(place, ask);
    } else this.#end(exchangeId, ask, record.m);
    const by = this.#by.get(place);
    this.#steps.push({
      kind: 'reply',
      title: error && by === undefined ? 'Refused' : replyTitle(by, error ? { action: 'decline' } : result),
      ...(error ? { detail: String(error.code), text: cutText(error.message, TEXT), tone: 'warn' as const } : {}),
      ...this.#ruleOf(ask),
      after: this.#after(record.m),
      waitedUs: record.m - ask.m,
      seq: record.seq,
      ...(error ? {} : replyPath(result, ['result'])),
    });
  }

  /** The server no longer wants an answer. */
  takeBack(exchangeId: string, { seq, m }: FrameRecord): void {
    const ask = this.#asks.get(exchangeId);
    if (!ask) return;
    this.#end(exchangeId, ask, m);
    this.#steps.push({ kind: 'note', title: 'The server took the question back', after: this.#after(m), seq });
  }

  /** Nothing is waited for any more. */
  close(m: number): void {
    for (const ask of this.open) this.#toldBy(ask);
    for (const wait of this.waits) wait.to ??= m;
    this.#asks.clear();
    this.#away.clear();
  }

  /** Of a refused call the log alone tells what was answered. */
  #pageAnswered(place: string, { by, status }: JsonObject, m: number): void {
    const ask = this.open.find((one) => one.refused && askKey(one) === place);
    const action = ACTIONS.get(status);
    if (ask?.key === undefined || action === undefined) return;
    const several = this.open.length > 1;
    this.#end(ask.key, ask, m);
    this.#steps.push({
      kind: 'reply',
      title: replyTitle(typeof by === 'string' ? by : undefined, { action }),
      ...(several || ask.key !== '0' ? { detail: pageWord(ask.key) } : {}),
      ...this.#ruleOf(ask),
      ...(action === 'accept' ? {} : { tone: 'warn' as const }),
      after: this.#after(m),
      waitedUs: m - ask.m,
      reply: { key: ask.key, action },
    });
  }

  #back(place: string, m: number): void {
    const ask = this.#away.get(place);
    if (ask) ask.span.to = m;
    this.#away.delete(place);
  }

  #ruleOf(ask: OpenAsk): { text?: string } {
    const text = this.#rules.get(askKey(ask));
    return text === undefined ? {} : { text };
  }

  #hold(requests: readonly [string, unknown][], { seq, m }: FrameRecord): void {
    const methods = requests.map(([, one]) => textAt(one, 'method') ?? '');
    const span = this.#span(methods, m);
    for (const [key] of requests) this.#asks.set(key, { key, seq, m, span });
  }

  #span(methods: readonly string[], from: number): ThreadSpan {
    const span: ThreadSpan = { from };
    if (methods.some((method) => !BY_ITSELF.has(method))) this.waits.push(span);
    return span;
  }

  #end(place: string, ask: OpenAsk, m: number): void {
    this.#asks.delete(place);
    this.#toldBy(ask);
    ask.span.to = m;
  }

  #toldBy(ask: OpenAsk): void {
    const by = this.#by.get(askKey(ask)) ?? 'person';
    const { span } = ask;
    span.by = span.by === undefined || span.by === by ? by : 'person';
  }
}

/** Which page of a refusal it is, by its key. */
const pageWord = (key: string): string => `page ${Number(key) + 1}`;

function requestsOf(result: unknown): [string, unknown][] {
  return Object.entries(objectAt(result, 'inputRequests') ?? {}).slice(0, MOST);
}

function wordsOf(request: unknown): string {
  return askWords(textAt(request, 'method') ?? 'unknown', isObject(request) ? request.params : undefined);
}

function askKey({ seq, key }: { seq?: unknown; key?: unknown }): string {
  return `${String(seq)} ${typeof key === 'string' ? key : ''}`;
}

/** What of an answer is worth showing: the content of a form, else all of it. */
function replyPath(answer: unknown, path: string[]): { path?: string[] } {
  const content = objectAt(answer, 'content');
  const filled = content !== undefined && Object.keys(content).length > 0;
  if (textAt(answer, 'action') !== undefined) return filled ? { path: [...path, 'content'] } : {};
  return { path };
}
