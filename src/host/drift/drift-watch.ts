import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CatalogKind } from '#shared/catalog-kind.ts';
import type { DriftItem, DriftMark } from '#shared/drift.ts';
import { driftCountWords } from '#shared/drift-words.ts';
import type { Catalog, ServerEntry } from '#shared/entities.ts';
import { HostError, messageOf } from '#shared/errors.ts';
import type { JsonObject } from '#shared/json.ts';
import type { HostLog } from '../host-options.ts';
import type { LiveSession } from '../live-session.ts';
import type { StatePublisher } from '../publish/state-source.ts';
import type { Sessions } from '../sessions.ts';
import type { Baseline, BaselineStore } from '../store/baselines.ts';
import { changeWords } from './change-words.ts';
import {
  acceptDifferences,
  baselineFromOtherEra,
  changedAgain,
  compareListing,
  type Difference,
  firstBaseline,
  type ListBaseline,
  type Listing,
} from './compare-listing.ts';
import { type Definition, DefinitionReader, hashOf, keptValue } from './definition.ts';
import { readableDefinition } from './readable-definition.ts';

type Era = 'legacy' | 'modern';
type Ref = Pick<DriftMark, 'kind' | 'name'>;

export interface DriftWatchOptions {
  store: BaselineStore;
  state: StatePublisher;
  sessions(): Sessions;
  log: HostLog;
}

/** Marks that a server's entry carries at most. */
const MARKS_MOST = 500;
/** Definitions that are read or hashed before others get their turn. */
const PORTION = 100;

/** Characters of all definitions that are handed out at once. */
const TEXT_MOST = 4_000_000;

const OTHER: Record<Era, Era> = { legacy: 'modern', modern: 'legacy' };

/** Compares what servers list with what was accepted of them, and says on their entries what differs. */
export class DriftWatch {
  readonly #options: DriftWatchOptions;
  readonly #marks = new Map<string, DriftMark[]>();
  /** The work on each server, one piece after the other. */
  readonly #work = new Map<string, Promise<unknown>>();
  /** The last listing that was compared, by server, era and kind: an equal one need not be looked at again. */
  readonly #seen = new Map<string, string>();

  constructor(options: DriftWatchOptions) {
    this.#options = options;
  }

  facts(serverId: string): Pick<ServerEntry, 'drift'> {
    const drift = this.#marks.get(serverId);
    return drift === undefined || drift.length === 0 ? {} : { drift };
  }

  /** Reads what differed when the app ran last. */
  async load(serverIds: readonly string[]): Promise<void> {
    for (const id of serverIds) {
      await this.#queue(id, async () => this.#publish(id, await this.#options.store.read(id)));
    }
  }

  /** Told of every change of a list in a session of a saved server. */
  saw(serverId: string, head: Catalog): void {
    if (head.status !== 'ready' || head.stale) return;
    // That it failed is in the app's log.
    this.#queue(serverId, () => this.#compare(serverId, head)).catch(() => undefined);
  }

  /** What differs, with what it was and is: the items named, or all. */
  async get(serverId: string, only?: readonly Ref[]): Promise<{ acceptedAt?: number; items: DriftItem[] }> {
    await this.#work.get(serverId);
    const lists = listsOf(await this.#options.store.read(serverId));
    if (lists.length === 0) return { items: [] };
    let left = TEXT_MOST;
    const items = differencesOf(lists)
      .filter(({ kind, name }) => only === undefined || only.some((one) => one.kind === kind && one.name === name))
      .slice(0, MARKS_MOST)
      .map((one): DriftItem => {
        const { before, now, ...rest } = itemOf(one);
        left -= (before?.length ?? 0) + (now?.length ?? 0);
        if (left < 0) return rest;
        return { ...rest, ...(before === undefined ? {} : { before }), ...(now === undefined ? {} : { now }) };
      });
    return { acceptedAt: Math.max(...lists.map(([, list]) => list.acceptedAt)), items };
  }

  /** Takes differences as the new baseline: those named, or all. Throws CONFLICT when one is not what was seen. */
  async accept(serverId: string, items?: readonly (Ref & { at?: number | undefined })[]): Promise<void> {
    const at = Date.now();
    let again = false;
    this.#forgetSeen(serverId);
    await this.#queue(serverId, async () => {
      const value = await this.#options.store.update(serverId, (baseline) => {
        const era = baseline.era;
        if (era === undefined) return baseline;
        const lists = listsOf(baseline).map(([kind, list]) => {
          const wanted = items && new Map(items.filter((one) => one.kind === kind).map((one) => [one.name, one.at]));
          again ||= list.differs.some((one) => changedAgain(one, wanted));
          return [kind, acceptDifferences(list, wanted, at)];
        });
        return { ...baseline, eras: { ...baseline.eras, [era]: Object.fromEntries(lists) } };
      });
      this.#publish(serverId, value);
    });
    if (again) {
      throw new HostError('CONFLICT', 'It changed again after it was shown to you. Look at it once more.');
    }
  }

  /** The server is no longer in the list. */
  async forget(serverId: string): Promise<void> {
    await this.#queue(serverId, () => this.#options.store.forget(serverId));
    this.#marks.delete(serverId);
    this.#work.delete(serverId);
    this.#forgetSeen(serverId);
  }

  /** Resolves when nothing is written any more. */
  async close(): Promise<void> {
    await Promise.all(this.#work.values());
  }

  /** Rejects with what `fn` rejects with; what is queued behind it goes on. */
  #queue<T>(serverId: string, fn: () => Promise<T>): Promise<T> {
    const before = this.#work.get(serverId) ?? Promise.resolve();
    const done = before.then(fn);
    this.#work.set(
      serverId,
      done.catch((error: unknown) =>
        this.#options.log.warn(`the definitions of a server were not compared: ${messageOf(error)}`),
      ),
    );
    return done;
  }

  #forgetSeen(serverId: string): void {
    for (const key of [...this.#seen.keys()]) if (key.startsWith(`${serverId}\n`)) this.#seen.delete(key);
  }

  async #compare(serverId: string, head: Catalog): Promise<void> {
    const { state, sessions, store } = this.#options;
    const session = sessions()
      .all()
      .find(({ id }) => id === head.sessionId);
    const era = state.get('session', head.sessionId)?.hello?.era;
    if (!session || !era || !state.get('server', serverId)) return;
    const { rev, items } = session.core.items(head.kind);
    // It was read again meanwhile, and that is told by itself.
    if (rev !== head.rev) return;
    const { reader, print } = await readItems(session, head, items);
    const key = `${serverId}\n${head.kind}`;
    const seen = `${era} ${print}`;
    if (this.#seen.get(key) === seen) return;
    const listing = await listingOf(head, reader);
    let before: ListBaseline | undefined;
    const value = await store.update(serverId, (baseline) => {
      before = baseline.eras[era]?.[head.kind];
      return withListing(baseline, era, listing);
    });
    this.#seen.set(key, seen);
    this.#publish(serverId, value);
    if (state.get('session', head.sessionId)?.state.at !== 'ready') return;
    say(session, listing, { before, after: value.eras[era]?.[head.kind] });
  }

  #publish(serverId: string, baseline: Baseline): void {
    const marks = differencesOf(listsOf(baseline))
      .slice(0, MARKS_MOST)
      .map(({ kind, name, change, at }) => ({ kind, name, change, at }));
    if (JSON.stringify(marks) === JSON.stringify(this.#marks.get(serverId) ?? [])) return;
    this.#marks.set(serverId, marks);
    const entry = this.#options.state.get('server', serverId);
    if (!entry) return;
    const { drift: _drift, ...rest } = entry;
    this.#options.state.apply({
      op: 'put',
      topic: 'server',
      id: serverId,
      value: { ...rest, ...this.facts(serverId) },
    });
  }
}

type KindList = [CatalogKind, ListBaseline];

const KINDS = ['tools', 'prompts', 'resources', 'templates'] as const;

/** The lists of the era that was read last. */
function listsOf({ era, eras }: Baseline): KindList[] {
  const lists = era === undefined ? undefined : eras[era];
  return KINDS.flatMap((kind): KindList[] => {
    const list = lists?.[kind];
    return list ? [[kind, list]] : [];
  });
}

interface Differing extends Difference {
  kind: CatalogKind;
  accepted: Definition | undefined;
}

const WEIGHT = { changed: 0, added: 1, removed: 2 } as const;

/** All differences; what was changed comes first, for that is what a person relies on. */
function differencesOf(lists: readonly KindList[]): Differing[] {
  return lists
    .flatMap(([kind, { differs, items }]) => {
      if (differs.length === 0) return [];
      const accepted = new Map(items.map((item) => [item.name, item]));
      return differs.map((one) => ({ ...one, kind, accepted: accepted.get(one.name) }));
    })
    .sort((a, b) => WEIGHT[a.change] - WEIGHT[b.change]);
}

function itemOf({ kind, name, change, at, text, accepted }: Differing): DriftItem {
  const [before, now] = [keptValue(accepted?.text), keptValue(text)];
  return {
    kind,
    name,
    change,
    at,
    words: changeWords({ kind, change, before, now }),
    ...(before === undefined ? {} : { before: readableDefinition(before) }),
    ...(now === undefined ? {} : { now: readableDefinition(now) }),
  };
}

/** Takes a list in, a portion at a time; `print` is the same for a list that came the same once more. */
async function readItems(
  session: LiveSession,
  { kind, nextCursor, refused }: Catalog,
  items: readonly JsonObject[],
): Promise<{ reader: DefinitionReader; print: string }> {
  const reader = new DefinitionReader(kind);
  const prints = [hashOf(JSON.stringify([nextCursor === undefined, refused]))];
  for (let at = 0; at < items.length; at += PORTION) {
    // As the page sees it: what is kept holds no secrets.
    const portion = session.redact(items.slice(at, at + PORTION));
    reader.add(portion);
    prints.push(hashOf(JSON.stringify(portion)));
    await nextTurn();
  }
  return { reader, print: hashOf(prints.join()) };
}

async function listingOf(
  { kind, nextCursor, refused, fetchedAt }: Catalog,
  reader: DefinitionReader,
): Promise<Listing> {
  const items: Definition[] = [];
  for (const definition of reader.definitions()) {
    items.push(definition);
    if (items.length % PORTION === 0) await nextTurn();
  }
  return {
    kind,
    items,
    complete: nextCursor === undefined,
    refused: new Set(refused.map(({ name }) => name)),
    at: fetchedAt ?? Date.now(),
  };
}

function withListing(baseline: Baseline, era: Era, listing: Listing): Baseline {
  const lists = baseline.eras[era] ?? {};
  const other = baseline.eras[OTHER[era]]?.[listing.kind];
  const known = lists[listing.kind] ?? (other ? baselineFromOtherEra(other, listing) : firstBaseline(listing));
  if (!known) return baseline;
  const list = compareListing(known, listing);
  return { ...baseline, era, eras: { ...baseline.eras, [era]: { ...lists, [listing.kind]: list } } };
}

/** Writes into the session's log what was taken as the baseline, and what differs from it. */
function say(
  { core }: LiveSession,
  { kind, items, at }: Listing,
  { before, after }: Record<'before' | 'after', ListBaseline | undefined>,
): void {
  if (!after) return;
  if (!before && items.length > 0) {
    const text = `First complete list of ${kind}: ${items.length} in it. Later ones are compared with what was accepted of it.`;
    core.note({ what: 'drift', text });
  }
  const fresh = after.differs.filter((one) => one.at === at && one.change !== 'removed');
  if (fresh.length === 0) return;
  const text = `Not as it was accepted: ${driftCountWords(kind, fresh)}.`;
  core.note({ what: 'drift', level: 'warn', text });
}
