import { scanMirrors } from '#core/era/headers.ts';
import { compareHeaders, expectedHeaders } from '#core/fold/header-checks.ts';
import { parseMessage } from '#core/messages.ts';
import { HostError } from '#shared/errors.ts';
import type { Exchange } from '#shared/exchange.ts';
import { objectAt, textAt } from '#shared/json.ts';
import type { HeaderMatch, HttpView } from '#shared/log-views.ts';
import type { HttpRecord, WireRecord } from '#shared/records.ts';
import type { WireLogReader } from '../store/log-files.ts';
import type { LogViews } from './log-views.ts';
import { lostRecord } from './lost-record.ts';

/** Records looked at around an exchange for its HTTP side. */
const HTTP_REACH = 5000;
/** Records of a body that are named. */
const BODY_SEQS = 100;
/** Characters of a header's wanted value that are told. */
const WANTED = 300;
const VERSION = 'io.modelcontextprotocol/protocolVersion';

/** Finds a tool as it is listed now. */
export type FindTool = (name: string) => { inputSchema?: unknown; outputSchema?: unknown } | undefined;

/** The view of one request; one that was led elsewhere is shown as the last of its requests. */
function requested(views: Map<string, HttpView>, { ch, t, method = '', url = '', headers = [] }: HttpRecord): void {
  const before = views.get(ch);
  const redirects = before ? { redirects: (before.redirects ?? 0) + 1 } : {};
  views.set(ch, {
    ch,
    method,
    url,
    requestHeaders: headers,
    responseHeaders: [],
    startedAt: t,
    chunks: 0,
    ...redirects,
  });
}

function answered(view: HttpView, record: HttpRecord): void {
  view.headAt = record.t;
  view.responseHeaders = record.headers ?? [];
  const { status, statusText, httpVersion, timing } = record;
  if (status !== undefined) view.status = status;
  if (statusText !== undefined) view.statusText = statusText;
  if (httpVersion !== undefined) view.httpVersion = httpVersion;
  if (timing) view.timing = timing;
}

function addHttp(views: Map<string, HttpView>, record: HttpRecord): void {
  const { ch, t } = record;
  if (record.what === 'request') requested(views, record);
  else if (!views.has(ch)) requested(views, { ...record, method: '', url: '', headers: [] });
  const view = views.get(ch);
  if (!view) return;
  if (record.what === 'response') answered(view, record);
  else if (record.what === 'chunk') {
    view.chunks += 1;
    view.bodySeqs ??= [];
    if (view.bodySeqs.length < BODY_SEQS) view.bodySeqs.push(record.seq);
  } else if (record.what === 'end') view.endedAt = t;
  else if (record.what === 'error') {
    view.endedAt = t;
    view.error = record.text ?? 'The connection broke.';
  }
}

const isOn =
  (channels: ReadonlySet<string>) =>
  (record: WireRecord | undefined): record is HttpRecord =>
    record?.k === 'http' && channels.has(record.ch);

/** HTTP on some channels, from one record on. */
async function httpOn(
  log: WireLogReader,
  channels: ReadonlySet<string>,
  { first, last }: { first: number; last: number },
): Promise<HttpView[]> {
  const views = new Map<string, HttpView>();
  const ended = () => views.size >= channels.size && [...views.values()].every((view) => view.endedAt !== undefined);
  for (let from = first; from <= last; from += 500) {
    const length = Math.min(500, last - from + 1);
    const records = await log.records(Array.from({ length }, (_, i) => from + i));
    for (const record of records.filter(isOn(channels))) addHttp(views, record);
    if (ended()) break;
  }
  return [...views.values()];
}

async function httpViews(log: WireLogReader, exchange: Exchange): Promise<HttpView[]> {
  const channels = new Set([exchange.ch]);
  if (exchange.responseSeq !== undefined) {
    const [answer] = await log.records([exchange.responseSeq]);
    if (answer?.k === 'frame') channels.add(answer.ch);
  }
  channels.delete('stdio');
  if (channels.size === 0) return [];
  const first = Math.max(1, exchange.requestSeq - 5);
  const last = Math.min(log.lastSeq, Math.max(exchange.responseSeq ?? first, first) + HTTP_REACH);
  return httpOn(log, channels, { first, last });
}

/** The headers of a modern request compared with its body; undefined where nothing has to agree. */
async function headerMatches(
  log: WireLogReader,
  { requestSeq, rpcId }: Exchange,
  http: { view: HttpView; tool: FindTool },
): Promise<HeaderMatch[] | undefined> {
  const [record] = await log.records([requestSeq]);
  if (record?.k !== 'frame' || record.dir !== 'out' || record.body) return undefined;
  const { messages } = parseMessage(record.text ?? '');
  const message = messages.find((one) => one.kind === 'request' && one.id === rpcId);
  if (message?.kind !== 'request' || textAt(objectAt(message.params, '_meta'), VERSION) === undefined) return undefined;
  const name = message.method === 'tools/call' ? textAt(message.params, 'name') : undefined;
  const scan = name === undefined ? undefined : scanMirrors(http.tool(name)?.inputSchema);
  const expected = expectedHeaders(message, scan && 'params' in scan ? scan.params : undefined);
  return compareHeaders(expected, http.view.requestHeaders).map(({ name: header, state, want }) => ({
    name: header,
    state,
    want: want.slice(0, WANTED),
  }));
}

/** An exchange with the HTTP around it. Throws NOT_FOUND when the log has no such exchange. */
export async function exchangeView(
  views: Pick<LogViews, 'exchange'>,
  log: WireLogReader,
  id: string,
  tool: FindTool = () => undefined,
): Promise<{ exchange: Exchange; http: HttpView[] }> {
  const exchange = await views.exchange(id);
  if (!exchange) throw new HostError('NOT_FOUND', 'This exchange is not in the log of the session.');
  const http = await httpViews(log, exchange);
  const own = exchange.origin === 'client' ? http.find(({ ch }) => ch === exchange.ch) : undefined;
  const matches = own && (await headerMatches(log, exchange, { view: own, tool }));
  if (own && matches) own.matches = matches;
  return { exchange, http };
}

/** HTTP of the exchange that a record is part of; nothing for a record that travelled otherwise. */
export async function httpOfRecord(log: WireLogReader, seq: number): Promise<HttpView[]> {
  const [record] = await log.records([seq]);
  if (!record) throw lostRecord(log, seq);
  const ch = record.k === 'http' || record.k === 'frame' || record.k === 'noise' ? record.ch : 'stdio';
  if (ch === 'stdio') return [];
  // The row of a POST without a message of ours begins one record after its request.
  const first = Math.max(1, seq - 5);
  return httpOn(log, new Set([ch]), { first, last: Math.min(log.lastSeq, seq + HTTP_REACH) });
}
