import { expect, test } from 'vitest';
import { searchBody } from '#host/publish/search-body.ts';
import { frame, newLog, stamper } from './log-kit.ts';

const MIB = 1024 * 1024;

function withBody(text: string) {
  const log = newLog();
  const bytes = Buffer.from(text);
  log.append(stamper()({ ...frame(text.slice(0, 4096)), body: log.put([bytes]) }));
  return log;
}

test('places are bytes of the payload, in whatever case, with the text around them', async () => {
  const log = withBody('{"é":"One needle","b":"another NEEDLE here"}');
  const { hits, next } = await searchBody(log, { seq: 1, text: 'Needle', from: 0, limit: 10 });
  expect(hits.map(({ at, match }) => [at, match])).toEqual([
    [11, 'needle'],
    [32, 'NEEDLE'],
  ]);
  expect(hits[0]?.before).toBe('{"é":"One ');
  expect(hits[1]?.after).toBe(' here"}');
  expect(next).toBeUndefined();
});

test('a text is found as its JSON writes it: with escaped quotes, or in ASCII only', async () => {
  const log = withBody(String.raw`{"a":"say \"hi\"","b":"caf\u00E9"}`);
  const at = async (text: string) =>
    (await searchBody(log, { seq: 1, text, from: 0, limit: 10 })).hits.map((h) => h.at);
  expect(await at('say "hi"')).toEqual([6]);
  expect(await at('café')).toEqual([23]);
  expect(await at('"b":')).toEqual([18]);
});

test('one that lies across two pieces is found once, also between characters of several bytes', async () => {
  for (const shift of [-2, 0, 1]) {
    const lead = `${'漢'.repeat(Math.floor((MIB - 10) / 3))}`;
    const pad = 'x'.repeat(MIB + shift - Buffer.byteLength(lead));
    const log = withBody(`${lead}${pad}needle${'漢'.repeat(1000)}needle`);
    const { hits } = await searchBody(log, { seq: 1, text: 'needle', from: 0, limit: 10 });
    expect(hits.map(({ at }) => at)).toEqual([MIB + shift, MIB + shift + 6 + 3000]);
  }
});

test('more than asked for is told by where to go on', async () => {
  const log = withBody('ab '.repeat(5));
  const first = await searchBody(log, { seq: 1, text: 'ab', from: 0, limit: 2 });
  expect(first.hits.map(({ at }) => at)).toEqual([0, 3]);
  const second = await searchBody(log, { seq: 1, text: 'ab', from: first.next ?? 0, limit: 10 });
  expect(second.hits.map(({ at }) => at)).toEqual([6, 9, 12]);
  expect(second.next).toBeUndefined();
  await expect(searchBody(log, { seq: 99, text: 'ab', from: 0, limit: 2 })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});
