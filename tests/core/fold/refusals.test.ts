import { describe, expect, it } from 'vitest';
import type { WireRecord } from '#shared/records.ts';
import { Collected } from './collect.ts';

const pages = [{ mode: 'url', elicitationId: 'a', url: 'https://x.test/a', message: 'Visit a' }];
const locked = { name: 'locked', arguments: { a: 1 } };
/** A request on the wire that is like the refused one to the letter, but for its id. */
const again = (c: Collected, id: number, ch?: string) => c.request(id, 'tools/call', locked, ch);

function note(c: Collected, what: string, data: object): WireRecord {
  return c.add({ k: 'note', what, level: 'debug', text: '', data });
}

/** A call with this id that was refused until a page is visited, which is asked for. Gives the record of the refusal. */
function refused(c: Collected, id = 1, ch?: string): number {
  again(c, id, ch);
  const { seq } = c.in({ id, error: { code: -32042, message: 'visit first', data: { elicitations: pages } } }, ch);
  note(c, 'round.began', { seq });
  return seq;
}

const calls = (c: Collected) =>
  c.rows
    .filter(({ method, seq }) => method === 'tools/call' && seq !== 2)
    .map(({ rpcId, parent }) => [rpcId, parent === undefined ? 'alone' : 'below']);
const inOrder = (c: Collected) => c.rows.every(({ seq }, at) => at === 0 || seq >= (c.rows[at - 1]?.seq ?? 0));

describe('[ELIC-20] the call that is sent again after a refusal', () => {
  it('is the one with the id of the note, whatever was sent meanwhile', () => {
    const c = new Collected();
    const seq = refused(c);
    note(c, 'round.retried', { seq, id: 3 });
    again(c, 2);
    again(c, 3);
    expect(calls(c)).toEqual([
      [1, 'alone'],
      [2, 'alone'],
      [3, 'below'],
    ]);
    expect(c.rows.find(({ method }) => method === 'elicitation/create')?.status).toBe('answered');
  });

  it('is told apart for two calls that are alike and were refused both', () => {
    const c = new Collected();
    const first = refused(c, 1);
    const second = refused(c, 2);
    note(c, 'round.retried', { seq: first, id: 3 });
    note(c, 'round.retried', { seq: second, id: 4 });
    again(c, 4);
    again(c, 3);
    const root = (id: number) => c.rows.find(({ rpcId, parent }) => rpcId === id && parent === undefined)?.row;
    const parents = c.rows.filter(({ rpcId }) => rpcId === 3 || rpcId === 4).map(({ parent }) => parent);
    expect(parents).toEqual([root(2), root(1)]);
  });

  it('is none that comes after a note whose call never went out', () => {
    const c = new Collected();
    note(c, 'round.retried', { seq: refused(c), id: 2 });
    again(c, 3);
    expect(calls(c)).toEqual([
      [1, 'alone'],
      [3, 'alone'],
    ]);
  });
});

describe('[ELIC-20] in a log of an older version, whose notes name no id', () => {
  it('it is the request right behind the note, over HTTP behind the head of its POST', () => {
    const c = new Collected();
    note(c, 'round.retried', { seq: refused(c) });
    again(c, 2);
    expect(calls(c).at(-1)).toEqual([2, 'below']);

    const http = new Collected();
    note(http, 'round.retried', { seq: refused(http, 1, 'h1') });
    http.add({ k: 'http', what: 'request', ch: 'h2', method: 'POST', url: 'http://x.test/mcp', headers: [] });
    again(http, 2, 'h2');
    expect(calls(http).at(-1)).toEqual([2, 'below']);
  });

  it('it is none that comes later: that one was sent by somebody else', () => {
    const c = new Collected();
    note(c, 'round.retried', { seq: refused(c) });
    c.in({ method: 'notifications/message', params: { level: 'info', data: 'meanwhile' } });
    again(c, 2);
    expect(calls(c).at(-1)).toEqual([2, 'alone']);
  });

  it('it is none that another request stands before', () => {
    const c = new Collected();
    note(c, 'round.retried', { seq: refused(c) });
    c.request(2, 'ping');
    again(c, 3);
    expect(calls(c).at(-1)).toEqual([3, 'alone']);
  });
});

it('[DBG-05] rows of pages are in the order of the records, also where something came before they were asked for', () => {
  const c = new Collected();
  again(c, 1);
  const { seq } = c.in({ id: 1, error: { code: -32042, message: 'visit first', data: { elicitations: pages } } });
  const said = c.in({ method: 'notifications/message', params: { level: 'info', data: 'meanwhile' } });
  const began = note(c, 'round.began', { seq });
  expect(inOrder(c)).toBe(true);
  expect(c.rows.map((row) => [row.method, row.seq])).toEqual([
    ['tools/call', 1],
    ['notifications/message', said.seq],
    ['tools/call', began.seq],
    ['elicitation/create', began.seq],
  ]);
  expect(c.row(3)).toMatchObject({ t: began.t, m: began.m, parent: 0, under: 0, status: 'waiting' });
});

it('[DBG-05] rows of pages that are asked for at once carry the record of the refusal', () => {
  const c = new Collected();
  const seq = refused(c);
  expect(c.rows.map((row) => [row.method, row.seq])).toEqual([
    ['tools/call', 1],
    ['tools/call', seq],
    ['elicitation/create', seq],
  ]);
});
