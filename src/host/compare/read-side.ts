import { CatalogKind } from '#shared/catalog-kind.ts';
import type { CompareHead, CompareSide } from '#shared/compare.ts';
import type { Operation } from '#shared/entities.ts';
import { HostError } from '#shared/errors.ts';
import type { Exchange } from '#shared/exchange.ts';
import type { ReadableSession } from '../kept/session-reader.ts';
import type { ListInput, SideInput } from './compare-job.ts';
import { lastListing } from './last-listing.ts';
import { LISTS } from './lists.ts';
import { payloadBytes } from './payload-bytes.ts';

/** A side as it was read from its log. */
export interface ReadSide {
  head: CompareHead;
  /** What it is about: method and name; two sides of one subject share it. */
  subject: string;
  input: SideInput;
}

const ID_CHARS = 200;
const listKeyOf = (method: string) => Object.values(LISTS).find((list) => list.method === method)?.key;

function headOf({ log }: ReadableSession, rest: Omit<CompareHead, 'serverName' | 'era'>): CompareHead {
  const { meta } = log;
  const era = meta?.hello?.version;
  return { serverName: meta?.config.name ?? '', ...(era === undefined ? {} : { era }), ...rest };
}

function sizeOf(bytes: readonly (Uint8Array | undefined)[]): number {
  return bytes.reduce((sum, part) => sum + (part?.byteLength ?? 0), 0);
}

/** What a person sent as a request or a text; the history of runs in Tools does not count it. */
const SENT: ReadonlySet<string> = new Set(['request.send', 'raw.send']);

/**
 * `Run 3` where the exchange belongs to the third run of something in its session, as its history there counts;
 * `Sent from Traffic 2` where it was sent as a request or a text.
 */
function runTitle(exchange: Exchange, runs: readonly Operation[]): string {
  const run = runs.find(({ exchangeIds }) => exchangeIds.includes(exchange.id));
  const alike = runs.filter(({ verb, label }) => verb === run?.verb && label === run?.label);
  if (!run) return exchange.method;
  return `${SENT.has(run.verb) ? 'Sent from Traffic' : 'Run'} ${alike.indexOf(run) + 1}`;
}

async function readExchange(
  session: ReadableSession,
  { exchangeId }: CompareSide & { of: 'exchange' },
  runs: readonly Operation[],
): Promise<ReadSide> {
  const exchange = await session.views.exchange(exchangeId);
  if (!exchange) throw new HostError('NOT_FOUND', 'This exchange is not in the log of its session.');
  const { rpcId, responseSeq, method, name, tookUs } = exchange;
  const request = await payloadBytes(session.log, exchange.requestSeq);
  const response = responseSeq === undefined ? undefined : await payloadBytes(session.log, responseSeq);
  return {
    head: headOf(session, {
      title: runTitle(exchange, runs),
      at: exchange.startedAt / 1000,
      rpcId: typeof rpcId === 'string' ? rpcId.slice(0, ID_CHARS) : rpcId,
      bytes: sizeOf([response]),
      ...(tookUs === undefined ? {} : { tookUs }),
    }),
    subject: name === undefined ? method : `${method} ${name}`,
    input: { of: 'message', rpcId, request, response, listKey: listKeyOf(method) },
  };
}

async function readRecord(session: ReadableSession, seq: number): Promise<ReadSide> {
  const [record] = await session.log.records([seq]);
  if (record?.k !== 'frame') {
    throw new HostError('REFUSED', 'Only messages can be compared, and this line is none. Choose two messages.');
  }
  const response = await payloadBytes(session.log, seq);
  return {
    head: headOf(session, { title: `Line ${seq}`, at: record.t / 1000, bytes: response.byteLength }),
    subject: 'message',
    input: { of: 'message', response },
  };
}

async function readCatalog(
  session: ReadableSession,
  { kind, name }: CompareSide & { of: 'catalog' },
): Promise<ReadSide> {
  const { idKey, method, title } = LISTS[kind];
  const found = await lastListing(session, kind);
  if (!found) {
    throw new HostError('NOT_FOUND', `${method} was not answered in one of the two sessions, so there is no list.`);
  }
  return {
    head: headOf(session, {
      title: name?.slice(0, ID_CHARS) ?? title,
      at: found.at,
      bytes: sizeOf(found.list.pages.map(({ bytes }) => bytes)),
    }),
    subject: name === undefined ? method : `${method} ${name}`,
    input: { of: 'list', list: found.list, item: name === undefined ? undefined : { idKey, text: name } },
  };
}

async function readSession(session: ReadableSession): Promise<ReadSide> {
  const { meta } = session.log;
  const lists: Record<string, ListInput> = {};
  for (const kind of CatalogKind.options) {
    const found = await lastListing(session, kind);
    if (found) lists[kind] = found.list;
  }
  const { serverInfo, version, capabilities, instructions } = meta?.hello ?? {};
  const pages = Object.values(lists).flatMap((list) => list.pages.map(({ bytes }) => bytes));
  return {
    head: headOf(session, { title: 'Session', at: meta?.startedAt, bytes: sizeOf(pages) }),
    subject: 'session',
    input: { of: 'session', hello: JSON.stringify({ serverInfo, version, capabilities, instructions }), lists },
  };
}

/** Reads one side out of the log of its session. Throws NOT_FOUND, or REFUSED when it is too large. */
export function readSide(session: ReadableSession, side: CompareSide, runs: readonly Operation[]): Promise<ReadSide> {
  switch (side.of) {
    case 'exchange':
      return readExchange(session, side, runs);
    case 'record':
      return readRecord(session, side.seq);
    case 'catalog':
      return readCatalog(session, side);
    case 'session':
      return readSession(session);
  }
}
