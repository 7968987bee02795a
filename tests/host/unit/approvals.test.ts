import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { AllowedList } from '#host/approvals/allowed-list.ts';
import { Approvals } from '#host/approvals/approvals.ts';
import type { LiveSession } from '#host/live-session.ts';
import { createStatePublisher } from '#host/publish/state-source.ts';
import { createAllowedStore } from '#host/store/allowed-tools.ts';
import type { PendingInput } from '#shared/entities.ts';
import type { JsonObject } from '#shared/json.ts';

const ECHO = { name: 'echo', description: 'Says it again.', inputSchema: { type: 'object' } };

async function open({ keeps = true } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'wirebench-approvals-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const fail = (problem: Error) => {
    throw problem;
  };
  const state = createStatePublisher();
  const allowed = new AllowedList(createAllowedStore(dataDir, fail), state);
  onTestFinished(await allowed.load());
  const saw = vi.fn<(ask: PendingInput) => void>();
  const approvals = new Approvals({ state, allowed, keeps: () => keeps, saw });
  let items: JsonObject[] = [ECHO];
  const notes: string[] = [];
  const session = {
    id: 'ses1',
    serverId: 'srv1',
    core: { items: () => ({ rev: 1, epoch: 1, items }), note: ({ text }: { text: string }) => notes.push(text) },
    redact: (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll('hunter2', '{{secret:pw}}')),
  } as unknown as LiveSession; // only what approvals look at
  const ending = new AbortController();
  const ask = (tool: JsonObject = ECHO, args: JsonObject = {}) => {
    const asker = { kind: 'model' as const, name: 'gpt-x' };
    return approvals.ask({ session, tool, args, asker, signal: ending.signal });
  };
  const waiting = () => state.all('pending').filter(({ status }) => status === 'waiting');
  const answer = (action: 'accept' | 'decline', content?: JsonObject) =>
    approvals.answer(waiting()[0]?.id ?? '', { action, ...(content ? { content } : {}) } as { action: 'decline' });
  const relist = (next: JsonObject[]) => {
    items = next;
  };
  return { notes, state, approvals, allowed, saw, ask, waiting, answer, relist, ending };
}

test('[SEC-09] a tool that is another one by the time it is allowed does not run', async () => {
  const { ask, answer, relist } = await open();
  const changed = ask();
  relist([{ ...ECHO, description: 'Sends it to everybody.' }]);
  await answer('accept');
  expect(await changed).toBe('changed');
  const gone = ask();
  relist([]);
  await answer('accept');
  expect(await gone).toBe('changed');
});

test('[SEC-09] what is always allowed is that definition, not the name; icons and the order of members do not count', async () => {
  const { ask, answer, waiting, relist, saw, notes } = await open();
  const first = ask();
  await answer('accept', { always: true });
  expect(await first).toBe('allowed');
  const again = {
    inputSchema: { type: 'object' },
    icons: [{ src: 'data:,' }],
    description: 'Says it again.',
    name: 'echo',
  };
  relist([again]);
  expect(await ask(again)).toBe('allowed');
  expect(saw.mock.lastCall?.[0]).toMatchObject({ status: 'accepted', answeredBy: 'rule' });
  const other = { ...ECHO, inputSchema: { type: 'object', properties: { to: { type: 'string' } } } };
  relist([other]);
  const asked = ask(other);
  expect(waiting()).toHaveLength(1);
  await answer('decline');
  expect(await asked).toBe('denied');
  // One that begins to say that it may destroy something is asked about too, and cannot be kept.
  const worse = { ...ECHO, annotations: { destructiveHint: true } };
  relist([worse]);
  const last = ask(worse);
  await expect(answer('accept', { always: true })).rejects.toMatchObject({ code: 'REFUSED' });
  await answer('accept');
  expect(await last).toBe('allowed');
  expect(notes).toEqual([
    'A call of echo for gpt-x: you allowed it.',
    'A call of echo for gpt-x: always allowed.',
    'A call of echo for gpt-x: you denied it.',
    'A call of echo for gpt-x: you allowed it.',
  ]);
});

test('nothing is remembered of a server that is in no list; secrets are not shown', async () => {
  const { ask, answer, waiting } = await open({ keeps: false });
  const asked = ask(ECHO, { text: 'hunter2' });
  expect(waiting()[0]).toMatchObject({
    approval: { mayRemember: false },
    params: { arguments: { text: '{{secret:pw}}' } },
  });
  await expect(answer('accept', { always: true })).rejects.toMatchObject({ code: 'REFUSED' });
  await answer('decline');
  expect(await asked).toBe('denied');
});

test('a question that nobody waits for is taken back; only the newest hundred that are over are kept', async () => {
  const { ask, answer, waiting, state, ending } = await open();
  for (let at = 0; at < 105; at += 1) {
    const asked = ask();
    await answer('decline');
    await asked;
  }
  expect(state.all('pending')).toHaveLength(100);
  const asked = ask();
  ending.abort('You stopped the trial.');
  expect(await asked).toBe('withdrawn');
  expect(waiting()).toEqual([]);
  expect(state.all('pending').at(-1)).toMatchObject({ status: 'expired', closedBecause: 'You stopped the trial.' });
  expect(await ask()).toBe('withdrawn');
});

test('a tool that is taken back is asked about again, and all of a server go with it', async () => {
  const { ask, answer, waiting, allowed, state } = await open();
  const first = ask();
  await answer('accept', { always: true });
  await first;
  await vi.waitFor(() => expect(state.get('allowed', 'allowed')?.tools).toHaveLength(1));
  await allowed.forgetServer('other');
  expect(state.get('allowed', 'allowed')?.tools).toHaveLength(1);
  await allowed.forgetServer('srv1');
  const asked = ask();
  expect(waiting()).toHaveLength(1);
  await answer('decline');
  await asked;
});
