import type { LogEvent } from '#shared/log-views.ts';
import type { Source } from '#shared/rpc.ts';

/** One reader of the merged view, who stays when its rows are put together anew: it starts over then. */
export class MergedWatch implements Source<LogEvent> {
  readonly #open: () => Source<LogEvent>;
  readonly #wake: () => void;
  readonly #onClose: () => void;
  #source: Source<LogEvent>;

  /** `open` begins with a reset each time. */
  constructor(
    open: () => Source<LogEvent>,
    { wake, closed }: { wake: () => void; closed: (watch: MergedWatch) => void },
  ) {
    this.#open = open;
    this.#wake = wake;
    this.#onClose = () => closed(this);
    this.#source = open();
  }

  get floods(): boolean {
    return this.#source.floods === true;
  }

  startOver(): void {
    this.#source.close();
    this.#source = this.#open();
    this.#wake();
  }

  take(max: number): LogEvent[] {
    return this.#source.take(max);
  }

  close(): void {
    this.#source.close();
    this.#onClose();
  }
}
