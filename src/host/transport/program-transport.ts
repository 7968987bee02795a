import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { Outgoing, Transport, TransportEnd, TransportEvents } from '#core/ports.ts';
import { TransportError } from '#core/ports.ts';
import type { Exit, Failure } from '#shared/session.ts';
import { exitWords, formatDuration } from '../launch/evidence.ts';
import type { BodyStore } from './body-store.ts';
import type { Program } from './program.ts';
import { ProgramStreams } from './program-streams.ts';
import { StopLadder } from './stop-ladder.ts';

const WAIT_MS = 2000;
/** Waits of the ladder when the program gave up the connection itself. */
const LOST_WAIT_MS = 700;
/** Writing that took at least this long is on record: a full pipe waits for its reader. */
const NOTED_WRITE_MS = 20;
/** How long a program may live on after it closed one of its streams: it is usually about to exit. */
const GRACE_MS = 700;
/** How long after a program is gone the system may take to tell how it ended. */
const TOLD_MS = 500;

export interface ProgramTransportOptions {
  /** Starts the program and tells `started` what it knows. Rejects with a TransportError. */
  start(events: TransportEvents): Promise<Program>;
  maxLineBytes: number;
  bodies: BodyStore;
}

/** Speaks lines with a program on its stdin and stdout, and ends all of it. */
export class ProgramTransport implements Transport {
  readonly kind = 'stdio';
  readonly #options: ProgramTransportOptions;
  #events: TransportEvents | undefined;
  #program: Program | undefined;
  #streams: ProgramStreams | undefined;
  #ladder: StopLadder | undefined;
  #opening: Promise<void> | undefined;
  #ending: Promise<void> | undefined;
  #closing = false;

  constructor(options: ProgramTransportOptions) {
    this.#options = options;
  }

  open(events: TransportEvents): Promise<void> {
    this.#opening ??= this.#open(events);
    return this.#opening;
  }

  channel(): string {
    return 'stdio';
  }

  /** Resolves when the system has taken all bytes; messages are written in the order of the calls. */
  async send({ text, request }: Outgoing): Promise<void> {
    const began = performance.now();
    await this.#write(`${text}\n`);
    const ms = Math.round(performance.now() - began);
    if (!request || ms < NOTED_WRITE_MS || this.#ending) return;
    this.#events?.note({
      what: 'request.written',
      text: `Writing ${request.method} took ${formatDuration(ms)} until the program had taken all of it.`,
      level: 'debug',
      data: { id: request.id, us: ms * 1000 },
    });
  }

  abort(): void {
    // One pipe carries everything; there is no stream of a single message to close.
  }

  agree(): void {
    // Lines look the same in every version.
  }

  async close(onRung: (rung: string) => void): Promise<void> {
    this.#closing = true;
    await this.#opening?.catch(() => undefined);
    if (!this.#program) return;
    this.#ending ??= this.#close(onRung);
    await this.#ending;
  }

  hurry(): void {
    this.#ladder?.hurry();
  }

  async #open(events: TransportEvents): Promise<void> {
    if (this.#closing) throw new TransportError(STOPPED);
    this.#events = events;
    const program = await this.#options.start(events);
    this.#program = program;
    this.#ladder = new StopLadder(program);
    const { maxLineBytes, bodies } = this.#options;
    this.#streams = new ProgramStreams(program, { events, maxLineBytes, bodies, ending: () => this.#closing });
    events.started(program.pid === undefined ? {} : { pid: program.pid });
    const text = program.pid === undefined ? 'Started in a thread of this app.' : `Started, pid ${program.pid}.`;
    events.note({ what: 'process.started', text, level: 'info', data: { pid: program.pid } });
    const from = performance.now();
    void program.exited.then((exit) => this.#exited(exit, performance.now() - from));
    void this.#supervise(program, this.#streams);
  }

  #write(text: string): Promise<void> {
    const stdin = this.#program?.stdin;
    if (!stdin?.writable) return Promise.reject(new TransportError(INPUT_CLOSED));
    return new Promise<void>((resolve, reject) => {
      stdin.write(text, (error) => (error ? reject(new TransportError(INPUT_CLOSED)) : resolve()));
    });
  }

  /** Notices that the program ended, or that it gave up one of its streams while it lives. */
  async #supervise(program: Program, streams: ProgramStreams): Promise<void> {
    const lost = await Promise.race([program.exited.then(() => undefined), streams.givenUp]);
    const exit = lost === undefined ? await program.exited : await within(program.exited, GRACE_MS);
    this.#ending ??= exit ? this.#afterExit(exit, streams) : this.#afterLoss(lost ?? '', streams);
  }

  #exited(exit: Exit, afterMs: number): void {
    const wanted = this.#closing || exit.code === 0;
    const text = `The program ${exitWords(exit)} after ${formatDuration(afterMs)}.`;
    this.#events?.note({
      what: 'process.exited',
      text,
      level: wanted ? 'info' : 'error',
      data: { ...exit, ...this.#memory() },
    });
  }

  #memory(): { memory?: number } {
    const memory = this.#program?.memory?.();
    return memory === undefined ? {} : { memory };
  }

  async #afterExit(exit: Exit, streams: ProgramStreams): Promise<void> {
    await streams.drained();
    const left = await this.#program?.alive();
    if (left) {
      const text = `The program ended but left ${processes(left)} running. This app ends what it left behind.`;
      this.#events?.note({ what: 'process.left-behind', text, level: 'warn' });
      this.#survivors(await this.#ladder?.force(LOST_WAIT_MS, () => undefined));
    }
    const message = this.#program?.fault?.();
    await this.#finish({ reason: 'exited', exit, ...(message === undefined ? {} : { message }) }, streams);
  }

  async #afterLoss(message: string, streams: ProgramStreams): Promise<void> {
    this.#events?.note({ what: 'process.lost', text: message, level: 'error' });
    this.#closing = true;
    this.#survivors(
      await this.#ladder?.climb(LOST_WAIT_MS, (rung) =>
        this.#events?.note({ what: 'process.stop', text: rung, level: 'info' }),
      ),
    );
    // How it exited is our doing then, and no news.
    await this.#finish({ reason: 'lost', message }, streams);
  }

  async #close(onRung: (rung: string) => void): Promise<void> {
    const streams = this.#streams;
    if (!this.#program || !streams) return;
    const left = await this.#ladder?.climb(WAIT_MS, onRung);
    this.#survivors(left);
    const exit = await within(this.#program.exited, left ? 0 : TOLD_MS);
    await this.#finish({ reason: 'closed', ...(exit ? { exit } : {}) }, streams);
  }

  #survivors(count: number | undefined): void {
    if (!count) {
      this.#program?.forget();
      return;
    }
    const text = `${processes(count)} could not be ended. Likely they run as another user.`;
    this.#events?.note({ what: 'process.survivors', text, level: 'error' });
  }

  async #finish(end: TransportEnd, streams: ProgramStreams): Promise<void> {
    await streams.drained();
    streams.end();
    // What a last line without newline brought is dealt with before the end is told.
    await turn();
    this.#program?.forget();
    this.#events?.closed(end);
    this.#events = undefined;
  }
}

function processes(count: number): string {
  return count === 1 ? '1 process' : `${count} processes`;
}

/** The value of a promise when it comes in time. */
async function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  const stop = new AbortController();
  const late = sleep(ms, undefined, { signal: stop.signal }).catch(() => undefined);
  try {
    return await Promise.race([promise, late]);
  } finally {
    stop.abort();
  }
}

const INPUT_CLOSED: Failure = {
  rule: 'dx-input-closed',
  title: 'The server closed its input',
  why: 'It has exited or no longer reads its standard input, so this message could not be delivered.',
  todo: 'Start the server again. Its last stderr lines may say why it stopped.',
  short: 'Input closed',
};

const STOPPED: Failure = {
  rule: 'dx-stopped',
  title: 'The start was stopped',
  why: 'The server was stopped before its program started.',
  todo: 'Start it again when you want to.',
  short: 'Stopped',
};
