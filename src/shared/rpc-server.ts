import { z } from 'zod';
import { HostError, messageOf } from './errors.ts';
import { type Caller, type Contract, type Down, type Handlers, type Lane, type Port, type Source, Up } from './rpc.ts';

export interface ServeOptions {
  /**
   * Runs the function a little later; the engine asks again when there is more. Rows may wait longer than state. The
   * function gives whether a source of its lane floods; with rows it sends what there is of state as well.
   */
  schedule(fn: () => boolean, lane: Lane): void;
  /** Rows in one batch. */
  maxItems?: number;
  /** Batches a stream may have unacknowledged. */
  maxInFlight?: number;
}

interface OpenStream {
  lane: Lane;
  source: Source<unknown>;
  inFlight: number;
}

function faultOf(id: number, error: unknown): Down {
  if (error instanceof HostError) return { t: 'err', id, code: error.code, message: error.message, data: error.data };
  if (error instanceof z.ZodError) {
    return { t: 'err', id, code: 'BAD_INPUT', message: z.prettifyError(error), data: undefined };
  }
  return { t: 'err', id, code: 'INTERNAL', message: messageOf(error), data: undefined };
}

class Server {
  readonly #port: Port;
  readonly #contract: Contract;
  readonly #handlers: Record<string, unknown>;
  readonly #options: ServeOptions;
  readonly #open = new Map<number, OpenStream>();
  readonly #scheduled = new Set<Lane>();
  readonly #atEnd = new Set<() => void>();
  #closed = false;
  readonly #caller: Caller = {
    onGone: (fn) => {
      if (this.#closed) fn();
      else this.#atEnd.add(fn);
      return () => void this.#atEnd.delete(fn);
    },
  };

  constructor(port: Port, contract: Contract, handlers: Record<string, unknown>, options: ServeOptions) {
    this.#port = port;
    this.#contract = contract;
    this.#handlers = handlers;
    this.#options = options;
    port.onMessage((raw) => {
      const parsed = Up.safeParse(raw);
      if (parsed.success) this.#receive(parsed.data);
    });
    port.onClose(() => {
      this.#closed = true;
      for (const id of [...this.#open.keys()]) this.#closeStream(id);
      for (const fn of this.#atEnd) fn();
      this.#atEnd.clear();
    });
  }

  #receive(message: Up): void {
    switch (message.t) {
      case 'call':
        void this.#call(message.id, message.name, message.input);
        break;
      case 'open':
        this.#openStream(message.id, message.name, message.input);
        break;
      case 'ack': {
        const entry = this.#open.get(message.id);
        if (!entry) break;
        if (entry.inFlight > 0) entry.inFlight -= 1;
        this.#wake(entry.lane);
        break;
      }
      case 'close':
        this.#closeStream(message.id);
        break;
    }
  }

  async #call(id: number, name: string, raw: unknown): Promise<void> {
    try {
      const def = this.#contract[name];
      if (def?.type !== 'call') throw new HostError('BAD_INPUT', `There is no call named ${name}.`);
      // `serve` took the handlers of exactly this contract, so a call's handler has this shape.
      const handler = this.#handlers[name] as (input: unknown, caller: Caller) => unknown;
      this.#send({ t: 'ok', id, value: await handler(def.input.parse(raw), this.#caller) });
    } catch (error) {
      this.#send(faultOf(id, error));
    }
  }

  #openStream(id: number, name: string, raw: unknown): void {
    try {
      const def = this.#contract[name];
      if (def?.type !== 'stream') throw new HostError('BAD_INPUT', `There is no stream named ${name}.`);
      const handler = this.#handlers[name] as (input: unknown, wake: () => void) => Source<unknown>; // as in #call
      const { lane } = def;
      const source = handler(def.input.parse(raw), () => this.#wake(lane));
      this.#closeStream(id);
      this.#open.set(id, { lane, source, inFlight: 0 });
      this.#wake(lane);
    } catch (error) {
      this.#send(faultOf(id, error));
    }
  }

  #closeStream(id: number): void {
    this.#open.get(id)?.source.close();
    this.#open.delete(id);
  }

  #wake(lane: Lane): void {
    if (this.#scheduled.has(lane) || this.#closed) return;
    this.#scheduled.add(lane);
    this.#options.schedule(() => {
      this.#scheduled.delete(lane);
      if (this.#closed) return false;
      if (lane === 'log') this.#flush('state');
      return this.#flush(lane);
    }, lane);
  }

  #flush(lane: Lane): boolean {
    let floods = false;
    for (const [id, entry] of this.#open) {
      if (entry.lane !== lane) continue;
      this.#fill(id, entry);
      floods ||= entry.source.floods === true;
    }
    return floods;
  }

  /** Sends what a stream has. A source that fails, or gives what cannot be sent, ends its stream and nothing else. */
  #fill(id: number, entry: OpenStream): void {
    const { maxItems = 1000, maxInFlight = 2 } = this.#options;
    try {
      while (entry.inFlight < maxInFlight) {
        const items = entry.source.take(maxItems);
        if (items.length === 0) break;
        entry.inFlight += 1;
        this.#send({ t: 'batch', id, items });
      }
    } catch (error) {
      this.#closeStream(id);
      this.#send(faultOf(id, error));
    }
  }

  #send(message: Down): void {
    if (!this.#closed) this.#port.post(message);
  }
}

/** Serves a contract over one port until the port closes. All input is parsed: the other side is not trusted. */
export function serve<C extends Contract>(port: Port, contract: C, handlers: Handlers<C>, options: ServeOptions): void {
  new Server(port, contract, handlers, options);
}
