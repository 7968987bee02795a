import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { frame } from '../log-kit.ts';
import { draftSource, exported, HTTP, traceSource } from './trace-source.ts';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  traceState?: string;
  flags?: number;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[];
  events: { name: string }[];
  status: { code?: number; message?: string };
}
interface Traces {
  resourceSpans: { resource: object; scopeSpans: { scope: object; spans: Span[] }[] }[];
}
/** A message type of protobufjs; as much of it as is used here. */
interface MessageType {
  fromObject(value: object): object;
  encode(message: object): { finish(): Uint8Array };
  decode(bytes: Uint8Array): object;
  toObject(message: object, options: object): object;
}

// The published definitions, compiled into the package by protobufjs; the package has no types for this module.
const root = createRequire(import.meta.url)('@opentelemetry/otlp-transformer/build/src/generated/root') as {
  opentelemetry: { proto: { collector: { trace: { v1: { ExportTraceServiceRequest: MessageType } } } } };
};
const { ExportTraceServiceRequest: Request } = root.opentelemetry.proto.collector.trace.v1;

const IDS = new Set(['traceId', 'spanId', 'parentSpanId']);

/** OTLP/JSON writes ids in hexadecimal, where the JSON of protobuf has base64. */
function recode<T>(value: T, from: 'hex' | 'base64', to: 'hex' | 'base64'): T {
  const text = JSON.stringify(value, (key, item: unknown) =>
    IDS.has(key) && typeof item === 'string' ? Buffer.from(item, from).toString(to) : item,
  );
  return JSON.parse(text) as T; // the same shape, other texts
}

/** Through the wire format and back. Fields at their default are not on the wire. */
function throughProtobuf(traces: Traces): Traces {
  const bytes = Request.encode(Request.fromObject(recode(traces, 'hex', 'base64'))).finish();
  const back = Request.toObject(Request.decode(bytes), { longs: String, bytes: String }) as Traces; // what was encoded
  return recode(back, 'base64', 'hex');
}

/** Without what protobuf does not send: empty lists, zeros. */
function withoutDefaults<T>(value: T): T {
  const text = JSON.stringify(value, (_key, item: unknown) =>
    (Array.isArray(item) && item.length === 0) || item === 0 ? undefined : item,
  );
  return JSON.parse(text) as T; // the same shape, less
}

async function spansOf(source: Parameters<typeof exported>[0]) {
  const traces = JSON.parse((await exported(source, 'otlp')).text) as Traces; // as the definitions prove below
  return { traces, spans: traces.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)) };
}

const attribute = (span: Span | undefined, key: string) =>
  span?.attributes.find((found) => found.key === key)?.value.stringValue ??
  span?.attributes.find((found) => found.key === key)?.value.intValue;

const request = (id: number, method: string, params: object) =>
  frame(JSON.stringify({ jsonrpc: '2.0', id, method, params }), 'out');
const answer = (id: number, body: object) => frame(JSON.stringify({ jsonrpc: '2.0', id, ...body }), 'in');

describe('OTLP', () => {
  test.each([
    'legacy-http',
    'modern-http',
    'legacy-stdio',
    'modern-stdio',
    'modern-task',
    'modern-input-required',
    'legacy-elicitation',
    'hostile-modern-stdio',
  ])('of %s is decoded without loss by the published definitions', async (trace) => {
    const { traces, spans } = await spansOf(await traceSource(trace));
    expect(spans.length).toBeGreaterThan(2);
    expect(withoutDefaults(throughProtobuf(traces))).toEqual(withoutDefaults(traces));
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
  });

  test('an unknown member would be noticed', async () => {
    const { traces } = await spansOf(await traceSource('legacy-stdio'));
    const wrong = JSON.parse(JSON.stringify(traces).replaceAll('"events"', '"happenings"')) as Traces; // one name differs
    expect(withoutDefaults(throughProtobuf(wrong))).not.toEqual(withoutDefaults(wrong));
  });

  test('names and attributes follow the conventions', async () => {
    const { spans } = await spansOf(await traceSource('legacy-http'));
    const list = spans.find(({ name }) => name === 'tools/list');
    expect(list).toMatchObject({ kind: 3, status: {} });
    expect(attribute(list, 'mcp.method.name')).toBe('tools/list');
    expect(attribute(list, 'mcp.protocol.version')).toBe('2025-11-25');
    expect(attribute(list, 'network.transport')).toBe('tcp');
    expect(attribute(list, 'network.protocol.name')).toBe('http');
    expect(attribute(list, 'server.address')).toBe('127.0.0.1');
    expect(attribute(list, 'server.port')).toBe('40000');
    const call = spans.find(({ name }) => name.startsWith('tools/call '));
    expect(call?.name).toBe(`tools/call ${attribute(call, 'gen_ai.tool.name')}`);
    expect(attribute(call, 'jsonrpc.request.id')).toMatch(/^\d+$/);
    expect(spans.find(({ name }) => name.startsWith('resources/read'))?.name).toBe('resources/read');
  });

  test('a tool’s own error is failed, a protocol error has its code, a lost answer is lost', async () => {
    const { spans } = await spansOf(
      await draftSource([
        request(1, 'tools/call', { name: 'a', arguments: {} }),
        answer(1, { result: { content: [], isError: true } }),
        request(2, 'prompts/get', { name: 'p' }),
        answer(2, { error: { code: -32602, message: 'No such prompt' } }),
        request(3, 'ping', {}),
      ]),
    );
    expect(spans.map(({ name }) => name)).toEqual(['tools/call a', 'prompts/get p', 'ping']);
    expect(spans.map(({ status }) => status.code)).toEqual([2, 2, 2]);
    expect(spans.map((span) => attribute(span, 'error.type'))).toEqual(['tool_error', '-32602', 'connection_lost']);
    expect(spans[1]?.status.message).toBe('No such prompt');
    expect(attribute(spans[1], 'rpc.response.status_code')).toBe('-32602');
    expect(BigInt(spans[0]?.endTimeUnixNano ?? 0) - BigInt(spans[0]?.startTimeUnixNano ?? 0)).toBe(1_000_000n);
  });

  test('a request that names a version has that one, the others that of the session', async () => {
    const { spans } = await spansOf(
      await draftSource([
        request(1, 'server/discover', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }),
        answer(1, { error: { code: -32601, message: 'no' } }),
        request(2, 'ping', {}),
        answer(2, { result: {} }),
      ]),
    );
    expect(spans.map((span) => attribute(span, 'mcp.protocol.version'))).toEqual(['2026-07-28', '2025-11-25']);
  });

  test('a request is the span that its traceparent names, once; a broken one is ignored', async () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const sent = (traceparent: string) => ({ _meta: { traceparent, tracestate: 'a=b' } });
    const { spans, traces } = await spansOf(
      await draftSource([
        request(1, 'tools/list', sent(`00-${trace}-00f067aa0ba902b7-01`)),
        answer(1, { result: { tools: [] } }),
        request(2, 'tools/list', sent(`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`)),
        answer(2, { result: { tools: [] } }),
        request(3, 'tools/list', sent(`00-${trace}-00f067aa0ba902b7-01`)),
        answer(3, { result: { tools: [] } }),
      ]),
    );
    expect(spans[0]).toMatchObject({ traceId: trace, spanId: '00f067aa0ba902b7', traceState: 'a=b', flags: 1 });
    expect(spans[0]).not.toHaveProperty('parentSpanId');
    expect(spans[2]).toMatchObject({ traceId: trace, parentSpanId: '00f067aa0ba902b7' });
    expect(spans[2]?.spanId).not.toBe('00f067aa0ba902b7');
    expect(spans[1]?.traceId).toMatch(/^[\da-f]{32}$/);
    expect(spans[1]?.traceId).not.toMatch(/^0+$/);
    expect(spans[1]).not.toHaveProperty('parentSpanId');
    expect(withoutDefaults(throughProtobuf(traces))).toEqual(withoutDefaults(traces));
  });

  test('what a server asks is a span below the call, of kind server', async () => {
    const { spans } = await spansOf(await traceSource('legacy-elicitation'));
    const ask = spans.find(({ name }) => name === 'elicitation/create');
    const call = spans.find(({ spanId }) => spanId === ask?.parentSpanId);
    expect(ask?.kind).toBe(2);
    expect(call?.name).toMatch(/^tools\/call /);
    expect(ask?.traceId).toBe(call?.traceId);
  });

  test('what a server asks with a traceparent lies below the span that it names', async () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const params = { _meta: { traceparent: `00-${trace}-00f067aa0ba902b7-01` } };
    const asked = frame(JSON.stringify({ jsonrpc: '2.0', id: 'a', method: 'roots/list', params }), 'in');
    const { spans } = await spansOf(await draftSource([asked]));
    expect(spans[0]).toMatchObject({ traceId: trace, parentSpanId: '00f067aa0ba902b7', kind: 2 });
  });

  test('the same session gives the same ids again', async () => {
    const first = await spansOf(await draftSource([request(1, 'ping', {}), answer(1, { result: {} })], HTTP));
    const again = await spansOf(await draftSource([request(1, 'ping', {}), answer(1, { result: {} })], HTTP));
    expect(again.traces).toEqual(first.traces);
  });
});
