import { closeSync, openSync, writeSync } from 'node:fs';
import { messageOf } from '#shared/errors.ts';
import { UsageError } from '../usage.ts';
import type { Connection } from './connection.ts';
import type { HeadlessHost } from './headless-host.ts';

/** The file of --events: what a page gets of `watch.state` and of the wire log, one JSON object a line. */
export class EventFile {
  readonly #file: number;
  readonly #stops: (() => void)[] = [];
  #rows = 0;
  #arrived: (() => void) | undefined;

  /** Throws UsageError when the file cannot be written. */
  constructor(path: string) {
    try {
      this.#file = openSync(path, 'w', 0o600);
    } catch (error) {
      throw new UsageError(`The file "${path}" of --events cannot be written: ${messageOf(error)}`);
    }
  }

  watchState({ client }: HeadlessHost): void {
    this.#stops.push(client['watch.state']({}, (items) => this.#write('watch.state', items)));
  }

  watchWire({ client, sessionId }: Connection): void {
    const stop = client['watch.log']({ sessionId, view: 'wire', after: -1 }, (items) => {
      this.#write('watch.log', items);
      for (const item of items) {
        if (item.t === 'lines') this.#rows = item.at + item.rows.length;
        else if (item.t === 'gap') this.#rows = item.to;
      }
      this.#arrived?.();
    });
    this.#stops.push(stop);
  }

  /** Resolves when every row of the ended session was written. */
  async complete({ client, sessionId }: Connection): Promise<void> {
    const { total } = await client['log.page']({ sessionId, view: 'wire', from: 0, count: 1 });
    await new Promise<void>((resolve) => {
      this.#arrived = () => void (this.#rows >= total && resolve());
      this.#arrived();
    });
  }

  close(): void {
    for (const stop of this.#stops) stop();
    closeSync(this.#file);
  }

  #write(stream: string, items: readonly unknown[]): void {
    writeSync(this.#file, items.map((item) => `${JSON.stringify({ stream, item })}\n`).join(''));
  }
}
