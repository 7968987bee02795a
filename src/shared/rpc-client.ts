import { z } from 'zod';
import { HostError, messageOf } from './errors.ts';
import { type AnyCall, type AnyStream, type Client, type Contract, Down, type Port } from './rpc.ts';

interface Waiting {
  def: AnyCall;
  resolve(value: unknown): void;
  reject(error: Error): void;
}
interface Watching {
  def: AnyStream;
  onItems(items: unknown[]): void;
  onFail(error: HostError): void;
}

export interface ConnectOptions {
  /** The host runs in this process and is of this build: what it sends is not parsed once more. */
  sameProcess?: boolean;
}

class Link {
  readonly #port: Port;
  readonly #trusts: boolean;
  readonly #calls = new Map<number, Waiting>();
  readonly #streams = new Map<number, Watching>();
  #next = 1;
  #closed = false;

  constructor(port: Port, { sameProcess = false }: ConnectOptions) {
    this.#port = port;
    this.#trusts = sameProcess;
    port.onMessage((raw) => {
      const parsed = Down.safeParse(raw);
      if (parsed.success) this.#receive(parsed.data);
    });
    port.onClose(() => {
      this.#closed = true;
      const error = new HostError('CLOSED', 'The connection to the host closed.');
      for (const id of [...this.#calls.keys(), ...this.#streams.keys()]) this.#settle(id, error);
    });
  }

  call(name: string, def: AnyCall, input: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new HostError('CLOSED', 'The connection to the host is closed.'));
      const id = this.#next++;
      this.#calls.set(id, { def, resolve, reject });
      this.#port.post({ t: 'call', id, name, input });
    });
  }

  open(name: string, input: unknown, watching: Watching): () => void {
    const id = this.#next++;
    if (this.#closed) {
      watching.onFail(new HostError('CLOSED', 'The connection to the host is closed.'));
      return () => undefined;
    }
    this.#streams.set(id, watching);
    this.#port.post({ t: 'open', id, name, input });
    return () => {
      if (this.#streams.delete(id) && !this.#closed) this.#port.post({ t: 'close', id });
    };
  }

  #receive(message: Down): void {
    switch (message.t) {
      case 'ok':
        this.#answer(message.id, message.value);
        break;
      case 'err':
        this.#settle(message.id, new HostError(message.code, message.message, message.data));
        break;
      case 'batch':
        this.#batch(message.id, message.items);
        break;
    }
  }

  #answer(id: number, value: unknown): void {
    const waiting = this.#calls.get(id);
    this.#calls.delete(id);
    if (!waiting) return;
    if (this.#trusts) {
      waiting.resolve(value);
      return;
    }
    const parsed = waiting.def.output.safeParse(value);
    if (parsed.success) waiting.resolve(parsed.data);
    else
      waiting.reject(
        new HostError('INTERNAL', `The host answered in an unknown form: ${z.prettifyError(parsed.error)}`),
      );
  }

  #batch(id: number, items: unknown[]): void {
    const watching = this.#streams.get(id);
    if (!watching) return;
    try {
      watching.onItems(this.#trusts ? items : items.map((item) => watching.def.item.parse(item)));
    } catch (error) {
      this.#streams.delete(id);
      this.#port.post({ t: 'close', id });
      watching.onFail(new HostError('INTERNAL', `The host sent a batch in an unknown form: ${messageOf(error)}`));
      return;
    }
    this.#port.post({ t: 'ack', id });
  }

  #settle(id: number, error: HostError): void {
    this.#calls.get(id)?.reject(error);
    this.#streams.get(id)?.onFail(error);
    this.#calls.delete(id);
    this.#streams.delete(id);
  }
}

/**
 * The typed client of a contract over one port. What the host sends is parsed; a batch is acknowledged once
 * `onItems` returned. When the port closes, waiting calls reject and streams fail with code CLOSED.
 */
export function connect<C extends Contract>(port: Port, contract: C, options: ConnectOptions = {}): Client<C> {
  const link = new Link(port, options);
  const client: Record<string, unknown> = {};
  for (const [name, def] of Object.entries(contract)) {
    client[name] =
      def.type === 'call'
        ? (input: unknown) => link.call(name, def, input)
        : (input: unknown, onItems: (items: unknown[]) => void, onFail: (error: HostError) => void = () => undefined) =>
            link.open(name, input, { def, onItems, onFail });
  }
  return client as Client<C>; // built from the contract's own keys just above
}
