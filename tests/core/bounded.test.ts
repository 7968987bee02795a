import { describe, expect, test } from 'vitest';
import { bounded } from '#core/bounded.ts';
import { legacyEra } from '#core/era/legacy.ts';
import { modernEra } from '#core/era/modern.ts';
import { settle } from './support/fake-clock.ts';
import { fakeServer, legacyHandlers, modernHandlers, Wrong } from './support/fake-server.ts';
import { Harness } from './support/harness.ts';

const LIMIT = 256 * 1024;
const wide = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`member${at}`, value]));
const deep = (levels: number, width: number): unknown =>
  levels === 0 ? 'x'.repeat(2000) : wide(width, deep(levels - 1, width));

describe('what is mirrored', () => {
  test('is the same object while it is small', () => {
    const value = { message: 'Who?', requestedSchema: { type: 'object' } };
    expect(bounded(value)).toEqual({ value });
    expect(bounded(value).value).toBe(value);
  });

  const large: [what: string, value: Record<string, unknown>][] = [
    ['a long text', { message: 'm'.repeat(1_000_000), elicitationId: 'e1' }],
    ['many members', wide(50_000, { type: 'string' })],
    ['long names', { ['n'.repeat(500_000)]: 1 }],
    ['many levels', { tree: deep(3, 15) }],
    ['a long list', { list: Array.from({ length: 100_000 }, () => ({ a: [1, 2, 3] })) }],
  ];
  test.each(large)('is bounded, with the size it had: %s', (_what, value) => {
    const { value: copy, cutFrom } = bounded(value);
    expect(JSON.stringify(copy).length).toBeLessThanOrEqual(LIMIT);
    expect(cutFrom).toBe(JSON.stringify(value).length);
  });

  test('keeps short members beside a long one', () => {
    const { value } = bounded({ elicitationId: 'e1', maxTokens: 5, message: 'm'.repeat(1_000_000), on: true });
    expect(value).toMatchObject({ elicitationId: 'e1', maxTokens: 5, on: true });
    expect(value.message).toMatch(/^m{500,1000}$/);
  });
});

test('a question that is too large is mirrored in short, with its size, and is answered all the same', async () => {
  const large = { message: 'Who?', requestedSchema: { type: 'object', properties: wide(20_000, { type: 'string' }) } };
  const h = await new Harness({ servers: [fakeServer(legacyHandlers({}))], config: { era: 'legacy' } }).start();
  h.wire.say({ jsonrpc: '2.0', id: 'q', method: 'elicitation/create', params: large });
  const pending = h.entity('pending');
  expect(pending).toMatchObject({
    status: 'waiting',
    cutFrom: JSON.stringify(large).length,
    params: { message: 'Who?' },
  });
  expect(JSON.stringify(pending).length).toBeLessThan(LIMIT + 1000);
  h.session.answer(pending.id, { action: 'decline' });
  await settle();
  expect(h.wire.got.at(-1)?.message).toMatchObject({ id: 'q', result: { action: 'decline' } });
  h.wire.say({ jsonrpc: '2.0', id: 'q2', method: 'elicitation/create', params: { ...large, requestedSchema: {} } });
  expect(h.entity('pending', 's1/in2').cutFrom).toBeUndefined();
});

describe.each([legacyEra('2025-11-25'), modernEra('2026-07-28')])('the greeting of a $name server', (era) => {
  test('keeps what it declares, not how much it says of it', () => {
    const capabilities = {
      resources: { subscribe: true },
      logging: {},
      extensions: { 'com.x/y': wide(9000, 'x'.repeat(100)) },
    };
    const serverInfo = {
      name: 'big',
      version: '1',
      icons: [{ src: `data:image/png;base64,${'A'.repeat(2_000_000)}` }],
    };
    const hello = era.readHello({ capabilities, serverInfo }, 1);
    expect(hello.capabilities).toMatchObject({
      resources: { subscribe: true },
      logging: {},
      extensions: { 'com.x/y': {} },
    });
    expect(hello.cutFrom).toBe(JSON.stringify(capabilities).length);
    expect(hello.serverInfo).toMatchObject({ name: 'big', version: '1' });
    expect(JSON.stringify(hello).length).toBeLessThan(2 * LIMIT);
  });
});

describe('a secret that lies across the end of what is kept', () => {
  const SECRET = 'sk_live_0123456789abcdef';
  const redact = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll(SECRET, '{{secret:KEY}}')) as T; // the same shape
  const open = async (handlers: Parameters<typeof legacyHandlers>[0]) =>
    new Harness({ servers: [fakeServer(legacyHandlers(handlers))], config: { era: 'legacy' }, redact }).start();
  const told = (h: Harness) => JSON.stringify(h.changes.filter((change) => change.op === 'put'));

  test('[SEC-12] is no secret in two in a question', async () => {
    const h = await open({});
    // One of them is cut in its middle, however many characters of the text are kept.
    const message = `${'x'.repeat(490)}${SECRET}${'y'.repeat(476)}${SECRET}${'z'.repeat(400_000)}`;
    h.wire.say({ jsonrpc: '2.0', id: 'q', method: 'elicitation/create', params: { message } });
    await settle();
    expect(h.entity('pending').cutFrom).toBeGreaterThan(LIMIT);
    expect(told(h)).not.toContain(SECRET.slice(0, 6));
  });

  test.each(['legacy', 'modern'] as const)('[SEC-12] nor in what a %s server says of itself', async (era) => {
    const instructions = `${'x'.repeat(99_990)}${SECRET}`;
    const own = {
      initialize: () => ({
        protocolVersion: '2025-11-25',
        capabilities: {},
        serverInfo: { name: 'a', version: '1' },
        instructions,
      }),
      'server/discover': () => ({
        resultType: 'complete',
        supportedVersions: ['2026-07-28'],
        capabilities: {},
        serverInfo: { name: 'a', version: '1' },
        instructions,
      }),
    };
    const handlers = era === 'legacy' ? legacyHandlers(own) : modernHandlers(own);
    const h = await new Harness({ servers: [fakeServer(handlers)], config: { era }, redact }).start();
    expect(h.entity('session').hello?.instructions?.length).toBeGreaterThan(99_000);
    expect(told(h)).not.toContain(SECRET.slice(0, 6));
  });

  test('[SEC-12] nor in the words of an error', async () => {
    const h = await open({
      'tools/call': () => {
        throw new Wrong(-32000, `${'x'.repeat(9_990)}${SECRET}`);
      },
    });
    await h.run('tools.call', { name: 'a', args: {} });
    expect(h.entity('operation').fault?.code).toBe(-32000);
    expect(told(h)).not.toContain(SECRET.slice(0, 6));
  });
});
