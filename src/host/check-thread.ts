import { Worker } from 'node:worker_threads';
import { messageOf } from '#shared/errors.ts';
import type { CheckAnswer, CheckWork } from './workers/check.ts';

export interface CheckThreadOptions {
  /** Built file of the worker (`check-worker`). */
  entry: string | URL;
  /** What the worker is for; it loads nothing else. */
  work: CheckWork;
  /** Time for one job in milliseconds, 2,000 unless set. A job over it ends its worker. */
  limitMs?: number | undefined;
}

/** The outcome of one job, or in words why there is none. */
export type Checked<R> = { result: R } | { failed: string };

interface Waiting<J, R> {
  id: number;
  job: J;
  transfer: readonly ArrayBuffer[];
  settle(outcome: Checked<R>): void;
}

/** Runs one job after the other in a worker, which starts with the first and is replaced when it takes too long or dies. */
export class CheckThread<J, R> {
  readonly #options: CheckThreadOptions;
  readonly #limitMs: number;
  readonly #waiting: Waiting<J, R>[] = [];
  #worker: Worker | undefined;
  #ready = false;
  #current: Waiting<J, R> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;
  #last = 0;

  constructor(options: CheckThreadOptions) {
    this.#options = options;
    this.#limitMs = options.limitMs ?? 2000;
  }

  /** Never rejects. Buffers in `transfer` are handed over without a copy and are gone here afterwards. */
  run(job: J, transfer: readonly ArrayBuffer[] = []): Promise<Checked<R>> {
    if (this.#closed) return Promise.resolve({ failed: 'this app is closing.' });
    return new Promise((settle) => {
      this.#last += 1;
      this.#waiting.push({ id: this.#last, job, transfer, settle });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const jobs = this.#waiting.splice(0);
    this.#settle({ failed: 'this app is closing.' });
    for (const job of jobs) job.settle({ failed: 'this app is closing.' });
    await this.#drop();
  }

  #next(): void {
    if (this.#current || this.#closed) return;
    const next = this.#waiting.shift();
    if (!next) return;
    this.#current = next;
    this.#worker ??= this.#start();
    // Only a check under way keeps the process alive.
    this.#worker.ref();
    try {
      this.#worker.postMessage({ id: next.id, job: next.job }, next.transfer);
    } catch (error) {
      this.#settle({ failed: `the value cannot be handed over. ${messageOf(error)}` });
      return;
    }
    // Loading the worker is not part of the check.
    if (this.#ready) this.#startClock();
  }

  #start(): Worker {
    const worker = new Worker(this.#options.entry, { workerData: this.#options.work });
    worker.on('message', (answer: CheckAnswer) => {
      if (this.#worker !== worker) return;
      if ('ready' in answer) {
        this.#ready = true;
        if (this.#current) this.#startClock();
      } else if (this.#current?.id === answer.id) {
        // The worker was told which work it is for, and that work gives this kind of result.
        this.#settle({ result: answer.result as R });
      }
    });
    const died = (why: string): void => {
      if (this.#worker !== worker) return;
      this.#forget();
      this.#settle({ failed: why });
    };
    worker.on('error', (error) => died(`the check failed. ${messageOf(error).slice(0, 300)}`));
    worker.on('exit', () => died('the check ended without an answer.'));
    return worker;
  }

  #startClock(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      void this.#drop();
      this.#settle({ failed: `it took longer than ${this.#limitMs / 1000} s.` });
    }, this.#limitMs);
  }

  /** Ends the current job and goes on with the next one. */
  #settle(outcome: Checked<R>): void {
    clearTimeout(this.#timer);
    const ended = this.#current;
    this.#current = undefined;
    this.#worker?.unref();
    ended?.settle(outcome);
    this.#next();
  }

  #forget(): Worker | undefined {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#ready = false;
    return worker;
  }

  async #drop(): Promise<void> {
    await this.#forget()?.terminate();
  }
}
