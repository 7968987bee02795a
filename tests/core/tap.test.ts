import { describe, expect, it } from 'vitest';
import type { Parsed } from '#core/messages.ts';
import { createTap, type TapHooks } from '#core/tap.ts';
import type { WireRecord } from '#shared/records.ts';
import { FakeClock } from './support/fake-clock.ts';

function tapped() {
  const clock = new FakeClock();
  const order: string[] = [];
  const records: { record: WireRecord; parsed: Parsed | undefined }[] = [];
  const tap = createTap({
    clock,
    sink: (record, parsed) => {
      order.push(`sink ${record.k}`);
      records.push({ record, parsed });
    },
  });
  const told = (what: string) => () => void order.push(what);
  const hooks: TapHooks = {
    message: (message, seen) => void order.push(`message ${message.kind} ${seen.seq}`),
    http: told('http'),
    ended: told('ended'),
    closed: told('closed'),
    stderr: told('stderr'),
    started: told('started'),
  };
  return { clock, tap, order, records, hooks };
}

describe('tap', () => {
  it('[DBG-01] numbers from 1 without gaps over several transports, and records before anyone acts', async () => {
    const { clock, tap, order, records, hooks } = tapped();
    const first = tap.events(hooks);
    first.stderr({ text: 'hello' });
    await clock.advance(5);
    first.message('stdio', { text: '{"id":1,"result":{}}' });
    tap.note({ what: 'x', text: 'second process' });
    const second = tap.events(hooks);
    second.http({ ch: 'h1', what: 'response', status: 200 });
    tap.out('stdio', '{}', { messages: [], batch: false });
    expect(records.map(({ record }) => record.seq)).toEqual([1, 2, 3, 4, 5]);
    expect(records[0]?.record.m).toBe(0);
    expect(records[1]?.record.m).toBe(5000);
    expect(order).toEqual([
      'sink stderr',
      'stderr',
      'sink frame',
      'message response 2',
      'sink note',
      'sink http',
      'http',
      'sink frame',
    ]);
  });

  it('[STD-05] noise of a process says where in its output it stands, a message need not', () => {
    const { tap, records, hooks } = tapped();
    const events = tap.events(hooks);
    events.message('stdio', { text: 'banner' }, 188_412);
    events.message('stdio', { text: '{"jsonrpc":"2.0","id":1,"result":{}}' }, 188_419);
    events.message('h1', { text: '<html>' });
    expect(records.map(({ record }) => ('at' in record ? record.at : undefined))).toEqual([
      188_412,
      undefined,
      undefined,
    ]);
  });

  it('[STD-05] what is no message is noise, with what it turned out to be', () => {
    const { tap, records, order, hooks } = tapped();
    const events = tap.events(hooks);
    for (const text of ['banner', '', '42', '{"level":"info","id":1}']) events.message('stdio', { text });
    expect(records.map(({ record, parsed }) => [record.k, parsed?.noise])).toEqual([
      ['noise', 'not-json'],
      ['noise', 'blank'],
      ['noise', 'not-rpc'],
      ['noise', 'not-rpc'],
    ]);
    expect(order.some((one) => one.startsWith('message'))).toBe(false);
  });

  it('what nests too deep for anyone to walk is noise; deep text inside a string is not', () => {
    const { tap, records, order, hooks } = tapped();
    const events = tap.events(hooks);
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    for (const text of [
      `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":${deep}}}`,
      `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":${deep}}}`,
      JSON.stringify({ jsonrpc: '2.0', id: 1, result: { text: `\\"${deep}` } }),
    ]) {
      events.message('stdio', { text });
    }
    expect(records.map(({ record, parsed }) => [record.k, parsed?.noise])).toEqual([
      ['noise', 'too-deep'],
      ['noise', 'too-deep'],
      ['frame', undefined],
    ]);
    expect(order.filter((one) => one.startsWith('message'))).toEqual(['message response 3']);
  });

  it('[RPC-01] a number that JSON cannot write again is no id', () => {
    const { tap, records, hooks } = tapped();
    const events = tap.events(hooks);
    events.message('stdio', { text: '{"jsonrpc":"2.0","id":1e999,"method":"roots/list"}' });
    events.message('stdio', { text: '{"jsonrpc":"2.0","id":1e999,"result":{}}' });
    expect(records.map(({ parsed }) => parsed?.messages[0]?.kind)).toEqual(['notification', undefined]);
  });

  it('[HSL-14] [RPC-16] a batch is one record and several messages; bytes and file of a payload are kept', () => {
    const { tap, records, order, hooks } = tapped();
    const events = tap.events(hooks);
    const body = { file: 'bodies/1', bytes: 9, sha256: 'x' };
    events.message('stdio', {
      text: '[{"id":1,"result":{}},{"method":"a"},{"id":"b","method":"c"}]',
      b64: 'AA==',
      body,
    });
    expect(order).toEqual(['sink frame', 'message response 1', 'message notification 1', 'message request 1']);
    expect(records[0]?.record).toMatchObject({ k: 'frame', dir: 'in', ch: 'stdio', b64: 'AA==', body });
    expect(records[0]?.parsed?.batch).toBe(true);
  });
});
