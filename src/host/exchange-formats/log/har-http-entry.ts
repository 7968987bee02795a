import type { TrafficRow } from '#shared/exchange.ts';
import type { HeaderList, HttpRecord, WireRecord } from '#shared/records.ts';
import { headerValue } from '../../transport/http-headers.ts';
import type { HttpSpan } from './http-spans.ts';
import type { LogSource } from './log-source.ts';
import { base64Text, jsonString, payloadBytes, payloadText } from './payload-text.ts';
import { isoTime } from './session-facts.ts';

const pairs = (headers: HeaderList | undefined) => (headers ?? []).map(([name, value]) => ({ name, value }));

const http = (record: WireRecord | undefined): HttpRecord | undefined => (record?.k === 'http' ? record : undefined);

/** A placeholder of a hidden value has braces, which no address may hold. */
function harUrl(url: string): string {
  return url.replaceAll('{', '%7B').replaceAll('}', '%7D');
}

function queryOf(url: string): { name: string; value: string }[] {
  return URL.canParse(url) ? [...new URL(url).searchParams].map(([name, value]) => ({ name, value })) : [];
}

/** The bytes of the answer, chunk by chunk. */
async function* chunks({ log }: LogSource, seqs: readonly number[]): AsyncGenerator<Buffer> {
  for (let at = 0; at < seqs.length; at += 100) {
    for (const record of await log.records(seqs.slice(at, at + 100))) {
      if (record?.k !== 'http') continue;
      if (record.body) yield* payloadBytes(log, record.seq);
      else yield record.b64 === undefined ? Buffer.from(record.text ?? '') : Buffer.from(record.b64, 'base64');
    }
  }
}

/** Size of the answer and whether it is text; a character may lie across two chunks. */
async function measure(source: LogSource, seqs: readonly number[]): Promise<{ bytes: number; text: boolean }> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let bytes = 0;
  let text = true;
  for await (const chunk of chunks(source, seqs)) {
    bytes += chunk.length;
    try {
      if (text) decoder.decode(chunk, { stream: true });
    } catch {
      text = false;
    }
  }
  try {
    if (text) decoder.decode();
  } catch {
    text = false;
  }
  return { bytes, text };
}

async function* decoded(source: LogSource, seqs: readonly number[]): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for await (const chunk of chunks(source, seqs)) yield decoder.decode(chunk, { stream: true });
}

/** The JSON text of the entry of one HTTP request. An answer that never came has the status 0, as browsers write it. */
export async function* harHttpEntry(
  source: LogSource,
  span: HttpSpan,
  row: TrafficRow | undefined,
): AsyncGenerator<string> {
  const { requestSeq, responseSeq = 0, endSeq = 0, chunkSeqs } = span;
  const [request, response, end] = (await source.log.records([requestSeq, responseSeq, endSeq])).map(http);
  const lastSeq = chunkSeqs.at(-1);
  const [last] = end || lastSeq === undefined ? [] : await source.log.records([lastSeq]);
  const startM = request?.m ?? 0;
  const headM = response?.m ?? end?.m ?? startM;
  const wait = (headM - startM) / 1000;
  const receive = ((end?.m ?? last?.m ?? headM) - headM) / 1000;
  const timings = { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait, receive };
  const head = { pageref: 'session', startedDateTime: isoTime(request?.t ?? 0), time: wait + receive };
  yield `${JSON.stringify(head).slice(0, -1)},"request":`;
  yield* harRequest(source, span, request, response);
  yield ',"response":';
  yield* harResponse(source, span, response);
  const { method, name, rpcId, status, by } = row ?? {};
  const broken = end?.what === 'error' ? { _error: end.text ?? 'The connection broke.' } : {};
  const open = endSeq === 0 ? { comment: 'It was still open when this was written, or when the log ended.' } : {};
  const rest = {
    cache: {},
    timings,
    ...broken,
    ...open,
    _mcp: { seq: requestSeq, method, name, id: rpcId, status, by },
  };
  yield `,${JSON.stringify(rest).slice(1)}`;
}

async function* harRequest(
  source: LogSource,
  { bodySeq }: HttpSpan,
  request: HttpRecord | undefined,
  response: HttpRecord | undefined,
): AsyncGenerator<string> {
  const { method = 'POST', url = '', headers } = request ?? {};
  const sent = bodySeq === undefined ? undefined : await source.log.payload(bodySeq, 0, 1);
  const told = {
    method,
    url: harUrl(url),
    httpVersion: `HTTP/${response?.httpVersion ?? '1.1'}`,
    cookies: [],
    headers: pairs(headers),
    queryString: queryOf(url),
    headersSize: -1,
    bodySize: sent?.total ?? 0,
  };
  if (bodySeq === undefined) {
    yield JSON.stringify(told);
    return;
  }
  const mimeType = headerValue(headers ?? [], 'content-type') ?? 'application/json';
  yield `${JSON.stringify(told).slice(0, -1)},"postData":{"mimeType":${JSON.stringify(mimeType)},"text":`;
  yield* jsonString(payloadText(source.log, bodySeq));
  yield '}}';
}

async function* harResponse(
  source: LogSource,
  { chunkSeqs }: HttpSpan,
  response: HttpRecord | undefined,
): AsyncGenerator<string> {
  const { bytes, text } = await measure(source, chunkSeqs);
  const coded = headerValue(response?.headers ?? [], 'content-encoding') !== undefined;
  const told = {
    status: response?.status ?? 0,
    statusText: response?.statusText ?? '',
    httpVersion: `HTTP/${response?.httpVersion ?? '1.1'}`,
    cookies: [],
    headers: pairs(response?.headers),
    redirectURL: headerValue(response?.headers ?? [], 'location') ?? '',
    headersSize: -1,
    // The log holds the decoded text; how long it was on the wire is not known.
    bodySize: coded || !response ? -1 : bytes,
  };
  const mimeType = headerValue(response?.headers ?? [], 'content-type') ?? 'x-unknown';
  yield `${JSON.stringify(told).slice(0, -1)},"content":{"size":${bytes},"mimeType":${JSON.stringify(mimeType)}`;
  if (bytes > 0) {
    yield text ? ',"text":' : ',"encoding":"base64","text":';
    yield* jsonString(text ? decoded(source, chunkSeqs) : base64Text(chunks(source, chunkSeqs)));
  }
  yield '}}';
}
