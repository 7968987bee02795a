import type { CatalogKind } from '#shared/catalog-kind.ts';
import { type Catalog, catalogId } from '#shared/entities.ts';
import { isFiniteNumber, isObject, type JsonObject } from '#shared/json.ts';
import type { RpcFault } from './fault.ts';
import { cutText } from './fold/row-text.ts';
import type { Kernel } from './kernel.ts';
import { type WalkEnd, walkList } from './list-walk.ts';
import type { OperationHandle } from './operations.ts';
import type { Answer } from './peer.ts';

/** Several change notices in a row lead to one reading. */
const CHANGE_PAUSE_MS = 100;

/** Entries of a list that are named as left out; that there are more is the last one. */
const REFUSED = 100;

/** How one list of the server is read. */
export interface CatalogSpec {
  kind: CatalogKind;
  method: string;
  /** Key of the items in the result. */
  key: string;
  /** Capability that declares the list. */
  capability: string;
  /** Notification that says it changed. */
  changed: string;
  /** Key that every item must have as text; it is also what an item is found by. */
  idKey: string;
  /** Why an otherwise readable item is left out. */
  refuse?: (item: JsonObject) => string | undefined;
}

interface Entry {
  spec: CatalogSpec;
  head: Catalog;
  items: JsonObject[];
  running: Promise<Answer | undefined> | undefined;
  stop: AbortController;
  again: boolean;
  waiting: boolean;
}

/** The lists a server offers: read, kept, marked stale and read again. */
export class Catalogs {
  readonly #kernel: Kernel;
  readonly #all = new Map<CatalogKind, Entry>();

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
    kernel.onReady(() => this.#readDeclared());
  }

  define(spec: CatalogSpec): void {
    const { sessionId } = this.#kernel;
    const head: Catalog = {
      id: catalogId(sessionId, spec.kind),
      sessionId,
      kind: spec.kind,
      status: 'unknown',
      count: 0,
      rev: 0,
      stale: false,
      pages: 0,
      refused: [],
    };
    this.#all.set(spec.kind, {
      spec,
      head,
      items: [],
      running: undefined,
      stop: new AbortController(),
      again: false,
      waiting: false,
    });
    this.#kernel.onNotice(spec.changed, () => this.#changed(spec.kind));
  }

  items(kind: CatalogKind): { rev: number; items: JsonObject[] } {
    const entry = this.#all.get(kind);
    return { rev: entry?.head.rev ?? 0, items: entry?.items ?? [] };
  }

  find(kind: CatalogKind, id: string): JsonObject | undefined {
    const entry = this.#all.get(kind);
    return entry?.items.find((item) => item[entry.spec.idKey] === id);
  }

  /** Why an entry of this name was left out, if it was. */
  refusal(kind: CatalogKind, name: string): string | undefined {
    if (this.find(kind, name)) return undefined;
    return this.#all.get(kind)?.head.refused.find((one) => one.name === name)?.reason;
  }

  /** Reads a list from its start; a reading that is under way is joined. Rejects with the RpcFault that ended it. */
  read(kind: CatalogKind, operation?: OperationHandle): Promise<Answer | undefined> {
    const entry = this.#all.get(kind);
    if (!entry) return Promise.resolve(undefined);
    entry.running ??= this.#walk(entry, operation).finally(() => {
      entry.running = undefined;
      entry.stop = new AbortController();
      if (entry.again) this.#changed(kind);
      entry.again = false;
    });
    const { running, stop } = entry;
    // Whoever joined a reading may stop it.
    operation?.signal.addEventListener('abort', () => stop.abort(), { once: true });
    return running;
  }

  /** The server is gone: what was read stays readable and is marked. */
  markAllStale(): void {
    for (const entry of this.#all.values()) if (entry.head.status === 'ready') this.#put(entry, { stale: true });
  }

  async #readDeclared(): Promise<void> {
    const readings = [...this.#all.values()].map(async (entry) => {
      if (this.#kernel.declared(entry.spec.capability)) await this.read(entry.spec.kind).catch(() => undefined);
      else if (entry.head.status === 'unknown') this.#put(entry, { status: 'unsupported' });
    });
    await Promise.all(readings);
  }

  #changed(kind: CatalogKind): void {
    const entry = this.#all.get(kind);
    if (!entry) return;
    if (!entry.head.stale) this.#put(entry, { stale: true });
    if (entry.running) entry.again = true;
    if (entry.running || entry.waiting) return;
    entry.waiting = true;
    this.#kernel.clock.after(CHANGE_PAUSE_MS, () => {
      entry.waiting = false;
      if (!this.#kernel.signal.aborted) void this.read(kind).catch(() => undefined);
    });
  }

  async #walk(entry: Entry, operation: OperationHandle | undefined): Promise<Answer | undefined> {
    const { spec } = entry;
    const first = entry.items.length === 0;
    const items: JsonObject[] = [];
    const refused: Catalog['refused'] = [];
    let facts: Partial<Catalog> = {};
    this.#put(entry, { status: 'loading' });
    const end = await walkList({
      key: spec.key,
      ask: (params) => this.#kernel.run({ method: spec.method, params }, { operation, signal: entry.stop.signal }),
      stopped: () => entry.stop.signal.aborted,
      onPage: (page) => {
        for (const item of page.items) this.#sort(spec, item, { items, refused });
        if (page.pages === 1) facts = freshness(page.answer);
        if (first) entry.items = items;
        const shown = first ? { count: items.length, rev: entry.head.rev + 1, refused: [...refused] } : {};
        this.#put(entry, { ...shown, pages: page.pages });
      },
    });
    this.#finish(entry, { end, items, refused, facts });
    if (end.fault) throw end.fault;
    return end.last;
  }

  #finish(
    entry: Entry,
    read: { end: WalkEnd; items: JsonObject[]; refused: Catalog['refused']; facts: Partial<Catalog> },
  ): void {
    const { end, items, refused, facts } = read;
    this.#remark(entry, end);
    const stopped = end.fault?.kind === 'cancelled';
    // A failed reading never replaces a longer list that is known already.
    const keepOld = end.fault !== undefined && items.length < entry.items.length;
    if (!keepOld) entry.items = items;
    const { nextCursor: _cursor, error: _error, ...head } = entry.head;
    entry.head = head;
    this.#put(entry, {
      ...(keepOld ? {} : { ...facts, count: items.length, refused, pages: end.pages, fetchedAt: this.#kernel.now() }),
      status: end.fault && !stopped ? 'failed' : 'ready',
      rev: entry.head.rev + 1,
      stale: entry.again || keepOld,
      ...(end.nextCursor === undefined ? {} : { nextCursor: end.nextCursor }),
      ...(end.fault || this.#kernel.declared(entry.spec.capability) ? {} : { undeclared: true }),
      ...(end.fault && !stopped ? { error: this.#why(entry.spec, end.fault) } : {}),
    });
  }

  /** Says what was odd about a reading; the fold makes a finding of it on the answer that showed it. */
  #remark({ spec, head }: Entry, { odd, last, fault }: WalkEnd): void {
    const on = { id: last?.rpcId, seq: last?.seq };
    if (odd) {
      const text = `${spec.method}: ${odd}`;
      this.#kernel.note({ what: 'list', level: 'warn', text, data: { ...on, finding: 'pages' } });
    }
    if (fault || head.undeclared || this.#kernel.declared(spec.capability) !== undefined) return;
    const text = `${spec.method} works, but the server does not declare ${spec.capability}.`;
    this.#kernel.note({ what: 'list', level: 'warn', text, data: { ...on, finding: 'undeclared' } });
  }

  #why(spec: CatalogSpec, fault: RpcFault): string {
    const declared = this.#kernel.declared(spec.capability) !== undefined;
    if (fault.code === -32601 && declared) return `Declared, but the server answered: ${fault.message}`;
    return fault.message;
  }

  #sort(spec: CatalogSpec, item: unknown, into: { items: JsonObject[]; refused: Catalog['refused'] }): void {
    const id = isObject(item) ? item[spec.idKey] : undefined;
    if (!isObject(item)) this.#leaveOut(spec, { name: shorten(item), reason: 'It is no object.' }, into.refused);
    else if (typeof id !== 'string' || id === '') {
      this.#leaveOut(spec, { name: shorten(item), reason: `It has no ${spec.idKey}.` }, into.refused);
    } else {
      const reason = spec.refuse?.(item);
      if (reason === undefined) into.items.push(item);
      else this.#leaveOut(spec, { name: cutText(id, 200), reason: cutText(reason, 500) }, into.refused);
    }
  }

  /** Every broken entry is said, unless there are so many that nobody reads them. */
  #leaveOut(spec: CatalogSpec, one: Catalog['refused'][number], refused: Catalog['refused']): void {
    if (refused.length >= REFUSED) return;
    refused.push(refused.length < REFUSED - 1 ? one : { name: '…', reason: 'More entries were left out.' });
    if (refused.length === REFUSED) return;
    const text = `${spec.kind}: ${one.name} was left out. ${one.reason}`;
    this.#kernel.note({ what: 'left-out', level: 'warn', text });
  }

  #put(entry: Entry, facts: Partial<Catalog>): void {
    entry.head = { ...entry.head, ...facts };
    this.#kernel.publish({ op: 'put', topic: 'catalog', id: entry.head.id, value: entry.head });
  }
}

function freshness({ result }: Answer): Partial<Catalog> {
  return {
    ...(isFiniteNumber(result.ttlMs) ? { ttlMs: result.ttlMs } : {}),
    ...(typeof result.cacheScope === 'string' ? { cacheScope: result.cacheScope } : {}),
  };
}

/** An item without a usable name, as a short text. */
function shorten(item: unknown): string {
  const text = JSON.stringify(item) ?? String(item);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
