import type { Recalled } from '#core/era/negotiate.ts';
import { createSession, type Session } from '#core/session.ts';
import type { SessionOptions } from '#core/session-options.ts';
import { ServerConfig, timeoutsOf } from '#shared/config.ts';
import type { EntityOf, StateChange, Topic } from '#shared/entities.ts';
import type { JsonObject } from '#shared/json.ts';
import type { WireRecord } from '#shared/records.ts';
import type { Wishes } from '#shared/session.ts';
import { FakeClock, settle } from './fake-clock.ts';
import { type FakeServer, FakeTransport } from './fake-transport.ts';

export interface HarnessOptions {
  /** One server for each process or HTTP client that is opened, in order; the last one serves all further ones. */
  servers: FakeServer[];
  http?: boolean;
  sse?: FakeServer;
  config?: JsonObject;
  recall?: Recalled;
  roots?: { uri: string; name?: string }[];
  lists?: SessionOptions['lists'];
  roundLimit?: SessionOptions['roundLimit'];
  judge?: SessionOptions['judge'];
  redact?: SessionOptions['redact'];
  /** What the last session was asked for. */
  wishes?: Wishes;
  tasks?: SessionOptions['tasks'];
  background?: () => boolean;
  prepare?(wire: FakeTransport): void;
}

/** A session against fake servers, with everything it tells kept for the test. */
export class Harness {
  readonly clock = new FakeClock();
  readonly records: WireRecord[] = [];
  readonly changes: StateChange[] = [];
  readonly wires: FakeTransport[] = [];
  readonly variants: string[] = [];
  readonly remembered: (Recalled | undefined)[] = [];
  /** What was kept for the next session, newest last. */
  readonly wished: Wishes[] = [];
  readonly session: Session;
  readonly roots: { uri: string; name?: string }[];
  #random = 0;

  constructor(options: HarnessOptions) {
    const { http = false, config = {} } = options;
    const endpoint = http
      ? { kind: 'http', url: 'http://127.0.0.1/mcp', headers: [] }
      : { kind: 'stdio', command: 'server', args: [], env: {} };
    this.roots = options.roots ?? [];
    const parsed = ServerConfig.parse({ id: 'srv', name: 'weather', endpoint, ...config });
    const sessionOptions: SessionOptions = {
      id: 's1',
      serverId: 'srv',
      config: { ...parsed, timeouts: timeoutsOf(parsed.timeouts) },
      openTransport: (variant) => this.#open(variant, options),
      clock: this.clock,
      sink: (record) => void this.records.push(record),
      publish: (change) => void this.changes.push(change),
      recall: options.recall,
      tasks: options.tasks,
      ...(options.background ? { background: options.background } : {}),
      remember: (era) => void this.remembered.push(era),
      roots: () => this.roots,
      lists: options.lists,
      roundLimit: options.roundLimit,
      judge: options.judge,
      redact: options.redact,
      wishes: { recalled: options.wishes, keep: (wishes) => void this.wished.push(wishes) },
      randomHex: (bytes) => {
        this.#random += 1;
        return this.#random.toString(16).padStart(bytes * 2, '0');
      },
    };
    this.session = createSession(sessionOptions);
  }

  #open(variant: 'default' | 'sse', options: HarnessOptions): FakeTransport {
    const at = this.wires.filter((_, index) => this.variants[index] === 'default').length;
    const server = variant === 'sse' ? options.sse : (options.servers[at] ?? options.servers.at(-1));
    if (!server) throw new Error(`no server for ${variant}`);
    const wire = new FakeTransport(options.http ? 'http' : 'stdio', server);
    options.prepare?.(wire);
    this.wires.push(wire);
    this.variants.push(variant);
    return wire;
  }

  get wire(): FakeTransport {
    const wire = this.wires.at(-1);
    if (!wire) throw new Error('nothing was opened');
    return wire;
  }

  /** Starts and waits until it rests. */
  async start(): Promise<this> {
    void this.session.start();
    await settle();
    return this;
  }

  /** The newest value of an entity; the newest of the topic without an id. */
  entity<T extends Topic>(topic: T, id?: string): EntityOf<T> {
    const found = this.changes.findLast(
      (c) => c.op === 'put' && c.topic === topic && (id === undefined || c.id === id),
    );
    if (found?.op !== 'put') throw new Error(`no ${topic} ${id ?? ''}`);
    return found.value as EntityOf<T>; // a put carries the entity of its topic
  }

  notes(what: string): string[] {
    return this.records.flatMap((record) => (record.k === 'note' && record.what === what ? [record.text] : []));
  }

  /** Runs a verb and gives the operation as it is when everything that can go on has done so. */
  async run(verb: Parameters<Session['run']>[0], input: unknown): Promise<EntityOf<'operation'>> {
    const id = this.session.run(verb, input);
    await settle();
    return this.entity('operation', id);
  }

  /** The text of the record that carries an operation's result. */
  resultText(id: string): string {
    const place = this.session.resultOf(id);
    if (!place || 'fault' in place) throw new Error(`no result: ${JSON.stringify(place)}`);
    const record = this.records[place.seq - 1];
    return record?.k === 'frame' ? (record.text ?? '') : '';
  }
}
