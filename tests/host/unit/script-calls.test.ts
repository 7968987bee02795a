import { expect, test, vi } from 'vitest';
import type { Approvals } from '../../../src/host/approvals/approvals.ts';
import { approveScript } from '../../../src/host/approvals/script-calls.ts';
import type { LiveSession } from '../../../src/host/live-session.ts';
import { createStatePublisher } from '../../../src/host/publish/state-source.ts';
import { type Catalog, catalogId } from '../../../src/shared/entities.ts';

const BY = { kind: 'script' as const, name: 'Tour' };

interface Asked {
  items?: object[];
  wish?: { verb: 'tools.call' | 'raw.send' | 'request.send'; input: unknown };
}

/** What a script that calls `wipe` is asked where the list ends like this. */
async function asked(
  status: Catalog['status'],
  { items = [], wish = { verb: 'tools.call' as const, input: { name: 'wipe', args: {} } as unknown } }: Asked = {},
): Promise<{ asks: unknown[]; reads: unknown[] }> {
  const state = createStatePublisher();
  const id = catalogId('s', 'tools');
  const head = { id, sessionId: 's', kind: 'tools', status } as Catalog;
  state.apply({ op: 'put', topic: 'catalog', id, value: head });
  const run = vi.fn((_verb: string, _input: object, _how: object) => {
    const operation = { id: 'op', sessionId: 's', status: 'failed' };
    state.apply({ op: 'put', topic: 'operation', id: 'op', value: operation as never });
    return 'op';
  });
  const session = { id: 's', core: { items: () => ({ items }), run } } as unknown as LiveSession;
  const ask = vi.fn((_wanted: { tool: unknown }) => Promise.resolve('allowed' as const));
  const deps = { state, approvals: { ask } as unknown as Approvals };
  await approveScript(deps, { session, ...wish, asker: BY });
  return { asks: ask.mock.calls.map(([{ tool }]) => tool), reads: run.mock.calls.map(([, , how]) => how) };
}

test('[SEC-09] where the list of tools cannot be read, a script is asked about every tool', async () => {
  expect(await asked('failed')).toEqual({ asks: [{ name: 'wipe' }], reads: [{ by: BY }] });
});

test('a tool that a whole list does not have is called without a question', async () => {
  expect(await asked('ready')).toEqual({ asks: [], reads: [] });
  expect(await asked('unsupported')).toEqual({ asks: [], reads: [] });
});

const WIPE = { name: 'wipe', inputSchema: {}, annotations: { destructiveHint: true } };
const UNCLEAR = { name: 'a raw message', title: 'It may call any tool: this app cannot tell which.' };

test('[SEC-09] a script is asked about a message that another reader may take for a call', async () => {
  const call = '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"wipe"}}';
  const raw = (text: string) => asked('ready', { items: [WIPE], wish: { verb: 'raw.send', input: { text } } });
  expect(await raw(`{"jsonrpc":"2.0","id":1,"method":"ping"}\n${call}`)).toMatchObject({ asks: [UNCLEAR] });
  expect(await raw(call)).toMatchObject({ asks: [WIPE] });
  expect(await raw('not even JSON')).toMatchObject({ asks: [] });
  const twice = { method: 'tools/call', params: '{"name":"wipe","name":"look"}' };
  expect(await asked('ready', { items: [WIPE], wish: { verb: 'request.send', input: twice } })).toMatchObject({
    asks: [UNCLEAR],
  });
});

test('[SEC-09] a name that a server may take for that of a dangerous tool is asked about as that', async () => {
  const named = (name: string) => ({ verb: 'tools.call' as const, input: { name, args: {} } });
  for (const name of ['Wipe', ' wipe ', '\uff57ipe'])
    expect(await asked('ready', { items: [WIPE], wish: named(name) })).toMatchObject({ asks: [WIPE] });
  expect(await asked('ready', { items: [WIPE], wish: named('wiped') })).toMatchObject({ asks: [] });
});
