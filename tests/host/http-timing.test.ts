import { expect, test } from 'vitest';
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
