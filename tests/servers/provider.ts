import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as it arrived. */
export interface ProviderRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string | string[] | undefined>;
  /** The JSON that came; undefined for none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read any member of it
  readonly body: any;
}

export type ProviderAnswer = (request: ProviderRequest, response: ServerResponse) => void | Promise<void>;

/** A provider of models on loopback that speaks the OpenAI chat completions format: JSON, and SSE streams. */
export interface FakeProvider {
  /** Base URL, with /v1. */
  readonly url: string;
  readonly port: number;
  /** Everything that arrived, in order. */
  readonly requests: ProviderRequest[];
  /** How the next requests for a completion are answered; absent: `reply`. */
  answer: ProviderAnswer;
  models: string[];
  /** When set, requests without this key get 401. */
  key: string | undefined;
  /** Connections that a client ended before the answer was whole. */
  readonly aborted: number;
  close(): Promise<void>;
}

/** Sends chunks as a stream, each `data:` line in a write of its own, and `[DONE]`; with null it stays open. */
export function sendStream(response: ServerResponse, deltas: readonly object[], end: object | null = {}): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  for (const delta of deltas) sendChunk(response, { delta, finish_reason: null });
  if (end === null) return;
  const { finish_reason = 'stop', usage } = end as { finish_reason?: string; usage?: object };
  sendChunk(response, { delta: {}, finish_reason });
  if (usage) response.write(`data: ${JSON.stringify({ ...HEAD, choices: [], usage })}\n\n`);
  response.end('data: [DONE]\n\n');
}

const HEAD = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_780_000_000, model: 'gpt-x-mini-2026' };

export function sendChunk(response: ServerResponse, choice: object): void {
  response.write(`data: ${JSON.stringify({ ...HEAD, choices: [{ index: 0, ...choice }] })}\n\n`);
}

/** An error as OpenAI words it. */
export function sendError(
  response: ServerResponse,
  status: number,
  error: object | string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ error }));
}

/** The words of a reply, one delta each. */
export function words(text: string): object[] {
  return [{ role: 'assistant', content: '' }, ...text.split(/(?<= )/).map((content) => ({ content }))];
}

async function read(request: IncomingMessage): Promise<ProviderRequest> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer); // no encoding was set
  const text = Buffer.concat(parts).toString('utf8');
  const { method = '', url: path = '', headers } = request;
  return { method, path, headers, body: text === '' ? undefined : JSON.parse(text) };
}

const reply: ProviderAnswer = (_request, response) => sendStream(response, words('Hello from the model.'));

/** Starts one on a free port of loopback. */
export async function startProvider(): Promise<FakeProvider> {
  const self = {
    requests: [] as ProviderRequest[],
    answer: reply,
    models: ['gpt-x', 'gpt-x-mini'],
    key: undefined as string | undefined,
    aborted: 0,
  };
  const respond = (request: ProviderRequest, response: ServerResponse): unknown => {
    const given = request.headers.authorization;
    if (self.key !== undefined && given !== `Bearer ${self.key}`) {
      const message = `Incorrect API key provided: ${given ?? 'none'}.`;
      return sendError(response, 401, { message, type: 'invalid_request_error', code: 'invalid_api_key' });
    }
    if (request.path === '/v1/chat/completions') return self.answer(request, response);
    const found = request.path === '/v1/models';
    response.writeHead(found ? 200 : 404, { 'content-type': found ? 'application/json' : 'text/plain' });
    const data = self.models.map((id) => ({ id, object: 'model', created: 1, owned_by: 'tests' }));
    return response.end(found ? JSON.stringify({ object: 'list', data }) : '404 page not found');
  };
  const server = createServer((incoming, response) => {
    response.on('close', () => {
      if (!response.writableFinished) self.aborted += 1;
    });
    void read(incoming).then((request) => {
      self.requests.push(request);
      return respond(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return Object.assign(self, {
    url: `http://127.0.0.1:${port}/v1`,
    port,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}
