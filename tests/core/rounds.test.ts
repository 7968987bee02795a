import { describe, expect, it } from 'vitest';
import { ExchangeFold } from '#core/fold/exchange-fold.ts';
import type { TrafficRow } from '#shared/exchange.ts';
import { settle } from './support/fake-clock.ts';
import { fakeServer, legacyHandlers, modernHandlers, Wrong } from './support/fake-server.ts';
import { Harness } from './support/harness.ts';

const page = { mode: 'url', elicitationId: 'a', url: 'https://x.test/a', message: 'Visit a' };
const form = {
  method: 'elicitation/create',
  params: { mode: 'form', message: 'Which city?', requestedSchema: { type: 'object', properties: {} } },
};
const text = (said: string) => ({ content: [{ type: 'text', text: said }] });

/** A legacy server whose tool is refused until it is open. */
async function refusing() {
  const vault = { open: false };
  const handlers = legacyHandlers({
    'tools/call': () => {
      if (vault.open) return text('in');
      throw new Wrong(-32042, 'visit first', { data: { elicitations: [page] } });
    },
  });
  const h = await new Harness({ servers: [fakeServer(handlers)], config: { era: 'legacy' } }).start();
  return { h, vault };
}

function rowsOf({ records }: Harness): TrafficRow[] {
  const rows: TrafficRow[] = [];
  const fold = new ExchangeFold({ row: (row) => rows.push(row), changed: () => undefined });
  for (const record of records) fold.apply(record);
  return rows.filter(({ method }) => method === 'tools/call' || method === 'elicitation/create');
}
const notesOf = (h: Harness, what: string) =>
  h.records.flatMap((record) => (record.k === 'note' && record.what === what ? [record] : []));

describe('what is put on record about the request that answers a round', () => {
  it('[ELIC-20] the note of a call that is sent again stands right before it and has its id', async () => {
    const { h, vault } = await refusing();
    await h.run('tools.call', { name: 'locked', args: {} });
    vault.open = true;
    h.session.answer('s1/in1', { action: 'accept' });
    await settle();
    const [note] = notesOf(h, 'round.retried');
    const sent = h.records[note?.seq ?? 0];
    expect(sent).toMatchObject({ k: 'frame', dir: 'out', text: expect.stringContaining('"tools/call"') });
    const { id } = JSON.parse((sent?.k === 'frame' && sent.text) || '{}') as { id?: number };
    const [refusal] = h.records.filter(({ k, seq }) => k === 'frame' && seq === rowsOf(h)[1]?.seq);
    expect(note?.data).toEqual({ seq: refusal?.seq, id });
  });

  it('[ELIC-20] [DBG-05] a call that is stopped before it is sent again ends; the next one like it is another', async () => {
    const { h, vault } = await refusing();
    const { id } = await h.run('tools.call', { name: 'locked', args: {} });
    vault.open = true;
    h.session.answer('s1/in1', { action: 'accept' });
    h.session.cancel(id);
    await settle();
    expect(h.entity('operation', id).status).toBe('cancelled');
    expect(notesOf(h, 'round.retried')).toEqual([]);
    expect(notesOf(h, 'round.ended')).toHaveLength(1);
    await h.run('tools.call', { name: 'locked', args: {} });
    const shown = rowsOf(h).map(({ method, status, parent }) => [method, status, parent === undefined]);
    expect(shown).toEqual([
      ['tools/call', 'stopped', true],
      ['tools/call', '-32042', false],
      ['elicitation/create', 'stopped', false],
      ['tools/call', 'complete', true],
    ]);
  });

  it('[DBG-05] a round of the modern era whose retry is stopped before it is sent does not wait on', async () => {
    const asks = { resultType: 'input_required', inputRequests: { city: form }, requestState: 's' };
    const handlers = modernHandlers({ 'tools/call': () => asks });
    const h = await new Harness({ servers: [fakeServer(handlers)] }).start();
    const { id } = await h.run('tools.call', { name: 'weather', args: {} });
    h.session.answer('s1/in1', { action: 'accept', content: {} });
    h.session.cancel(id);
    await settle();
    expect(rowsOf(h).map(({ status }) => status)).toEqual(['stopped', 'input_required', 'stopped']);
  });
});
