import { closeSync, openSync, writeSync } from 'node:fs';
import type { StateChange } from '#shared/entities.ts';
import { messageOf } from '#shared/errors.ts';
import type { LogEvent } from '#shared/log-views.ts';
import { UsageError } from '../usage.ts';
import type { Connection } from './connection.ts';
import type { HeadlessHost } from './headless-host.ts';

const PAGE = 1000;

/** The file of --events: what a page gets of `watch.state`, of the wire log and of its findings, one JSON object a line. */
export class EventFile {
  readonly #file: number;
  readonly #stops: (() => void)[] = [];
  /** Rows of the wire log that were written. */
  #rows = 0;
  readonly #seqs: number[] = [];
  /** Reading of rows that were not sent. */
  #work: Promise<void> = Promise.resolve();
  #fault: unknown;
  /** Sessions whose end was written; undefined when no more state will come. */
  #ended: Set<string> | undefined = new Set();
  #onEnded: () => void = () => undefined;

  /** Throws UsageError when the file cannot be written. */
  constructor(path: string) {
    try {
      this.#file = openSync(path, 'w', 0o600);
    } catch (error) {
      throw new UsageError(`The file "${path}" of --events cannot be written: ${messageOf(error)}`);
    }
  }

  watchState({ client }: HeadlessHost): void {
    const broken = () => {
      this.#ended = undefined;
      this.#onEnded();
    };
    this.#stops.push(client['watch.state']({}, (items) => this.#takeState(items), broken));
  }

  watchWire(connection: Connection): void {
    const { client, sessionId } = connection;
    const seen = (item: LogEvent): void => {
      if (item.t !== 'traffic' && item.t !== 'splice') this.#later(() => this.#take(connection, item));
    };
    this.#stops.push(client['watch.log']({ sessionId, view: 'wire', after: -1 }, (items) => items.forEach(seen)));
  }

  /** Resolves when the end of the stopped session and its every row were written. Throws what went wrong with the file. */
  async complete(connection: Connection): Promise<void> {
    const { client, sessionId } = connection;
    const { total } = await client['log.page']({ sessionId, view: 'wire', from: 0, count: 1 });
    this.#later(() => this.#fill(connection, total));
    this.#later(() => this.#findings(connection));
    await this.#work;
    // The answer to `session.stop` may overtake the state it led to.
    while (this.#ended?.has(sessionId) === false) {
      await new Promise<void>((resolve) => {
        this.#onEnded = resolve;
      });
    }
    if (this.#fault !== undefined) throw this.#fault;
  }

  close(): void {
    for (const stop of this.#stops) stop();
    closeSync(this.#file);
  }

  #later(fn: () => Promise<void>): void {
    this.#work = this.#work.then(fn).catch((error: unknown) => {
      this.#fault ??= error;
    });
  }

  #takeState(items: readonly StateChange[]): void {
    this.#write('watch.state', items);
    for (const change of items) {
      if (change.op !== 'put' || change.topic !== 'session' || change.value.state.at !== 'closed') continue;
      this.#ended?.add(change.id);
      this.#onEnded();
    }
  }

  async #take(connection: Connection, item: Exclude<LogEvent, { t: 'traffic' | 'splice' }>): Promise<void> {
    if (item.t === 'reset') return this.#fill(connection, item.total);
    if (item.t === 'gap') return this.#fill(connection, item.to);
    if (item.t === 'search' || item.t === 'folds') return;
    await this.#fill(connection, item.at);
    const fresh = item.rows.slice(Math.max(0, this.#rows - item.at));
    this.#lines(fresh);
  }

  /** Reads and writes the rows before `to` that were not written yet. */
  async #fill({ client, sessionId }: Connection, to: number): Promise<void> {
    while (this.#rows < to) {
      const count = Math.min(PAGE, to - this.#rows);
      const { lines = [] } = await client['log.page']({ sessionId, view: 'wire', from: this.#rows, count });
      if (lines.length === 0) return;
      this.#lines(lines);
    }
  }

  #lines(rows: Extract<LogEvent, { t: 'lines' }>['rows']): void {
    if (rows.length === 0) return;
    this.#write('watch.log', [{ t: 'lines', at: this.#rows, rows }]);
    this.#rows += rows.length;
    for (const { seq } of rows) this.#seqs.push(seq);
  }

  /** A record may get a finding long after it was written, so they come last. */
  async #findings({ client, sessionId }: Connection): Promise<void> {
    for (const seq of this.#seqs) {
      const { findings } = await client['log.findings']({ sessionId, seq });
      this.#write('log.findings', findings);
    }
  }

  #write(stream: string, items: readonly unknown[]): void {
    writeSync(this.#file, items.map((item) => `${JSON.stringify({ stream, item })}\n`).join(''));
  }
}
