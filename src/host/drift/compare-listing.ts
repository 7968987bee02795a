import type { CatalogKind } from '#shared/catalog-kind.ts';
import type { DriftMark } from '#shared/drift.ts';
import { type Definition, sameInBothEras } from './definition.ts';

/** A definition that is other than the accepted one. */
export interface Difference {
  name: string;
  change: DriftMark['change'];
  /** Wall clock of the listing that showed it first, milliseconds. */
  at: number;
  /** What it is now; absent when it is gone. */
  hash?: string | undefined;
  text?: string | undefined;
}

/** What was accepted of one list, and how the list differs now. */
export interface ListBaseline {
  /** Wall clock, milliseconds: when the list was first read, and when something of it was accepted last. */
  madeAt: number;
  acceptedAt: number;
  items: Definition[];
  differs: Difference[];
}

/** A list as it was read. */
export interface Listing {
  kind: CatalogKind;
  items: readonly Definition[];
  /** It was read to its end: what is not in it is gone. */
  complete: boolean;
  /** What the list holds but this app leaves out: not gone. */
  refused: ReadonlySet<string>;
  /** Wall clock, milliseconds. */
  at: number;
}

/** Definitions of one list that are compared at most. */
const MOST = 20_000;
/** Many servers add to their lists right after the start; what comes so soon still belongs to the first listing. */
const SETTLING_MS = 2000;

/** Resources come and go with the data they are: only one that stays and changes is told. */
const OPEN: readonly CatalogKind[] = ['resources'];

const byName = <T extends { name: string }>(items: readonly T[]): Map<string, T> =>
  new Map(items.map((item) => [item.name, item]));

/** The beginning: the first complete listing is trusted. Undefined when it was not read to its end. */
export function firstBaseline({ items, complete, at }: Listing): ListBaseline | undefined {
  return complete ? { madeAt: at, acceptedAt: at, items: items.slice(0, MOST), differs: [] } : undefined;
}

/**
 * The beginning in another era: what says the same in what both eras have is accepted as it stands now; what does not is
 * compared with what was accepted in the other era.
 */
export function baselineFromOtherEra(other: ListBaseline, listing: Listing): ListBaseline | undefined {
  if (!listing.complete) return undefined;
  const known = byName(other.items);
  const items = listing.items.flatMap((item) => {
    const before = known.get(item.name);
    if (!before) return [];
    return [sameInBothEras(before, item) ? item : before];
  });
  return { ...other, items, differs: [] };
}

/** The baseline with what differs in this listing. */
export function compareListing(known: ListBaseline, listing: Listing): ListBaseline {
  const { kind, at, complete, refused } = listing;
  const [accepted, before, listed] = [byName(known.items), byName(known.differs), byName(listing.items)];
  const open = OPEN.includes(kind);
  const joins = open || at - known.madeAt < SETTLING_MS;
  const joined: Definition[] = [];
  const differs: Difference[] = [];
  const differ = (name: string, change: Difference['change'], item?: Definition) => {
    const old = before.get(name);
    const same = old?.change === change && old.hash === item?.hash;
    differs.push({ ...item, name, change, at: same ? old.at : at });
  };
  for (const item of listing.items) {
    const base = accepted.get(item.name);
    if (base && base.hash !== item.hash) differ(item.name, 'changed', item);
    else if (!base && joins) joined.push(item);
    else if (!base && known.items.length < MOST) differ(item.name, 'added', item);
  }
  for (const { name } of known.items) {
    if (listed.has(name)) continue;
    const old = before.get(name);
    if (complete && !open && !refused.has(name)) differ(name, 'removed');
    else if (old) differs.push(old);
  }
  if (!complete) differs.push(...known.differs.filter(({ name }) => !listed.has(name) && !accepted.has(name)));
  return { ...known, items: joined.length === 0 ? known.items : room(known.items, joined, listed), differs };
}

/** With what joined; when there are too many, those that were not listed go first. */
function room(items: Definition[], joined: Definition[], listed: ReadonlyMap<string, unknown>): Definition[] {
  const all = [...items, ...joined];
  if (all.length <= MOST) return all;
  return [...all.filter(({ name }) => listed.has(name)), ...all.filter(({ name }) => !listed.has(name))].slice(0, MOST);
}

/** What is accepted, by name: with a time, only the change that was first seen then. */
export type Wanted = ReadonlyMap<string, number | undefined>;

/** Whether a difference is another than the one that is to be accepted. */
export function changedAgain({ name, at }: Difference, wanted: Wanted | undefined): boolean {
  const seen = wanted?.get(name);
  return seen !== undefined && seen !== at;
}

/** The baseline after differences were accepted: those wanted, or all. */
export function acceptDifferences(known: ListBaseline, wanted: Wanted | undefined, at: number): ListBaseline {
  const taken = byName(known.differs.filter((one) => (wanted?.has(one.name) ?? true) && !changedAgain(one, wanted)));
  if (taken.size === 0) return known;
  const stays = known.items.filter(({ name }) => !taken.has(name));
  const fresh = [...taken.values()].flatMap(({ name, hash, text }) => {
    return hash === undefined ? [] : [{ name, hash, ...(text === undefined ? {} : { text }) }];
  });
  return {
    ...known,
    acceptedAt: at,
    items: [...stays, ...fresh],
    differs: known.differs.filter(({ name }) => !taken.has(name)),
  };
}
