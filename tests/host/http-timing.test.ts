import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { readTrust } from '#host/transport/certificate.ts';
import { createHttpClient } from '#host/transport/http-client.ts';
import type { HttpTiming } from '#shared/records.ts';
import { json, open, result, serve } from './http-kit.ts';

const WAIT_MS = 60;

test('the head of an answer tells how long name, connection and sending took, and that the next one reused it', async () => {
  const { port } = await serve((_seen, response) => void setTimeout(() => json(response, result(1)), WAIT_MS));
  // A name, so that it is looked up.
  const { events, send } = await open(`http://localhost:${port}/mcp`);
  await events.endOf(await send({ id: 1, method: 'a' }));
  await events.endOf(await send({ id: 1, method: 'b' }));
  const [first, second] = events.https.filter(({ what }) => what === 'response').map(({ timing }) => timing);
  expect(first).toMatchObject({ reused: false, dnsUs: expect.any(Number), tcpUs: expect.any(Number) });
  expect(first?.tlsUs).toBeUndefined();
  const way = (first?.dnsUs ?? 0) + (first?.tcpUs ?? 0);
  expect(way).toBeGreaterThan(0);
  expect(first?.sentUs).toBeGreaterThanOrEqual(way);
  // The server took its time after all of that.
  expect(second).toEqual({ reused: true, sentUs: expect.any(Number) });
  expect(second?.sentUs).toBeLessThan(WAIT_MS * 1000);
});

test('an address that is no name has no time for the look-up', async () => {
  const { origin } = await serve((_seen, response) => json(response, result(1)));
  const { events, send } = await open(`${origin}/mcp`);
  await events.endOf(await send({ id: 1, method: 'a' }));
  const timing = events.https.find(({ what }) => what === 'response')?.timing;
  expect(timing).toMatchObject({ reused: false, tcpUs: expect.any(Number) });
  expect(timing?.dnsUs).toBeUndefined();
});

test('a secure connection tells how long its handshake took', async () => {
  const file = (name: string) => new URL(`../cases/files/tls/${name}`, import.meta.url);
  const server = createServer(
    { cert: readFileSync(file('cert.pem')), key: readFileSync(file('key.pem')) },
    (_seen, answer) => answer.end('{}'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // it listens on a port
  const timings: (HttpTiming | undefined)[] = [];
  const events = {
    ...{ message: () => undefined, stderr: () => undefined, note: () => undefined, started: () => undefined },
    ...{ ended: () => undefined, closed: () => undefined },
    http: ({ what, timing }: { what: string; timing?: HttpTiming | undefined }) => {
      if (what === 'response') timings.push(timing);
    },
  };
  const client = createHttpClient(events, await readTrust({ caFile: file('cert.pem').pathname }));
  await new Promise<void>((resolve) => {
    const handlers = { head: () => undefined, data: () => undefined, end: () => resolve() };
    client.start({ ch: 'h1', method: 'GET', url: new URL(`https://127.0.0.1:${port}/`), headers: [] }, handlers);
  });
  client.close();
  expect(timings).toHaveLength(1);
  expect(timings[0]).toMatchObject({ reused: false, tcpUs: expect.any(Number), tlsUs: expect.any(Number) });
  expect(timings[0]?.tlsUs).toBeGreaterThan(0);
});
