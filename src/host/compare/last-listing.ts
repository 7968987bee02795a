import type { CatalogKind } from '#shared/catalog-kind.ts';
import { HostError } from '#shared/errors.ts';
import type { Exchange } from '#shared/exchange.ts';
import { isObject } from '#shared/json.ts';
import type { ReadableSession } from '../kept/session-reader.ts';
import type { ListInput } from './compare-job.ts';
import { LISTS } from './lists.ts';
import { payloadBytes } from './payload-bytes.ts';

/** Pages of a list that are looked for. */
const MOST_PAGES = 1000;
const MOST_BYTES = 32_000_000;

/** Whether the request asks for a page after the first. */
async function goesOn({ log }: ReadableSession, { requestSeq, rpcId }: Exchange): Promise<boolean> {
  const [record] = await log.records([requestSeq]);
  const text = record?.k === 'frame' ? record.text : undefined;
  if (text === undefined) return false;
  const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
  const all = Array.isArray(value) ? (value as unknown[]) : [value]; // a batch
  const request = all.find((one) => isObject(one) && one.id === rpcId);
  return isObject(request) && isObject(request.params) && request.params.cursor !== undefined;
}

/** The newest reading of a list that the log holds, page by page, with the time it began (wall clock, milliseconds). */
export async function lastListing(
  session: ReadableSession,
  kind: CatalogKind,
): Promise<{ list: ListInput; at: number } | undefined> {
  const { method, key } = LISTS[kind];
  const filter = { methods: [method] };
  const { total } = await session.views.page('traffic', 0, 1, filter);
  const from = Math.max(0, total - MOST_PAGES);
  const { traffic = [] } = await session.views.page('traffic', from, MOST_PAGES, filter);
  const pages: ListInput['pages'] = [];
  let size = 0;
  for (const { exchangeId } of traffic.toReversed()) {
    const exchange = exchangeId === undefined ? undefined : await session.views.exchange(exchangeId);
    if (exchange?.origin !== 'client' || exchange.status !== 'complete' || exchange.responseSeq === undefined) continue;
    const bytes = await payloadBytes(session.log, exchange.responseSeq);
    size += bytes.byteLength;
    if (size > MOST_BYTES) throw new HostError('REFUSED', 'The list is too large to be compared: over 32 MB.');
    pages.unshift({ bytes, rpcId: exchange.rpcId });
    if (!(await goesOn(session, exchange))) return { list: { key, pages }, at: exchange.startedAt / 1000 };
  }
  return undefined;
}
