import { Worker } from 'node:worker_threads';
import { messageOf } from '#shared/errors.ts';
import type { SchemaCheck } from './check-schema.ts';
import type { CheckAnswer, CheckJob } from './workers/check.ts';

/** Checks values against JSON Schemas in a thread of its own. */
export interface Checker {
  /** Never rejects: what could not be checked comes back as not checked, with a note. */
  check(schema: unknown, value: unknown): Promise<SchemaCheck>;
  close(): Promise<void>;
}

export interface CheckerOptions {
  /** Built file of the worker (`check-worker`). */
  entry: string | URL;
  /** Time for one check in milliseconds, 2,000 unless set. A check over it ends its worker. */
  limitMs?: number;
}

interface Job extends CheckJob {
  settle(result: SchemaCheck): void;
}

function notChecked(reason: string): SchemaCheck {
  return { checked: false, problems: [], note: `Not checked: ${reason}` };
}

/** A checker whose worker starts with the first check and is replaced when it takes too long or dies. */
export function createChecker({ entry, limitMs = 2000 }: CheckerOptions): Checker {
  return new ThreadChecker(entry, limitMs);
}

class ThreadChecker implements Checker {
  readonly #entry: string | URL;
  readonly #limitMs: number;
  readonly #waiting: Job[] = [];
  #worker: Worker | undefined;
  #ready = false;
  #current: Job | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;
  #last = 0;

  constructor(entry: string | URL, limitMs: number) {
    this.#entry = entry;
    this.#limitMs = limitMs;
  }

  check(schema: unknown, value: unknown): Promise<SchemaCheck> {
    if (this.#closed) return Promise.resolve(notChecked('this app is closing.'));
    return new Promise((settle) => {
      this.#last += 1;
      this.#waiting.push({ id: this.#last, schema, value, settle });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const jobs = this.#waiting.splice(0);
    this.#settle(notChecked('this app is closing.'));
    for (const job of jobs) job.settle(notChecked('this app is closing.'));
    await this.#drop();
  }

  #next(): void {
    if (this.#current || this.#closed) return;
    const job = this.#waiting.shift();
    if (!job) return;
    this.#current = job;
    this.#worker ??= this.#start();
    // Only a check under way keeps the process alive.
    this.#worker.ref();
    try {
      this.#worker.postMessage({ id: job.id, schema: job.schema, value: job.value });
    } catch (error) {
      this.#settle(notChecked(`the value cannot be handed over. ${messageOf(error)}`));
      return;
    }
    // Loading the worker is not part of the check.
    if (this.#ready) this.#startClock();
  }

  #start(): Worker {
    const worker = new Worker(this.#entry);
    worker.on('message', (answer: CheckAnswer) => {
      if (this.#worker !== worker) return;
      if ('ready' in answer) {
        this.#ready = true;
        if (this.#current) this.#startClock();
      } else if (this.#current?.id === answer.id) this.#settle(answer.result);
    });
    const died = (why: string): void => {
      if (this.#worker !== worker) return;
      this.#forget();
      this.#settle(notChecked(why));
    };
    worker.on('error', (error) => died(`the check failed. ${messageOf(error).slice(0, 300)}`));
    worker.on('exit', () => died('the check ended without an answer.'));
    return worker;
  }

  #startClock(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      void this.#drop();
      this.#settle(notChecked(`it took longer than ${this.#limitMs / 1000} s.`));
    }, this.#limitMs);
  }

  /** Ends the current check and goes on with the next one. */
  #settle(result: SchemaCheck): void {
    clearTimeout(this.#timer);
    const job = this.#current;
    this.#current = undefined;
    this.#worker?.unref();
    job?.settle(result);
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
