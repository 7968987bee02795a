import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TransportEvents } from '#core/ports.ts';
import { formatBytes } from '../launch/format-bytes.ts';
import type { BodyStore } from './body-store.ts';
import { LineSplitter } from './line-splitter.ts';
import type { Program } from './program.ts';
import { TextSplitter } from './text-splitter.ts';

/** After the program ended, its streams are read until they close or this long nothing came (a child may hold them). */
const QUIET_MS = 200;
const DRAIN_MS = 2000;

export interface ProgramStreamsOptions {
  events: TransportEvents;
  maxLineBytes: number;
  bodies: BodyStore;
  /** True once we are ending the program ourselves. */
  ending(): boolean;
}

/** Reads a program's stdout and stderr into records, and notices when it gives up a stream. */
export class ProgramStreams {
  /** Resolves with a sentence when stdout ended or stdin broke. Never rejects. */
  readonly givenUp: Promise<string>;
  readonly #program: Program;
  readonly #options: ProgramStreamsOptions;
  readonly #stdout: LineSplitter;
  readonly #stderr: TextSplitter;
  readonly #closed: Promise<unknown>;
  #ended = false;
  #allClosed = false;
  #lastData = 0;

  constructor(program: Program, options: ProgramStreamsOptions) {
    this.#program = program;
    this.#options = options;
    const { events, bodies } = options;
    this.#stdout = new LineSplitter({
      limit: options.maxLineBytes,
      bodies,
      onLine: (payload, at) => events.message('stdio', payload, at),
      onCut: () => events.note(cutNote(options.maxLineBytes)),
      onCutEnd: (dropped) => events.note(cutEndNote(dropped)),
    });
    this.#stderr = new TextSplitter({ bodies, onLine: (payload) => events.stderr(payload) });
    const stdoutClosed = this.#read(program.stdout, this.#stdout);
    this.#closed = Promise.all([stdoutClosed, this.#read(program.stderr, this.#stderr)]).then(() => {
      this.#allClosed = true;
    });
    this.givenUp = Promise.race([
      stdoutClosed.then(() => 'The server closed its output but kept running. Nothing more can come from it.'),
      this.#inputBroken(),
    ]);
  }

  /** Waits until all that was written before the end has been read. */
  async drained(): Promise<void> {
    const end = performance.now() + DRAIN_MS;
    this.#lastData = performance.now();
    while (!this.#allClosed && performance.now() < end && performance.now() - this.#lastData < QUIET_MS) {
      const stop = new AbortController();
      await Promise.race([
        this.#closed,
        sleep(QUIET_MS / 4, undefined, { signal: stop.signal }).catch(() => undefined),
      ]);
      stop.abort();
    }
  }

  /** Gives last lines that have no newline and lets go of the streams; nothing is reported afterwards. */
  end(): void {
    if (this.#ended) return;
    this.#stdout.end();
    this.#stderr.end();
    this.#ended = true;
    for (const stream of [this.#program.stdin, this.#program.stdout, this.#program.stderr]) stream.destroy();
  }

  #read(stream: Readable, splitter: LineSplitter | TextSplitter): Promise<void> {
    stream.on('data', (chunk: Buffer | string) => {
      if (this.#ended) return;
      this.#lastData = performance.now();
      splitter.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    });
    return new Promise((resolve) => {
      stream.once('end', resolve);
      stream.once('close', resolve);
      // A broken pipe is an end as well; `close` follows.
      stream.on('error', () => resolve());
    });
  }

  #inputBroken(): Promise<string> {
    return new Promise((resolve) => {
      this.#program.stdin.on('error', () => {
        if (this.#ended || this.#options.ending()) return;
        const text = 'The server closed its input. Nothing more can be sent to it.';
        this.#options.events.note({ what: 'process.stdin-closed', text, level: 'warn' });
        resolve(text);
      });
    });
  }
}

function cutNote(limit: number): Parameters<TransportEvents['note']>[0] {
  const text = `The server sent a line longer than ${formatBytes(limit)}, the limit set for it. Its start was kept, the rest is dropped up to the next newline. Raise the limit in the settings of this server.`;
  return { what: 'line-cut', text, level: 'error', data: { limit } };
}

function cutEndNote(dropped: number): Parameters<TransportEvents['note']>[0] {
  const text = `The line that was too long has ended; ${formatBytes(dropped)} of it were dropped.`;
  return { what: 'line-cut-end', text, level: 'warn', data: { dropped } };
}
