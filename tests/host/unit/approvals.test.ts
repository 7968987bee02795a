import { expect, test } from 'vitest';
import type { AllowedList } from '../../../src/host/approvals/allowed-list.ts';
import { Approvals } from '../../../src/host/approvals/approvals.ts';
import { approveScript } from '../../../src/host/approvals/script-calls.ts';
import type { LiveSession } from '../../../src/host/live-session.ts';
import { createStatePublisher } from '../../../src/host/publish/state-source.ts';

const TOOL = { name: 'look', inputSchema: { type: 'object' } };

test('what is allowed for good while the question ends is not kept', async () => {
  let write: () => void = () => undefined;
  const kept: string[] = [];
  const allowed = {
    standing: () => undefined,
    add: ({ tool }: { tool: string }) =>
      new Promise<void>((resolve) => {
        write = () => {
          kept.push(tool);
          resolve();
        };
      }),
    forget: async ({ tool }: { tool: string }) => void kept.splice(kept.indexOf(tool), 1),
  } as unknown as AllowedList;
  const approvals = new Approvals({ state: createStatePublisher(), allowed, keeps: () => true, saw: () => undefined });
  const { signal } = new AbortController();
  const core = { items: () => ({ items: [TOOL] }), note: () => undefined, signal };
  const config = { id: 'srv', endpoint: { kind: 'builtin' } };
  const session = { id: 's', serverId: 'srv', config, redact: <T>(value: T) => value, core } as unknown as LiveSession;
  let id = '';
  const asker = { kind: 'model' as const, name: 'm' };
  const asked = approvals.ask({
    ...{ session, tool: TOOL, args: {}, asker },
    onAsked: (pendingId) => {
      id = pendingId;
    },
  });
  const always = approvals.answer(id, { action: 'accept', content: { always: true } });
  await approvals.answer(id, { action: 'decline' });
  write();
  await expect(always).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await asked).toBe('denied');
  expect(kept).toEqual([]);
});

test('arguments of any size reach the pages bounded; what the tool says of itself stays whole', async () => {
  const state = createStatePublisher();
  const allowed = { standing: () => undefined } as unknown as AllowedList;
  const approvals = new Approvals({ state, allowed, keeps: () => true, saw: () => undefined });
  const tool = { ...TOOL, annotations: { destructiveHint: true } };
  const core = { items: () => ({ items: [tool] }), note: () => undefined, signal: new AbortController().signal };
  const session = { id: 's', serverId: 'srv', redact: <T>(value: T) => value, core } as unknown as LiveSession;
  const rows = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`k${at}`, { text: 'x'.repeat(5000) }]));
  const text = JSON.stringify(rows);
  const asker = { kind: 'script' as const, name: 'Tour' };
  let id = '';
  const onAsked = (pendingId: string) => {
    id = pendingId;
  };
  const asked = approvals.ask({ session, tool, args: rows, argsText: text, asker, onAsked });
  const ask = state.get('pending', id);
  expect(ask?.cutFrom).toBeGreaterThan(2_000_000);
  expect(JSON.stringify(ask?.params).length).toBeLessThan(262_144);
  expect(ask?.params).toMatchObject({ name: 'look', annotations: { destructiveHint: true } });
  await approvals.answer(id, { action: 'decline' });
  expect(await asked).toBe('denied');
});

test('[SEC-09] a message that may call any tool is sent once a person allows it', async () => {
  const state = createStatePublisher();
  const allowed = { standing: () => undefined } as unknown as AllowedList;
  const approvals = new Approvals({ state, allowed, keeps: () => true, saw: () => undefined });
  const core = { items: () => ({ items: [TOOL] }), note: () => undefined, signal: new AbortController().signal };
  const session = { id: 's', serverId: 'srv', redact: <T>(value: T) => value, core } as unknown as LiveSession;
  const input = { text: '{"jsonrpc":"2.0","id":1,"method":"ping"}\n{"method":"tools/call"}' };
  const wish = { session, verb: 'raw.send' as const, input, asker: { kind: 'script' as const, name: 'Tour' } };
  const decided = approveScript({ state, approvals }, wish);
  const [ask] = state.all('pending');
  expect(ask?.params).toMatchObject({ name: 'a raw message', argumentsText: input.text });
  await approvals.answer(ask?.id ?? '', { action: 'accept' });
  await expect(decided).resolves.toBeUndefined();
});
