import type { Exchange, TrafficRow } from '#shared/exchange.ts';
import { objectAt, textAt } from '#shared/json.ts';
import type { LogSource } from './log-source.ts';
import { type OtlpValue, otlpAttributes } from './otlp-attributes.ts';
import { parsedJson, wholeText } from './payload-text.ts';
import type { SessionFacts } from './session-facts.ts';
import type { SpanPlace } from './span-ids.ts';

/** Notifications told as events of a span, as many as the OpenTelemetry SDKs keep. */
const EVENTS = 128;
const KIND = { server: 2, client: 3 };
const VERSION = 'io.modelcontextprotocol/protocolVersion';
const STATUS_ERROR = { code: 2 };

interface SpanParts {
  exchange: Exchange;
  row: TrafficRow;
  session: SessionFacts;
  place: SpanPlace;
}

const nanos = (micros: number) => (BigInt(Math.round(micros)) * 1000n).toString();

/** What the semantic conventions call the error of an exchange; undefined when it has none. */
function errorType({ status, errorCode }: Exchange): string | undefined {
  switch (status) {
    case 'tool-error':
      return 'tool_error';
    case 'timed-out':
      return 'timeout';
    case 'stopped':
      return 'cancelled';
    case 'lost':
      return 'connection_lost';
    case 'error':
      return errorCode === undefined ? 'error' : String(errorCode);
    default:
      return undefined;
  }
}

/** Tool, prompt or address of a request; the conventions name a span only by the first two. */
function subject({ method, name }: Exchange): { tool?: string; prompt?: string; uri?: string } {
  if (name === undefined) return {};
  if (method === 'tools/call') return { tool: name };
  if (method === 'prompts/get') return { prompt: name };
  return method.startsWith('resources/') ? { uri: name } : {};
}

function address({ url }: SessionFacts): { host?: string; port?: number } {
  if (url === undefined || !URL.canParse(url)) return {};
  const { hostname, port, protocol } = new URL(url);
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port || (protocol === 'https:' ? 443 : 80)) };
}

/** The version that a request names for itself: a greeting may try another one than was agreed on. */
async function namedVersion({ log }: LogSource, { origin, requestSeq }: Exchange): Promise<string | undefined> {
  if (origin === 'server') return undefined;
  const params = objectAt(parsedJson(await wholeText(log, requestSeq)), 'params');
  return textAt(objectAt(params, '_meta'), VERSION);
}

function attributesOf({ exchange, session }: SpanParts, version: string | undefined) {
  const { tool, prompt, uri } = subject(exchange);
  const overHttp = session.transport === 'http';
  const { host, port } = address(session);
  const list: [string, OtlpValue | undefined][] = [
    ['mcp.method.name', exchange.method],
    ['mcp.protocol.version', version ?? session.version],
    ['mcp.resource.uri', uri],
    ['jsonrpc.request.id', String(exchange.rpcId)],
    ['jsonrpc.protocol.version', '2.0'],
    ['rpc.response.status_code', exchange.errorCode === undefined ? undefined : String(exchange.errorCode)],
    ['gen_ai.operation.name', tool === undefined ? undefined : 'execute_tool'],
    ['gen_ai.tool.name', tool],
    ['gen_ai.prompt.name', prompt],
    ['network.transport', overHttp ? 'tcp' : 'pipe'],
    ['network.protocol.name', overHttp ? 'http' : undefined],
    ['server.address', host],
    ['server.port', port],
    ['error.type', errorType(exchange)],
    ['wirebench.seq', exchange.requestSeq],
    ['wirebench.status', exchange.status],
    ['wirebench.started_by', exchange.by?.kind],
    ['wirebench.started_by.name', exchange.by?.name],
    // A person took this long; the span goes on in the meantime.
    ['wirebench.waited_ms', exchange.waitedUs === undefined ? undefined : exchange.waitedUs / 1000],
  ];
  return otlpAttributes(list);
}

async function eventsOf({ log }: LogSource, { noticeSeqs }: Exchange) {
  const records = await log.records(noticeSeqs.slice(0, EVENTS));
  return records.flatMap((record) => {
    if (record?.k !== 'frame') return [];
    const name = textAt(parsedJson(record.text), 'method') ?? 'notification';
    return [{ timeUnixNano: nanos(record.t), name, attributes: otlpAttributes([['wirebench.seq', record.seq]]) }];
  });
}

/** Answers after the first one, which change nothing: the span ended before them. */
async function moreAnswers({ log }: LogSource, seqs: readonly number[]) {
  const records = await log.records([...seqs]);
  return records.flatMap((record) =>
    record
      ? [
          {
            timeUnixNano: nanos(record.t),
            name: 'wirebench.another_answer',
            attributes: otlpAttributes([['wirebench.seq', record.seq]]),
          },
        ]
      : [],
  );
}

/** The span of one exchange. A tool's own error counts as failed; an exchange that is still open ends where it began. */
export async function otlpSpan(source: LogSource, parts: SpanParts) {
  const { exchange, place } = parts;
  const { tool, prompt } = subject(exchange);
  const { startedAt, tookUs = 0, waitedUs = 0, noticeSeqs } = exchange;
  const error = errorType(exchange);
  const { traceId, spanId, parentSpanId, traceState, flags } = place;
  return {
    traceId,
    spanId,
    ...(traceState === undefined ? {} : { traceState }),
    ...(parentSpanId === undefined ? {} : { parentSpanId }),
    ...(flags === undefined ? {} : { flags }),
    name: [exchange.method, tool ?? prompt].filter((word) => word !== undefined).join(' '),
    kind: KIND[exchange.origin],
    startTimeUnixNano: nanos(startedAt),
    endTimeUnixNano: nanos(startedAt + tookUs + waitedUs),
    attributes: attributesOf(parts, await namedVersion(source, exchange)),
    events: [...(await eventsOf(source, exchange)), ...(await moreAnswers(source, exchange.moreAnswers ?? []))],
    droppedEventsCount: Math.max(0, noticeSeqs.length - EVENTS),
    status: error === undefined ? {} : { ...STATUS_ERROR, message: exchange.errorMessage ?? error },
  };
}
