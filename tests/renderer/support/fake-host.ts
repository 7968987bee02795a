import type { Detection } from '#shared/candidates.ts';
import type { CatalogKind } from '#shared/catalog-kind.ts';
import { Settings } from '#shared/config.ts';
import type { AppInfo, LaunchPreview } from '#shared/contract.ts';
import { contract, type WirebenchContract } from '#shared/contract.ts';
import { catalogId, type EntityOf, type StateChange, type Topic } from '#shared/entities.ts';
import { HostError } from '#shared/errors.ts';
import type { LineRow, LogView, TrafficRow } from '#shared/exchange.ts';
import { mergePatch } from '#shared/merge-patch.ts';
import { memoryPair } from '#shared/ports.ts';
import { EMPTY_BOOK } from '#shared/reply-rules.ts';
import type { Client, Handlers, Port, Source } from '#shared/rpc.ts';
import { serve } from '#shared/rpc-server.ts';
import type { BodyHit } from '#shared/traffic.ts';
import { FakeLogs } from './fake-logs.ts';
import { FakeProviders } from './fake-providers.ts';
import { fakeRules } from './fake-rules.ts';
import { FakeTrials } from './fake-trials.ts';
import { appInfo, config, opening, operation, START } from './samples.ts';

type HostHandlers = Handlers<WirebenchContract>;
type CallName = {
  [K in keyof WirebenchContract]: WirebenchContract[K]['type'] extends 'call' ? K : never;
}[keyof WirebenchContract];
export type CallInput<K extends CallName> = Parameters<Client<WirebenchContract>[K]>[0];

const NOTHING_FOUND: Detection = { kind: 'empty' };
const PREVIEW: LaunchPreview = { command: [], cwd: '/home/maya', env: [], problems: [] };

/**
 * A host in memory for tests of views: the real RPC engine over the real contract, with state, logs and catalogs
 * put in by the test. Every call is kept in `calls`; `on` replaces the answer of one call.
 */
export class FakeHost {
  readonly logs = new FakeLogs();
  readonly providers = new FakeProviders();
  readonly trials = new FakeTrials((trial) => this.put('trial', trial.id, trial));
  /** Every call, in order. */
  readonly calls: { name: CallName; input: unknown }[] = [];
  /** Saved page state: what `window.load` gives and `window.save` sets. */
  window: unknown;
  readonly #entities = new Map<Topic, Map<string, unknown>>();
  readonly #watchers = new Set<{ waiting: StateChange[]; wake: () => void }>();
  readonly #items = new Map<string, Record<string, unknown>[]>();
  readonly #results = new Map<string, string>();
  readonly #bodies = new Map<string, string>();
  readonly #handlers: HostHandlers;
  #port: Port | undefined;
  #made = 0;

  constructor(app: AppInfo = appInfo()) {
    this.#handlers = {
      ...fakeRules((book) => this.put('rules', 'rules', book)),
      ...this.#calls(app),
      ...this.#lists(),
      ...this.#streams(),
      ...this.providers.handlers(),
      ...this.trials.handlers(),
    };
    this.put('settings', 'settings', Settings.parse({}));
    this.put('rules', 'rules', EMPTY_BOOK);
  }

  /** Opens a pipe to this host; hand it to `createHostLink`. */
  readonly open = (): Promise<Port> => {
    const [page, host] = memoryPair(queueMicrotask);
    this.#port = host;
    serve(host, contract, this.#recording(), { schedule: (fn) => setTimeout(fn, 0) });
    return Promise.resolve(page);
  };

  /** Cuts the pipe, as when the host stops. */
  lose(): void {
    this.#port?.close();
  }

  /** Replaces what one call answers; throw a `HostError` to refuse. */
  on<K extends CallName>(name: K, handler: HostHandlers[K]): void {
    this.#handlers[name] = handler;
  }

  /** Inputs of all calls of one name, oldest first. */
  inputs<K extends CallName>(name: K): CallInput<K>[] {
    return this.calls.filter((call) => call.name === name).map((call) => call.input as CallInput<K>); // kept under its own name
  }

  put<T extends Topic>(topic: T, id: string, value: EntityOf<T>): void {
    this.#of(topic).set(id, value);
    this.#change({ op: 'put', topic, id, value } as StateChange); // topic and value belong together by the signature
  }

  drop(topic: Topic, id: string): void {
    this.#of(topic).delete(id);
    this.#change({ op: 'drop', topic, id });
  }

  /** The entity as it was put last. */
  get<T extends Topic>(topic: T, id: string): EntityOf<T> {
    const found = this.#of(topic).get(id);
    if (found === undefined) throw new HostError('NOT_FOUND', `No ${topic} ${id}.`);
    return found as EntityOf<T>; // `put` took this type
  }

  /** Changes some fields of an entity. */
  patch<T extends Topic>(topic: T, id: string, part: Partial<EntityOf<T>>): void {
    this.put(topic, id, { ...this.get(topic, id), ...part });
  }

  /** Rows of the wire, stderr or client view. */
  addLines(sessionId: string, view: LogView, rows: LineRow[]): void {
    this.logs.add(sessionId, view, rows);
  }

  /** Rows of the traffic or notices view; a known row number changes that row. */
  addTraffic(sessionId: string, rows: TrafficRow[], view: LogView = 'traffic'): void {
    this.logs.add(sessionId, view, rows);
  }

  /** Items of a catalog, and its head: `rev` grows, the count follows. `grown`: items were only added at the end. */
  setItems(sessionId: string, kind: CatalogKind, items: Record<string, unknown>[], grown = false): void {
    const id = catalogId(sessionId, kind);
    this.#items.set(id, items);
    const old = this.#of('catalog').get(id) as EntityOf<'catalog'> | undefined; // `put` took this type
    const head = { id, sessionId, kind, stale: false, fetchedAt: START, pages: 1, refused: [], ...old };
    const epoch = (old?.epoch ?? 0) + (grown ? 0 : 1);
    this.put('catalog', id, { ...head, status: 'ready', count: items.length, rev: (old?.rev ?? 0) + 1, epoch });
  }

  /** Ends an operation with a result. */
  finish(operationId: string, result: unknown, over: Partial<EntityOf<'operation'>> = {}): void {
    const text = JSON.stringify(result);
    this.#results.set(operationId, text);
    const done = { status: 'done' as const, endedAt: START + 184, resultBytes: text.length, resultSeq: 4 };
    this.patch('operation', operationId, { ...done, ...over });
  }

  /** The payload that `log.body` gives for a record. */
  setBody(sessionId: string, seq: number, text: string): void {
    this.#bodies.set(`${sessionId}/${seq}`, text);
  }

  #of(topic: Topic): Map<string, unknown> {
    const known = this.#entities.get(topic);
    if (known) return known;
    const fresh = new Map<string, unknown>();
    this.#entities.set(topic, fresh);
    return fresh;
  }

  #change(change: StateChange): void {
    for (const watcher of this.#watchers) {
      watcher.waiting.push(change);
      watcher.wake();
    }
  }

  #snapshot(): StateChange[] {
    const puts = [...this.#entities].flatMap(
      ([topic, map]) => [...map].map(([id, value]) => ({ op: 'put', topic, id, value }) as StateChange), // as in `put`
    );
    return [{ op: 'reset' }, ...puts];
  }

  #recording(): HostHandlers {
    return new Proxy(this.#handlers, {
      get: (handlers, name: keyof WirebenchContract) => {
        const def = contract[name];
        if (def?.type !== 'call') return handlers[name];
        return (input: never) => {
          this.calls.push({ name: name as CallName, input }); // its contract type is `call`
          return (handlers[name] as (input: never) => unknown)(input); // the engine pairs input and handler by name
        };
      },
    });
  }

  #id(prefix: string): string {
    this.#made += 1;
    return `${prefix}-${this.#made}`;
  }

  #start(serverId: string): { sessionId: string } {
    const id = this.#id('ses');
    const entry = this.get('server', serverId);
    this.put('session', id, opening({ at: 'opening' }, { id, serverId, config: entry.config, startedAt: Date.now() }));
    this.put('server', serverId, { ...entry, sessionId: id });
    return { sessionId: id };
  }

  #calls(app: AppInfo) {
    return {
      'app.info': () => app,
      'settings.save': (part) => {
        this.patch('settings', 'settings', part as Partial<EntityOf<'settings'>>); // parsed by the contract
      },
      'window.load': () => ({ state: this.window ?? null }),
      'window.save': ({ patch }) => {
        this.window = mergePatch(this.window, patch);
      },
      'server.detect': () => NOTHING_FOUND,
      'server.preview': ({ endpoint }) =>
        endpoint.kind === 'stdio' ? { ...PREVIEW, command: [endpoint.command, ...endpoint.args] } : PREVIEW,
      'server.save': ({ id, ...rest }) => {
        const serverId = id ?? this.#id('srv');
        const old = this.#of('server').get(serverId) as EntityOf<'server'> | undefined; // `put` took this type
        const merged = config({ ...old?.config, ...(rest as Partial<EntityOf<'server'>['config']>), id: serverId }); // parsed by the contract
        this.put('server', serverId, { order: this.#of('server').size, ...old, id: serverId, config: merged });
        return { serverId };
      },
      'server.remove': ({ serverId }) => {
        this.drop('server', serverId);
      },
      'fix.apply': ({ serverId }) => this.#start(serverId),
      'server.stopRetrying': () => undefined,
      'import.scan': () => ({ found: [] }),
      'import.path': () => NOTHING_FOUND,
      'import.bytes': () => NOTHING_FOUND,
      'import.unpack': ({ token }) => ({ dir: `/data/mcpb/${token}` }),
      'export.text': () => ({ text: '{}', format: 'json', notes: [] }),
      'export.plan': () => ({ token: 't', path: '/x.json', exists: false, before: '', after: '{}', notes: [] }),
      'export.write': () => ({ path: '/x.json' }),
      'secret.save': () => undefined,
      'secret.names': () => ({ names: [] }),
      'session.start': ({ serverId }) => this.#start(serverId),
      'session.startWith': ({ config }) => this.#start(config.id ?? 'adhoc'),
      'session.restart': ({ serverId }) => this.#start(serverId),
      'session.processes': () => ({ processes: [] }),
      'session.pin': ({ sessionId, pinned }) => this.patch('session', sessionId, { pinned }),
      'session.stop': ({ sessionId }) => {
        this.patch('session', sessionId, { state: { at: 'closed', reason: 'user' } });
      },
      'session.waitLonger': () => undefined,
      'operation.run': ({ sessionId, verb }) => {
        const id = this.#id('op');
        this.put('operation', id, operation({ id, sessionId, verb, startedAt: Date.now() }));
        return { operationId: id };
      },
      'operation.cancel': ({ operationId }) => {
        this.patch('operation', operationId, { status: 'cancelled' });
      },
      'operation.keepWaiting': ({ operationId }) => {
        const { limit: _limit, ...rest } = this.get('operation', operationId);
        this.put('operation', operationId, rest);
      },
      'pending.answer': ({ id, reply }) => {
        const words = { accept: 'accepted', decline: 'declined', cancel: 'cancelled' } as const;
        this.patch('pending', id, { status: words[reply.action], answeredAt: START, answeredBy: 'person' });
      },
      'approval.forget': () => undefined,
      'schema.check': () => ({ checked: true, problems: [] }),
      'shell.open': () => undefined,
      'shell.openPdf': () => undefined,
    } satisfies Partial<HostHandlers>;
  }

  #lists() {
    return {
      'operation.result': ({ operationId }) => {
        const text = this.#results.get(operationId);
        if (text === undefined) throw new HostError('NOT_READY', 'This operation has no result yet.');
        return { text, bytes: text.length, more: false, seq: 4 };
      },
      'catalog.items': ({ sessionId, kind, from, count }) => {
        const id = catalogId(sessionId, kind);
        const items = this.#items.get(id) ?? [];
        const head = this.#of('catalog').get(id) as EntityOf<'catalog'> | undefined; // `put` took this type
        return {
          rev: head?.rev ?? 0,
          epoch: head?.epoch ?? 0,
          total: items.length,
          items: items.slice(from, from + count),
        };
      },
      'icon.list': ({ at }) => ({ icons: at.map(() => ({ refused: [] })) }),
      'catalog.stop': ({ sessionId, kind }) => this.patch('catalog', catalogId(sessionId, kind), { status: 'ready' }),
      'log.page': (input) => this.logs.page(input),
      'log.body': ({ sessionId, seq, from, bytes }) => {
        const text = this.#bodies.get(`${sessionId}/${seq}`);
        if (text === undefined) throw new HostError('NOT_FOUND', `There is no record ${seq}.`);
        const part = text.slice(from, from + bytes);
        const size = { bytes: text.length, more: from + bytes < text.length };
        return {
          seq,
          k: 'frame',
          dir: 'in' as const,
          ch: 'stdio',
          t: START * 1000,
          text: part,
          base64: false,
          from,
          ...size,
        };
      },
      'log.searchBody': ({ sessionId, seq, text, from, limit }) => {
        const body = this.#bodies.get(`${sessionId}/${seq}`) ?? '';
        const hits: BodyHit[] = [];
        let at = body.indexOf(text, from);
        for (; at >= 0 && hits.length < limit; at = body.indexOf(text, at + text.length)) {
          const end = at + text.length;
          hits.push({
            at,
            before: body.slice(Math.max(0, at - 40), at),
            match: text,
            after: body.slice(end, end + 40),
          });
        }
        return { hits, ...(at < 0 ? {} : { next: at }) };
      },
      'log.search': ({ sessionId, view, text, after, limit }) => {
        const rows = this.logs.page({ sessionId, view, from: 0, count: 1_000_000 });
        const found = (rows.lines ?? [])
          .filter((row) => row.row > after && row.text.includes(text))
          .map((row) => row.row);
        return { rows: found.slice(0, limit), done: found.length <= limit };
      },
      'log.findings': () => ({ findings: [] }),
      'log.overview': () => ({ to: 1_000_000, calls: [], waiting: [], notices: [] }),
      'log.stats': ({ sessionId, filter }) => this.logs.stats(sessionId, filter),
      'log.rates': ({ everyMs }) => ({ until: START, everyMs, levels: {}, totals: {} }),
      'log.rowNear': () => ({}),
      'session.kept': () => ({ sessions: [] }),
      'session.opening': () => ({}),
      'log.searchAll': () => ({ hits: [], sessions: [], unread: 0, through: 0, of: 0 }),
      'log.place': (input) => this.logs.place(input),
      'log.nextFailed': (input) => this.logs.nextFailed(input),
      'log.damage': () => ({ folder: '/data/sessions/one' }),
      'log.counts': ({ sessionId }) => this.logs.counts(sessionId),
      'exchange.thread': () => ({ steps: [], phases: [], passed: [], found: [] }),
      'exchange.http': () => ({ http: [] }),
      'exchange.otherEra': () => {
        throw new HostError('REFUSED', 'The server does not speak the other era.');
      },
      'compare.run': () => {
        throw new HostError('NOT_FOUND', 'There is nothing to compare.');
      },
      'drift.get': () => ({ items: [] }),
      'pending.leaveOut': ({ id }) => this.patch('pending', id, { status: 'left-out', answeredAt: START }),
      'pending.opened': ({ id }) => this.patch('pending', id, { openedAt: START }),
      'root.check': () => ({ troubles: [] }),
      'root.fromPath': ({ path }) => ({ uri: `file://${path}`, name: path.split('/').at(-1) ?? path }),
      'root.pickFolder': () => ({}),
      'reply.list': () => ({ replies: [] }),
      'reply.save': () => ({ id: this.#id('reply'), leftOut: [] }),
      'reply.remove': () => undefined,
      'earlier.list': () => ({ runs: [], examples: [] }),
      'earlier.save': () => ({ id: 'example', leftOut: [] }),
      'earlier.remove': () => undefined,
      'drift.accept': () => undefined,
      'log.export': () => ({
        name: 'wirebench.har',
        path: '/data/exports/wirebench.har',
        bytes: 0,
        hidden: 0,
        headersKept: false,
        notes: [],
      }),
      'log.exportPart': () => ({ text: '', next: 0, more: false }),
      'exchange.get': ({ exchangeId }) => {
        throw new HostError('NOT_FOUND', `There is no exchange ${exchangeId}.`);
      },
    } satisfies Partial<HostHandlers>;
  }

  #streams() {
    return {
      'watch.state': (_input, wake): Source<StateChange> => {
        const watcher = { waiting: this.#snapshot(), wake };
        this.#watchers.add(watcher);
        return { take: (max) => watcher.waiting.splice(0, max), close: () => void this.#watchers.delete(watcher) };
      },
      'watch.seen': () => ({ take: () => [], close: () => undefined }),
      'watch.log': ({ sessionId, view, filter }, wake) => this.logs.watch({ sessionId, view, filter }, wake),
    } satisfies Partial<HostHandlers>;
  }
}
