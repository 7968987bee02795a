import type { CatalogKind } from '#shared/catalog-kind.ts';
import { type Catalog, catalogId } from '#shared/entities.ts';
import { isFiniteNumber, isObject, type JsonObject } from '#shared/json.ts';
import type { RpcFault } from './fault.ts';
import { cutText } from './fold/row-text.ts';
import type { Kernel } from './kernel.ts';
import { type WalkEnd, type WalkPage, WalkTrail, walkList } from './list-walk.ts';
import type { OperationHandle } from './operations.ts';
import type { Answer } from './peer.ts';

/** A list that grows page by page is told of at most this often, milliseconds. */
const GROWTH_MS = 100;
/** Several change notices in a row lead to one reading. */
const CHANGE_PAUSE_MS = 100;
/** Longest pause before a list is read again that changes whenever it is read. */
const MAX_CHANGE_PAUSE_MS = 10_000;
/** A change that comes this soon after a reading doubles the pause before the next one. */
const SOON_MS = 2000;
/** A page that a server no longer knows by its cursor (PAGE-05). */
const INVALID_PARAMS = -32602;

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

/** Which pages a reading is after: the next one, all that are left, or those that are shown already. */
export type PagesWanted = 'next' | 'all' | undefined;

/** What a person chose for all lists. */
export interface ListRules {
  /** Every page is read without being asked for. */
  allPages(): boolean;
  /** A list that changed is read again by itself. */
  refresh(): boolean;
}

interface Entry {
  spec: CatalogSpec;
  head: Catalog;
  items: JsonObject[];
  running: Promise<Answer | undefined> | undefined;
  /** Pages that the reading under way is after. */
  wanted: number;
  trail: WalkTrail;
  stop: AbortController;
  again: boolean;
  waiting: boolean;
  /** Before the next reading that a change leads to, milliseconds. */
  pauseMs: number;
  /** When the last reading ended, monotonic microseconds. */
  endedAt: number;
  /** When the growth of the reading under way was told last, and what ends the wait for the next time. */
  grownAt: number;
  stopGrowth: (() => void) | undefined;
}

interface Reading {
  items: JsonObject[];
  refused: Catalog['refused'];
  facts: Partial<Catalog>;
  /** It goes on where the last one ended. */
  on: boolean;
}

/** The lists a server offers: read, kept, marked stale and read again. */
export class Catalogs {
  readonly #kernel: Kernel;
  readonly #rules: ListRules;
  readonly #all = new Map<CatalogKind, Entry>();

  constructor(kernel: Kernel, rules: ListRules) {
    this.#kernel = kernel;
    this.#rules = rules;
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
      epoch: 0,
      stale: false,
      pages: 0,
      refused: [],
    };
    this.#all.set(spec.kind, {
      spec,
      head,
      items: [],
      running: undefined,
      wanted: 0,
      trail: new WalkTrail(),
      stop: new AbortController(),
      again: false,
      waiting: false,
      pauseMs: CHANGE_PAUSE_MS,
      endedAt: Number.NEGATIVE_INFINITY,
      grownAt: Number.NEGATIVE_INFINITY,
      stopGrowth: undefined,
    });
    this.#kernel.onNotice(spec.changed, () => this.#changed(spec.kind));
  }

  items(kind: CatalogKind): { rev: number; epoch: number; items: JsonObject[] } {
    const entry = this.#all.get(kind);
    return { rev: entry?.head.rev ?? 0, epoch: entry?.head.epoch ?? 0, items: entry?.items ?? [] };
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

  /**
   * Reads a list: from its start as far as it is shown, or on from there. A reading that is under way is joined, and
   * goes on for as many pages as anybody wants. Rejects with the RpcFault that ended it.
   */
  read(kind: CatalogKind, operation?: OperationHandle, pages?: PagesWanted): Promise<Answer | undefined> {
    const entry = this.#all.get(kind);
    if (!entry) return Promise.resolve(undefined);
    const wanted = this.#wanted(entry, pages);
    entry.wanted = entry.running ? Math.max(entry.wanted, wanted) : wanted;
    entry.running ??= this.#walk(entry, operation, pages).finally(() => {
      entry.running = undefined;
      entry.stop = new AbortController();
      entry.endedAt = this.#kernel.clock.mono();
      if (entry.again) this.#changed(kind);
      entry.again = false;
    });
    const { running, stop } = entry;
    // Whoever joined a reading may stop it.
    operation?.signal.addEventListener('abort', () => stop.abort(), { once: true });
    return running;
  }

  /** Ends the reading that is under way, if any; what was read is kept. */
  stop(kind: CatalogKind): void {
    this.#all.get(kind)?.stop.abort();
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
    if (!this.#rules.refresh()) return;
    if (entry.running) entry.again = true;
    if (entry.running || entry.waiting) return;
    entry.waiting = true;
    // A list that changes whenever it is read would keep both sides busy for ever.
    const soon = this.#kernel.clock.mono() - entry.endedAt < SOON_MS * 1000;
    entry.pauseMs = soon ? Math.min(entry.pauseMs * 2, MAX_CHANGE_PAUSE_MS) : CHANGE_PAUSE_MS;
    this.#kernel.clock.after(entry.pauseMs, () => {
      entry.waiting = false;
      if (!this.#kernel.signal.aborted) void this.read(kind).catch(() => undefined);
    });
  }

  #wanted(entry: Entry, pages: PagesWanted): number {
    if (pages === 'all' || this.#rules.allPages()) return Number.POSITIVE_INFINITY;
    return Math.max(1, entry.trail.pages + (pages === 'next' ? 1 : 0));
  }

  async #walk(entry: Entry, operation: OperationHandle | undefined, pages: PagesWanted): Promise<Answer | undefined> {
    const on = pages !== undefined && entry.head.nextCursor !== undefined && !entry.head.stale;
    const end = await this.#walkFrom(entry, operation, on);
    if (on && end.fault?.code === INVALID_PARAMS) {
      const text = `${entry.spec.method}: the server no longer knows the cursor, so the list is read from its start (${end.fault.message}).`;
      this.#kernel.note({ what: 'list', level: 'warn', text });
      const again = await this.#walkFrom(entry, operation, false);
      if (again.fault) throw again.fault;
      return again.last;
    }
    if (end.fault) throw end.fault;
    return end.last;
  }

  async #walkFrom(entry: Entry, operation: OperationHandle | undefined, on: boolean): Promise<WalkEnd> {
    const { spec } = entry;
    const grows = on || entry.items.length === 0;
    const trail = on ? entry.trail : new WalkTrail();
    const reading: Reading = {
      items: on ? entry.items : [],
      refused: on ? [...entry.head.refused] : [],
      facts: {},
      on,
    };
    entry.grownAt = Number.NEGATIVE_INFINITY;
    this.#put(entry, { status: 'loading', readingSince: this.#kernel.now() });
    const end = await walkList({
      key: spec.key,
      trail,
      ask: (params) => this.#kernel.run({ method: spec.method, params }, { operation, signal: entry.stop.signal }),
      stopped: () => entry.stop.signal.aborted,
      wanted: () => entry.wanted,
      onPage: (page) => this.#took(entry, reading, page, grows),
    });
    this.#finish(entry, reading, end, trail);
    return end;
  }

  #took(entry: Entry, reading: Reading, page: WalkPage, grows: boolean): void {
    const { items, refused } = reading;
    for (const item of page.items) this.#sort(entry.spec, item, { items, refused });
    const hints = freshness(page.answer, this.#kernel.now());
    const before = reading.on ? entry.head.freshUntil : reading.facts.freshUntil;
    if (page.pages === 1) reading.facts = hints;
    // Each page has a clock of its own: the list is as fresh as its oldest page (CACHE-06).
    else if (before !== undefined)
      reading.facts = { ...reading.facts, freshUntil: Math.min(before, hints.freshUntil ?? before) };
    if (!grows) {
      this.#grew(entry, { pages: page.pages });
      return;
    }
    const fresh = entry.items === items ? {} : { epoch: entry.head.epoch + 1 };
    entry.items = items;
    const shown = { count: items.length, rev: entry.head.rev + 1, refused: [...refused] };
    this.#grew(entry, { ...fresh, ...shown, pages: page.pages });
  }

  #finish(entry: Entry, { items, refused, facts, on }: Reading, end: WalkEnd, trail: WalkTrail): void {
    this.#remark(entry, end);
    const stopped = end.fault?.kind === 'cancelled';
    // A failed reading never replaces a longer list that is known already.
    const keepOld = end.fault !== undefined && items.length < entry.items.length;
    const fresh = !keepOld && entry.items !== items ? { epoch: entry.head.epoch + 1 } : {};
    if (!keepOld) Object.assign(entry, { items, trail });
    const { nextCursor: before, error: _error, readingSince: _since, ...head } = entry.head;
    entry.head = head;
    const next = keepOld ? before : end.nextCursor;
    this.#put(entry, {
      ...(keepOld ? {} : { ...facts, ...fresh, count: items.length, refused, pages: end.pages }),
      ...(keepOld || on ? {} : { fetchedAt: this.#kernel.now() }),
      status: end.fault && !stopped ? 'failed' : 'ready',
      rev: entry.head.rev + 1,
      stale: entry.again || keepOld,
      ...(next === undefined ? {} : { nextCursor: next }),
      ...(end.last ? { answerSeq: end.last.seq } : {}),
      ...(end.fault || this.#kernel.declared(entry.spec.capability) ? {} : { undeclared: true }),
      ...(end.fault && !stopped ? { error: this.#why(entry.spec, end.fault), failedAt: this.#kernel.now() } : {}),
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

  /** The first page is told at once; the others as they come, together where they come quickly. */
  #grew(entry: Entry, facts: Partial<Catalog>): void {
    const { clock, signal } = this.#kernel;
    const since = clock.mono() - entry.grownAt;
    const tell = (more: Partial<Catalog>) => {
      entry.grownAt = clock.mono();
      this.#put(entry, more);
    };
    if (since >= GROWTH_MS * 1000) {
      tell(facts);
      return;
    }
    entry.head = { ...entry.head, ...facts };
    entry.stopGrowth ??= clock.after(GROWTH_MS - since / 1000, () => !signal.aborted && tell({}));
  }

  #put(entry: Entry, facts: Partial<Catalog>): void {
    entry.stopGrowth?.();
    entry.stopGrowth = undefined;
    entry.head = { ...entry.head, ...facts };
    this.#kernel.publish({ op: 'put', topic: 'catalog', id: entry.head.id, value: entry.head });
  }
}

function freshness({ result }: Answer, now: number): Partial<Catalog> {
  const { ttlMs } = result;
  return {
    ...(isFiniteNumber(ttlMs) ? { ttlMs, freshUntil: now + Math.max(0, ttlMs) } : {}),
    ...(typeof result.cacheScope === 'string' ? { cacheScope: result.cacheScope } : {}),
  };
}

/** An item without a usable name, as a short text. */
function shorten(item: unknown): string {
  const text = JSON.stringify(item) ?? String(item);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
