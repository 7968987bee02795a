import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { runDemoOverHttp } from '#demo/http.ts';
import type { HeaderList } from '#shared/records.ts';
import { open, result } from './http-kit.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function startDemo(era: 'legacy' | 'modern'): Promise<string> {
  const demo = await runDemoOverHttp({ port: 0, era, log: () => undefined });
  closing.push(demo.close);
  return demo.url;
}

const clientInfo = { name: 'test', version: '1' };

describe('against the demo server', () => {
  test('[HSL-03] [HSL-05] [HSL-07] legacy: session, GET stream, list, end of the session', async () => {
    const { transport, events, send } = await open(await startDemo('legacy'));
    const params = { protocolVersion: '2025-11-25', clientInfo, capabilities: {} };
    expect(await events.endOf(await send({ id: 0, method: 'initialize', params }))).toMatchObject({ status: 200 });
    transport.agree({ era: 'legacy', version: '2025-11-25' });
    expect(await events.endOf(await send({ method: 'notifications/initialized' }))).toMatchObject({ status: 202 });
    await events.until(() => events.streamStates().includes('open'));
    await events.endOf(await send({ id: 1, method: 'tools/list', params: {} }));
    const list = events.messages.find(({ payload }) => payload.text.includes('"tools":['));
    expect(JSON.parse(list?.payload.text ?? '{}')).toMatchObject({ id: 1, result: { tools: expect.any(Array) } });
    await transport.close(() => undefined);
    const removal = events.https.filter((event) => event.method === 'DELETE');
    expect(removal).toHaveLength(1);
    const answers = events.https.filter((event) => event.ch === removal[0]?.ch && event.what === 'response');
    expect(answers.map((answer) => answer.status)).toEqual([200]);
    expect(events.streamStates()).toEqual(['opening', 'open', 'closed']);
  });

  test('[HTTP-03] [HTTP-04] [HTTP-20] modern: discover and list, every request on its own', async () => {
    const { transport, events, send } = await open(await startDemo('modern'));
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': clientInfo,
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const ask = async (id: number, method: string): Promise<unknown> => {
      const headers: HeaderList = [
        ['MCP-Protocol-Version', '2026-07-28'],
        ['Mcp-Method', method],
      ];
      const ch = await send({ id, method, params: { _meta } }, headers);
      expect(await events.endOf(ch)).toMatchObject({ status: 200 });
      return JSON.parse(events.messages.find((message) => message.ch === ch)?.payload.text ?? '{}');
    };
    expect(await ask(1, 'server/discover')).toMatchObject({ id: 1, result: { supportedVersions: ['2026-07-28'] } });
    transport.agree({ era: 'modern', version: '2026-07-28' });
    expect(await ask(2, 'tools/list')).toMatchObject({ id: 2, result: { tools: expect.any(Array) } });
    await transport.close(() => undefined);
    const requests = events.https.filter((event) => event.what === 'request');
    expect(requests.map((request) => request.method)).toEqual(['POST', 'POST']);
  });
});

describe('https', () => {
  test('[HTTP-23] a self-signed certificate is refused with its own code and words, and nothing is sent', async () => {
    const file = (name: string): Buffer => readFileSync(new URL(`../cases/files/tls/${name}`, import.meta.url));
    let requests = 0;
    const server = createServer({ cert: file('cert.pem'), key: file('key.pem') }, (_request, response) => {
      requests += 1;
      response.end(result(1));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => new Promise((resolve) => server.close(resolve)));
    const { port } = server.address() as AddressInfo; // a listening TCP server has one
    const { call } = await open(`https://127.0.0.1:${port}/mcp`);
    expect((await call('a')).error).toEqual({
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
      message: expect.stringContaining(
        `The secure connection to 127.0.0.1:${port} was refused: its certificate is self-signed.`,
      ),
    });
    expect(requests).toBe(0);
  });
});
