import type { DemoEra } from '#demo/demo-context.ts';
import { type DemoHttp, runDemoOverHttp } from '#demo/http.ts';
import { CAPABILITIES, type Message, modern } from './line-peer.ts';

const running: DemoHttp[] = [];

/** Closes every demo that `startHttp` started; for `afterEach`. */
export async function stopHttp(): Promise<void> {
  for (const demo of running.splice(0)) await demo.close();
}

/** A demo over HTTP on a free port, with the lines it logged. */
export async function startHttp(era: DemoEra) {
  const lines: string[] = [];
  const demo = await runDemoOverHttp({ port: 0, era, log: (line) => lines.push(line) });
  running.push(demo);
  return { ...demo, lines };
}

/** Posts one message, as either era does. */
export function post(
  url: string,
  message: object,
  headers: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    ...(signal === undefined ? {} : { signal }),
  });
}

/** A request of the modern era with the headers that repeat its body. */
export function postModern(url: string, method: string, params: object = {}, meta: object = {}): Promise<Response> {
  const { name, taskId } = params as { name?: string; taskId?: string };
  const about = name ?? taskId;
  const headers = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(about === undefined ? {} : { 'mcp-name': about }),
  };
  return post(url, { id: 1, method, params: modern(params, meta) }, headers);
}

/** Yields the messages of an answer as they arrive, whether it is one JSON body or an event stream. */
export async function* messages(response: Response): AsyncGenerator<Message> {
  if (response.headers.get('content-type')?.startsWith('application/json') === true) {
    yield (await response.json()) as Message;
    return;
  }
  let rest = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const events = (rest + chunk).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      const data = event.split('\n').find((line) => line.startsWith('data: '));
      if (data !== undefined && data.length > 6) yield JSON.parse(data.slice(6)) as Message;
    }
  }
}

/** All messages of an answer. */
export async function all(response: Response): Promise<Message[]> {
  const list: Message[] = [];
  for await (const message of messages(response)) list.push(message);
  return list;
}

/** Makes the legacy greeting and resolves with the headers of the session. */
export async function openSession(url: string, capabilities: object = CAPABILITIES) {
  const params = {
    protocolVersion: '2025-11-25',
    clientInfo: { name: 'fetch', version: '1' },
    capabilities,
  };
  const response = await post(url, { id: 0, method: 'initialize', params });
  const id = response.headers.get('mcp-session-id') ?? '';
  const headers = { 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' };
  const [hello] = await all(response);
  await post(url, { method: 'notifications/initialized' }, headers);
  return { id, headers, hello };
}
