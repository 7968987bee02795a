import { expect, test } from 'vitest';
import type { AllowedList } from '../../../src/host/approvals/allowed-list.ts';
import { Approvals } from '../../../src/host/approvals/approvals.ts';
import type { LiveSession } from '../../../src/host/live-session.ts';
import { createStatePublisher } from '../../../src/host/publish/state-source.ts';

const TOOL = { name: 'look', inputSchema: { type: 'object' } };

test('what is allowed for good while the question ends is not kept', async () => {
  let write: () => void = () => undefined;
  const kept: string[] = [];
  const allowed = {
    has: () => false,
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
  const core = { items: () => ({ items: [TOOL] }), note: () => undefined };
  const session = { id: 's', serverId: 'srv', redact: <T>(value: T) => value, core } as unknown as LiveSession;
  let id = '';
  const asker = { kind: 'model' as const, name: 'm' };
  const asked = approvals.ask({
    ...{ session, tool: TOOL, args: {}, asker },
    signal: new AbortController().signal,
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
