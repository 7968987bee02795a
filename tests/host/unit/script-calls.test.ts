import { expect, test, vi } from 'vitest';
import type { Approvals } from '../../../src/host/approvals/approvals.ts';
import { approveScript } from '../../../src/host/approvals/script-calls.ts';
import type { LiveSession } from '../../../src/host/live-session.ts';
import { createStatePublisher } from '../../../src/host/publish/state-source.ts';
import { type Catalog, catalogId } from '../../../src/shared/entities.ts';

const BY = { kind: 'script' as const, name: 'Tour' };

/** What a script that calls `wipe` is asked where the list ends like this. */
async function asked(status: Catalog['status']): Promise<{ asks: unknown[]; reads: number }> {
  const state = createStatePublisher();
  const id = catalogId('s', 'tools');
  const head = { id, sessionId: 's', kind: 'tools', status } as Catalog;
  state.apply({ op: 'put', topic: 'catalog', id, value: head });
  const run = vi.fn(() => {
    const operation = { id: 'op', sessionId: 's', status: 'failed' };
    state.apply({ op: 'put', topic: 'operation', id: 'op', value: operation as never });
    return 'op';
  });
  const session = { id: 's', core: { items: () => ({ items: [] }), run } } as unknown as LiveSession;
  const ask = vi.fn((_wanted: { tool: unknown }) => Promise.resolve('allowed' as const));
  const deps = { state, approvals: { ask } as unknown as Approvals };
  await approveScript(deps, { session, verb: 'tools.call', input: { name: 'wipe', args: {} }, asker: BY });
  return { asks: ask.mock.calls.map(([{ tool }]) => tool), reads: run.mock.calls.length };
}

test('[SEC-09] where the list of tools cannot be read, a script is asked about every tool', async () => {
  expect(await asked('failed')).toEqual({ asks: [{ name: 'wipe' }], reads: 1 });
});

test('a tool that a whole list does not have is called without a question', async () => {
  expect(await asked('ready')).toEqual({ asks: [], reads: 0 });
  expect(await asked('unsupported')).toEqual({ asks: [], reads: 0 });
});
