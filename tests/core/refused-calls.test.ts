import { describe, expect, it } from 'vitest';
import { ExchangeFold } from '#core/fold/exchange-fold.ts';
import { ThreadReader } from '#core/fold/thread.ts';
import type { TrafficRow } from '#shared/exchange.ts';
import { settle } from './support/fake-clock.ts';
import { fakeServer, legacyHandlers, Wrong } from './support/fake-server.ts';
import { Harness } from './support/harness.ts';

const page = (id: string) => ({ mode: 'url', elicitationId: id, url: `https://x.test/${id}`, message: `Visit ${id}` });
const done = (elicitationId: string) => ({
  jsonrpc: '2.0',
  method: 'notifications/elicitation/complete',
  params: { elicitationId },
});

/** A legacy server whose tool is refused until `open` says otherwise. */
async function refusing(options: { pages?: object[]; offered?: boolean } = {}) {
  const { pages = [page('a'), page('b')], offered = true } = options;
  const vault = { open: false, calls: 0 };
  const handlers = legacyHandlers({
    'tools/call': () => {
      vault.calls += 1;
      if (vault.open) return { content: [{ type: 'text', text: 'in' }] };
      throw new Wrong(-32042, 'visit first', { data: { elicitations: pages } });
    },
  });
  const claims = offered ? {} : { claims: { elicitationUrl: false } };
  const h = await new Harness({ servers: [fakeServer(handlers)], config: { era: 'legacy', ...claims } }).start();
  return { h, vault };
}

function reader({ records }: Pick<Harness, 'records'>): ThreadReader {
  const call = records.find((record) => record.k === 'frame' && record.text?.includes('"tools/call"'));
  const read = new ThreadReader(`x${call?.seq}`);
  for (const record of records) if (call && record.seq >= call.seq) read.apply(record);
  return read;
}
const titles = (h: Harness) =>
  reader(h)
    .steps()
    .map(({ title }) => title);

function rowsOf({ records }: Harness): TrafficRow[] {
  const rows: TrafficRow[] = [];
  const fold = new ExchangeFold({ row: (row) => rows.push(row), changed: () => undefined });
  for (const record of records) fold.apply(record);
  return rows.filter(({ method }) => method === 'tools/call' || method === 'elicitation/create');
}

async function open(h: Harness, ids: string[]): Promise<void> {
  for (const id of ids) h.session.pageOpened(id);
  await settle();
}

describe('the story of a call that was refused until pages were visited', () => {
  it('[ELIC-20] is one: the error, the pages, who agreed, that they are done, and the call sent again', async () => {
    const { h, vault } = await refusing();
    const { id } = await h.run('tools.call', { name: 'locked', args: {} });
    expect(titles(h)).toEqual([
      'Request sent',
      'Error -32042',
      'Server needs input',
      'Your replies, 2',
      'The same call once more, as a new request',
    ]);
    await open(h, ['s1/in1', 's1/in2']);
    expect(titles(h)).toContain('Waiting for you in the browser');
    vault.open = true;
    for (const one of ['a', 'b']) h.wire.say(done(one));
    await settle();
    expect(h.entity('operation', id).status).toBe('done');
    const read = reader(h);
    expect(read.over).toBe(true);
    expect(read.steps().map(({ title }) => title)).toEqual([
      'Request sent',
      'Error -32042',
      'Server needs input',
      'The server says the page is done',
      'You accepted',
      'The server says the page is done',
      'You accepted',
      'Sent again',
      'Result',
    ]);
    expect(read.rounds).toHaveLength(2);
    const told = read.steps().filter(({ title }) => title === 'The server says the page is done');
    expect(told.map(({ detail }) => detail)).toEqual(['page 1', 'page 2']);
    const asked = read.steps().find(({ kind }) => kind === 'ask');
    expect(asked).toMatchObject({ detail: '2 pages', text: 'It asks for visits to 2 pages: “Visit a”, “Visit b”' });
  });

  it('[DBG-05] is one row of the traffic with both requests and the pages below it', async () => {
    const { h, vault } = await refusing();
    await h.run('tools.call', { name: 'locked', args: {} });
    vault.open = true;
    for (const id of ['s1/in1', 's1/in2']) h.session.answer(id, { action: 'accept' });
    await settle();
    const [root, ...rest] = rowsOf(h);
    expect(root).toMatchObject({ method: 'tools/call', status: 'complete' });
    expect(rest.map(({ method, status, parent }) => [method, status, parent])).toEqual([
      ['tools/call', '-32042', root?.row],
      ['elicitation/create', 'answered', root?.row],
      ['elicitation/create', 'answered', root?.row],
      ['tools/call', 'complete', root?.row],
    ]);
  });

  it('[ELIC-20] [ELIC-10] ends with who declined; a call that was made beside it is no part of it', async () => {
    const { h } = await refusing();
    await h.run('tools.call', { name: 'locked', args: {} });
    h.session.answer('s1/in1', { action: 'decline' });
    h.session.answer('s1/in2', { action: 'cancel' });
    await settle();
    expect(titles(h).slice(-3)).toEqual(['You declined', 'You cancelled', 'Stopped']);
    expect(reader(h).over).toBe(true);
    await h.run('tools.call', { name: 'locked', args: {} });
    expect(reader(h).rounds).toHaveLength(1);
    const calls = rowsOf(h).filter(({ method, parent }) => method === 'tools/call' && parent === undefined);
    expect(calls.map(({ status }) => status)).toEqual(['declined', '-32042']);
  });

  it.each([
    ['decline', 'declined'],
    ['cancel', 'cancelled'],
  ] as const)(
    '[ELIC-20] after %s of one page the other is waited for no longer, and says why',
    async (action, word) => {
      const { h, vault } = await refusing();
      const { id } = await h.run('tools.call', { name: 'locked', args: {} });
      h.session.pageOpened('s1/in2');
      h.session.answer('s1/in1', { action });
      await settle();
      expect(h.entity('pending', 's1/in2')).toMatchObject({
        status: 'expired',
        closedBecause: `Another page of this call was ${word} by you, so the call ended.`,
      });
      expect(h.entity('operation', id)).toMatchObject({
        status: 'cancelled',
        fault: { message: 'Ended, you declined to answer.' },
      });
      expect(vault.calls).toBe(1);
      expect(titles(h).at(-1)).toBe('Stopped');
      expect(() => h.session.answer('s1/in2', { action: 'accept' })).toThrow('This question is over');
    },
  );

  it('[ELIC-20] an accepted page beside one that is left out sends the call again', async () => {
    const { h, vault } = await refusing();
    const { id } = await h.run('tools.call', { name: 'locked', args: {} });
    vault.open = true;
    h.session.answer('s1/in1', { action: 'accept' });
    h.session.leaveOut('s1/in2');
    await settle();
    expect(h.entity('operation', id).status).toBe('done');
    expect(vault.calls).toBe(2);
  });

  it('[ELIC-20] a log that says something odd of an answer, as a damaged one may, has no reply for it', async () => {
    const { h } = await refusing({ pages: [page('a')] });
    await h.run('tools.call', { name: 'locked', args: {} });
    h.session.answer('s1/in1', { action: 'decline' });
    await settle();
    for (const status of ['constructor', ['declined'], 3]) {
      const odd = h.records.map((record) =>
        record.k === 'note' && record.what === 'input.answered'
          ? { ...record, data: { ...(record.data as object), status } }
          : record,
      );
      expect(
        reader({ records: odd })
          .steps()
          .filter(({ kind }) => kind === 'reply'),
      ).toEqual([]);
    }
  });

  it('[ELIC-20] a client that does not offer to open pages shows the error as the end', async () => {
    const { h } = await refusing({ offered: false });
    await h.run('tools.call', { name: 'locked', args: {} });
    expect(h.entity('operation')).toMatchObject({ status: 'failed', fault: { code: -32042 } });
    const read = reader(h);
    read.end('error', 1_000_000_000);
    expect(read.steps().map(({ title }) => title)).toEqual(['Request sent', 'Error -32042']);
    expect(rowsOf(h)).toHaveLength(1);
  });
});

describe('a consent that no hand gave', () => {
  it('[ELIC-20] [ELIC-18] of a script is followed by the call as soon as the pages are done, not before', async () => {
    const { h, vault } = await refusing();
    const { id } = await h.run('tools.call', { name: 'locked', args: {} });
    for (const one of ['s1/in1', 's1/in2']) h.session.answer(one, { action: 'accept' }, 'script');
    await h.clock.advance(10_000);
    expect(vault.calls).toBe(1);
    expect(h.entity('pending', 's1/in1')).toMatchObject({ status: 'accepted', answeredBy: 'script' });
    expect(h.entity('operation', id).status).toBe('running');
    expect(titles(h).slice(-3)).toEqual([
      'The script accepted',
      'The script accepted',
      'The same call once more, as a new request',
    ]);
    vault.open = true;
    for (const one of ['a', 'b']) h.wire.say(done(one));
    await settle();
    expect(vault.calls).toBe(2);
    expect(h.entity('operation', id).status).toBe('done');
  });

  it('[ELIC-19] waits half a minute for a server that never says so; one that gives no id is not waited for', async () => {
    const silent = await refusing();
    await silent.h.run('tools.call', { name: 'locked', args: {} });
    for (const one of ['s1/in1', 's1/in2']) silent.h.session.answer(one, { action: 'accept' }, 'script');
    await silent.h.clock.advance(29_000);
    expect(silent.vault.calls).toBe(1);
    silent.vault.open = true;
    await silent.h.clock.advance(2_000);
    expect(silent.vault.calls).toBe(2);

    const { elicitationId: _id, ...nameless } = page('a');
    const { h, vault } = await refusing({ pages: [nameless] });
    await h.run('tools.call', { name: 'locked', args: {} });
    vault.open = true;
    h.session.answer('s1/in1', { action: 'accept' }, 'script');
    await settle();
    expect(vault.calls).toBe(2);
  });

  it('[ELIC-19] a call that is stopped meanwhile is not sent again', async () => {
    const { h, vault } = await refusing();
    const { id } = await h.run('tools.call', { name: 'locked', args: {} });
    for (const one of ['s1/in1', 's1/in2']) h.session.answer(one, { action: 'accept' }, 'script');
    await settle();
    h.session.cancel(id);
    await h.clock.advance(60_000);
    expect(vault.calls).toBe(1);
    expect(h.entity('operation', id).status).toBe('cancelled');
    expect(titles(h).at(-1)).toBe('Stopped');
  });

  it.each([
    ['s1/in1', true],
    ['s1/in1', false],
    ['s1/in2', false],
  ])('[ELIC-19] a page is waited for no longer when the other one was declined, %s first', async (first, pause) => {
    const { h, vault } = await refusing();
    const { id } = await h.run('tools.call', { name: 'locked', args: {} });
    const answer = (one: string) =>
      h.session.answer(one, { action: one === 's1/in1' ? 'accept' : 'decline' }, 'script');
    answer(first);
    if (pause) await settle();
    answer(first === 's1/in1' ? 's1/in2' : 's1/in1');
    await settle();
    expect(h.entity('operation', id).status).toBe('cancelled');
    expect(vault.calls).toBe(1);
  });

  it('[ELIC-19] a person who says that they are done is not waited with', async () => {
    const { h, vault } = await refusing({ pages: [page('a')] });
    await h.run('tools.call', { name: 'locked', args: {} });
    await open(h, ['s1/in1']);
    vault.open = true;
    h.session.answer('s1/in1', { action: 'accept' });
    await settle();
    expect(vault.calls).toBe(2);
  });
});
