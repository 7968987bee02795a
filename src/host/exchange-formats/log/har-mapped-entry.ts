import type { Exchange } from '#shared/exchange.ts';
import type { LogSource } from './log-source.ts';
import { base64Text, isUtf8, jsonString, NOT_UTF8, payloadBytes, payloadText, recordList } from './payload-text.ts';
import { isoTime } from './session-facts.ts';

/** `.invalid` is the domain that never exists (RFC 2606): nobody takes it for a real address. */
const HOST = 'http://stdio.invalid';
const TYPE = 'application/json';

function address({ method, name }: Exchange): string {
  const words = [...method.split('/'), ...(name === undefined ? [] : [name])];
  // By way of bytes, since half a character cannot be written in an address.
  return `${HOST}/${words.map((word) => encodeURIComponent(Buffer.from(word).toString())).join('/')}`;
}

/** The JSON text of an entry for a message and its answer on the standard streams; marked as mapped. */
export async function* harMappedEntry(source: LogSource, exchange: Exchange): AsyncGenerator<string> {
  const { requestSeq, responseSeq, startedAt, origin } = exchange;
  const time = ((exchange.tookUs ?? 0) + (exchange.waitedUs ?? 0)) / 1000;
  const common = { httpVersion: 'HTTP/1.1', cookies: [], headers: [], headersSize: -1 };
  const [sent, back] = origin === 'client' ? (['bytesOut', 'bytesIn'] as const) : (['bytesIn', 'bytesOut'] as const);
  const head = { pageref: 'session', startedDateTime: isoTime(startedAt), time };
  const request = { method: 'POST', url: address(exchange), ...common, queryString: [], bodySize: exchange[sent] };
  yield `${JSON.stringify(head).slice(0, -1)},"request":${JSON.stringify(request).slice(0, -1)}`;
  yield `,"postData":{"mimeType":"${TYPE}","text":`;
  yield* jsonString(payloadText(source.log, requestSeq));
  // HAR has no base64 for what was sent.
  if (!(await isUtf8(source.log, requestSeq))) yield `,"comment":${JSON.stringify(NOT_UTF8)}`;
  const answered = responseSeq !== undefined;
  const [status, statusText] = answered ? [200, 'OK'] : [0, ''];
  const response = { status, statusText, ...common, redirectURL: '', bodySize: answered ? exchange[back] : -1 };
  const content = { size: answered ? exchange[back] : 0, mimeType: TYPE };
  yield `}},"response":${JSON.stringify(response).slice(0, -1)},"content":${JSON.stringify(content).slice(0, -1)}`;
  if (answered) {
    const text = await isUtf8(source.log, responseSeq);
    yield text ? ',"text":' : ',"encoding":"base64","text":';
    yield* jsonString(text ? payloadText(source.log, responseSeq) : base64Text(payloadBytes(source.log, responseSeq)));
  }
  const { method, name, rpcId, errorMessage, by } = exchange;
  const mcp = { mapped: true, seq: requestSeq, origin, method, name, id: rpcId, status: exchange.status, by };
  const rest = {
    cache: {},
    timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: time, receive: 0 },
    comment: `Mapped: a message on the standard streams, asked by the ${origin}. No HTTP request was made.`,
    ...(errorMessage === undefined ? {} : { _error: errorMessage }),
    _mcp: mcp,
  };
  yield `}},${JSON.stringify(rest).slice(1, -2)}`;
  // A HAR entry has one answer: those after the first one are members of `_mcp`.
  yield* recordList('moreAnswers', exchange.moreAnswers ?? [], (seq) => textMember(source, seq));
  yield '}}';
}

async function* textMember({ log }: LogSource, seq: number): AsyncGenerator<string> {
  yield '"text":';
  yield* jsonString(payloadText(log, seq));
}
