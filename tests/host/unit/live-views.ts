import { createLogViews, type LogViews } from '#host/publish/log-views.ts';
import type { WireLog, WireLogOptions } from '#host/store/wire-log.ts';
import { contract } from '#shared/contract.ts';
import type { LogFilter, TrafficRow } from '#shared/exchange.ts';
import type { LogEvent } from '#shared/log-views.ts';
import type { RecordDraft, WireRecord } from '#shared/records.ts';
import type { Source } from '#shared/rpc.ts';
import { frame, newLog, stamper } from './log-kit.ts';

const META = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };

export const rpc = (message: object, dir: 'in' | 'out' = 'in') =>
  frame(JSON.stringify({ jsonrpc: '2.0', ...message }), dir);

/** A session that is written step by step. */
export class Live {
  readonly views: LogViews;
  readonly wire: WireLog;
  readonly #stamp: (draft: RecordDraft) => WireRecord;
  #id = 0;

  constructor(stamp: (draft: RecordDraft) => WireRecord = stamper(), log: Partial<WireLogOptions> = {}) {
    this.#stamp = stamp;
    this.wire = newLog(log);
    this.views = createLogViews({ log: this.wire });
  }

  add(draft: RecordDraft): void {
    this.views.add(this.wire.append(this.#stamp(draft)));
  }
  request(method: string, params: object = {}): number {
    this.#id += 1;
    this.add(rpc({ id: this.#id, method, params }, 'out'));
    return this.#id;
  }
  answer(id: number, result: object = {}): void {
    this.add(rpc({ id, result }));
  }
  fail(id: number): void {
    this.add(rpc({ id, error: { code: -32000, message: 'no' } }));
  }
  log(text: string): void {
    this.add(rpc({ method: 'notifications/message', params: { level: 'info', data: text } }));
  }
  progress(token: number): void {
    this.add(rpc({ method: 'notifications/progress', params: { progressToken: token, progress: 1 } }));
  }
  ping(): void {
    this.answer(this.request('ping'));
  }
  /** A call of two rounds; its question is still open without `done`. */
  rounds(done: boolean): void {
    const params = { name: 'book', _meta: META };
    const who = { method: 'elicitation/create', params: { message: 'Who?' } };
    const first = this.request('tools/call', params);
    this.answer(first, { resultType: 'input_required', requestState: `s${first}`, inputRequests: { who } });
    if (!done) return;
    const answers = { who: { action: 'accept' } };
    const second = this.request('tools/call', { ...params, requestState: `s${first}`, inputResponses: answers });
    this.answer(second, { resultType: 'complete' });
  }

  async page(filter?: LogFilter): Promise<TrafficRow[]> {
    return (await this.views.page('traffic', 0, 1000, filter)).traffic ?? [];
  }
  async rows(filter?: LogFilter): Promise<number[]> {
    return (await this.page(filter)).map((row) => row.row);
  }
}

/** What a page does with the events, as simply as can be: a list of rows; what it was not told of is a hole. */
export class Reader {
  rows: (TrafficRow | undefined)[] = [];
  resets = 0;
  splices = 0;
  moves = 0;
  readonly source: Source<LogEvent>;

  constructor(views: Pick<LogViews, 'watch'>, filter?: LogFilter) {
    this.source = views.watch('traffic', -1, filter, () => undefined);
  }

  drain(): this {
    for (let events = this.source.take(50); events.length > 0; events = this.source.take(50)) {
      for (const event of events) this.#apply(contract['watch.log'].item.parse(event));
    }
    return this;
  }

  #apply(event: LogEvent): void {
    if (event.t === 'reset') {
      this.resets += 1;
      this.moves = event.moves ?? 0;
      this.rows = Array.from({ length: event.total });
    } else if (event.t === 'gap') this.#grow(event.to);
    else if (event.t === 'traffic') {
      this.#grow(event.total);
      for (const { at, row } of event.rows) this.rows[at] = row;
    } else if (event.t === 'splice') {
      this.splices += 1;
      this.moves = event.moves ?? 0;
      this.#grow(event.at);
      this.rows.splice(event.at, event.remove, ...event.rows);
      this.rows.length = event.total;
    }
  }

  #grow(length: number): void {
    while (this.rows.length < length) this.rows.push(undefined);
  }
}
