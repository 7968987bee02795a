import { isObject, type JsonObject, objectAt } from '#shared/json.ts';
import type { VerbParsed } from '#shared/verbs.ts';
import { faultOf, RpcFault } from '../fault.ts';
import type { Kernel, StreamInfo } from '../kernel.ts';
import type { RpcId } from '../messages.ts';
import type { OperationHandle } from '../operations.ts';
import type { Answer } from '../peer.ts';
import { MAX_WATCHED, type WishBook } from '../wishes.ts';
import type { Feature } from './feature.ts';

const SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId';
/** Pauses before a dropped stream is opened again; after the last one it stays down. */
const BACK_OFF_MS = [1000, 2000, 4000, 8000, 15_000];

/** Change notices: subscribe calls (legacy), or one `subscriptions/listen` stream (modern). */
export const subscriptions: Feature = {
  name: 'subscriptions',
  attach(kernel, { wishes }) {
    const listener = new Listener(kernel, wishes);
    return { 'resources.watch': (input, operation) => listener.watch(input, operation) };
  },
};

interface Stream {
  filter: JsonObject;
  id: RpcId | undefined;
  stop: AbortController;
  acknowledge: () => void;
  /** Resolves when the server acknowledged it; rejects with the fault that ended it before. */
  open: Promise<void>;
}

class Listener {
  readonly #kernel: Kernel;
  readonly #wishes: WishBook;
  #current: Stream | undefined;
  #failures = 0;

  constructor(kernel: Kernel, wishes: WishBook) {
    this.#kernel = kernel;
    this.#wishes = wishes;
    kernel.onReady(() => this.#ready());
    kernel.onNotice('notifications/resources/updated', ({ uri }) => {
      if (typeof uri === 'string') wishes.updated(uri, kernel.now());
    });
    kernel.onNotice('notifications/subscriptions/acknowledged', (params) => this.#acknowledged(params));
    kernel.onNotice('notifications/cancelled', (params) => {
      const stream = this.#current;
      if (stream && params.requestId === stream.id) this.#endedByServer(stream);
    });
  }

  async watch({ uri, on }: VerbParsed<'resources.watch'>, operation: OperationHandle): Promise<Answer | undefined> {
    if (on && this.#wishes.full) {
      throw new RpcFault('local', `${MAX_WATCHED} resources are watched at this server, the most there may be.`, {
        todo: 'Stop watching one of them first.',
      });
    }
    if (this.#kernel.connection?.era.listening === 'listen') return this.#rewatch(uri, on, operation);
    const method = on ? 'resources/subscribe' : 'resources/unsubscribe';
    const answer = await this.#kernel.run({ method, params: { uri } }, { operation });
    this.#wishes.watch(uri, on);
    return answer;
  }

  async #ready(): Promise<void> {
    this.#failures = 0;
    this.#wishes.show();
    if (this.#kernel.connection?.era.listening === 'listen') {
      this.#replace();
      return;
    }
    const { watched } = this.#wishes;
    if (watched.length === 0 || this.#kernel.declared('resources')?.subscribe !== true) return;
    // Neither a new nor a renewed session knows what the last one was subscribed to.
    for (const uri of watched) {
      await this.#kernel.send({ method: 'resources/subscribe', params: { uri } }).catch((error: unknown) => {
        const text = `${uri} is not watched any more: ${faultOf(error).message}`;
        this.#kernel.note({ what: 'watch', level: 'warn', text });
        if (!this.#kernel.signal.aborted) this.#wishes.watch(uri, false);
      });
    }
  }

  async #rewatch(uri: string, on: boolean, operation: OperationHandle): Promise<undefined> {
    const had = this.#wishes.watched.includes(uri);
    this.#wishes.watch(uri, on);
    const stream = this.#replace(operation);
    if (!stream) return;
    await this.#acknowledgedInTime(stream, operation).catch((error: unknown) => {
      this.#wishes.watch(uri, had);
      throw error;
    });
  }

  async #acknowledgedInTime(stream: Stream, operation: OperationHandle): Promise<void> {
    const late = this.#kernel.pause(this.#kernel.config.timeouts.requestMs || 60_000, operation.signal).then(() => {
      throw new RpcFault('timeout', 'The server did not acknowledge the subscription.');
    });
    await Promise.race([stream.open, late]);
  }

  #filter(): JsonObject {
    const { watched } = this.#wishes;
    const wants = (capability: string) => this.#kernel.declared(capability)?.listChanged === true;
    return {
      ...(wants('tools') ? { toolsListChanged: true } : {}),
      ...(wants('prompts') ? { promptsListChanged: true } : {}),
      ...(wants('resources') ? { resourcesListChanged: true } : {}),
      ...(watched.length > 0 ? { resourceSubscriptions: watched } : {}),
    };
  }

  /** Opens a stream for what is wanted now; the old one is closed when the new one stands. */
  #replace(operation?: OperationHandle): Stream | undefined {
    const old = this.#current;
    const filter = this.#filter();
    if (Object.keys(filter).length === 0) {
      this.#current = undefined;
      old?.stop.abort();
      if (old) this.#show('closed');
      return undefined;
    }
    const stream = this.#open(filter, operation);
    stream.open.then(
      () => old?.stop.abort(),
      () => old?.stop.abort(),
    );
    return stream;
  }

  #open(filter: JsonObject, operation: OperationHandle | undefined): Stream {
    const stop = new AbortController();
    const stream: Stream = { filter, id: undefined, stop, acknowledge: () => undefined, open: Promise.resolve() };
    this.#current = stream;
    this.#show('opening');
    const ended = this.#kernel.send(
      { method: 'subscriptions/listen', params: { notifications: filter } },
      {
        timeoutMs: 0,
        endedByNotice: true,
        signal: stop.signal,
        onSent: (call) => {
          stream.id = call.id;
          // The stream outlives the operation that opened it.
          operation?.sent({ ...call, stop: () => undefined });
        },
      },
    );
    stream.open = new Promise((resolve, reject) => {
      stream.acknowledge = resolve;
      ended.then(() => reject(new RpcFault('local', 'The server ended the subscription.')), reject);
    });
    ended.then(
      () => this.#endedByServer(stream),
      (error: unknown) => this.#broke(stream, faultOf(error)),
    );
    return stream;
  }

  #acknowledged(params: JsonObject): void {
    const stream = this.#current;
    if (!stream || objectAt(params, '_meta')?.[SUBSCRIPTION_ID] !== stream.id) return;
    this.#failures = 0;
    stream.acknowledge();
    const missing = missingIn(stream.filter, params.notifications);
    const text = missing.length > 0 ? `The server does not send ${missing.join(', ')}.` : undefined;
    if (text) this.#kernel.note({ what: 'listen', level: 'warn', text });
    this.#show('open', text);
  }

  #endedByServer(stream: Stream): void {
    if (this.#current !== stream) return;
    this.#current = undefined;
    this.#show('closed', 'The server ended the subscription.');
  }

  #broke(stream: Stream, fault: RpcFault): void {
    if (this.#current !== stream) return;
    this.#current = undefined;
    if (fault.kind === 'cancelled' || this.#kernel.signal.aborted) this.#show('closed');
    else if (fault.kind === 'protocol') this.#show('refused', fault.message);
    else this.#dropped(fault);
  }

  #dropped(fault: RpcFault): void {
    const pause = BACK_OFF_MS[this.#failures];
    this.#failures += 1;
    const again =
      pause === undefined ? 'It is not opened again by itself.' : `It is opened again in ${pause / 1000} s.`;
    this.#show('dropped', `${fault.message} ${again}`);
    if (pause === undefined || this.#kernel.connection?.link.peer.end) return;
    void this.#kernel.pause(pause).then(() => {
      if (!this.#current && !this.#kernel.signal.aborted) this.#replace();
    });
  }

  #show(state: StreamInfo['state'], text?: string): void {
    const rpcId = this.#current?.id;
    this.#kernel.stream({
      id: 'listen',
      what: 'Change notices',
      state,
      ...(text === undefined ? {} : { text }),
      ...(rpcId === undefined ? {} : { rpcId }),
    });
  }
}

function missingIn(asked: JsonObject, honoured: unknown): string[] {
  const given = isObject(honoured) ? honoured : {};
  return Object.keys(asked).filter((key) => given[key] === undefined || given[key] === false);
}
