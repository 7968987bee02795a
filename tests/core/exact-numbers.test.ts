import { expect, it } from 'vitest';
import { parseJson } from '#shared/exact-json.ts';
import { settle } from './support/fake-clock.ts';
import { fakeServer, type Handlers, legacyHandlers, modernHandlers } from './support/fake-server.ts';
import { Harness } from './support/harness.ts';

const BIG = '{"id":9007199254740993,"list":[0.12345678901234567890123,1e400]}';

function start(era: 'legacy' | 'modern', more: Handlers) {
  const handlers = era === 'legacy' ? legacyHandlers(more) : modernHandlers(more);
  return new Harness({ servers: [fakeServer(handlers)], config: { era } }).start();
}
const sentTexts = (h: Harness) =>
  h.records.flatMap((record) => (record.k === 'frame' && record.dir === 'out' ? [record.text ?? ''] : []));

it.each(['legacy', 'modern'] as const)(
  'the arguments of a call go out with their digits in the %s era',
  async (era) => {
    const h = await start(era, { 'tools/call': () => ({ resultType: 'complete', content: [] }) });
    const op = await h.run('tools.call', { name: 'n', args: {}, argsText: BIG });
    expect(op.status).toBe('done');
    const text = sentTexts(h).find((one) => one.includes('tools/call'));
    expect(text).toContain(`"arguments":${BIG}`);
    expect(text).toContain('progressToken');
  },
);

it('arguments that are no JSON object are not sent', async () => {
  const h = await start('legacy', {});
  for (const argsText of ['[1]', '{"a":']) {
    const op = await h.run('tools.call', { name: 'n', args: {}, argsText });
    expect(op.fault?.message).toMatch(/no JSON object|not JSON/);
  }
  expect(sentTexts(h).some((text) => text.includes('tools/call'))).toBe(false);
});

it.each(['legacy', 'modern'] as const)('[ELIC-06] a reply goes out with its digits in the %s era', async (era) => {
  const params = { message: 'Which?', requestedSchema: { type: 'object', properties: { id: { type: 'integer' } } } };
  const content = parseJson('{"id":-18446744073709551615}') as Record<string, unknown>; // just written as an object
  const h = await start(era, {
    'tools/call': async ({ params: given, ask }) => {
      if (era === 'legacy') await ask('elicitation/create', params);
      else if (!given.inputResponses)
        return { resultType: 'input_required', inputRequests: { q: { method: 'elicitation/create', params } } };
      return { resultType: 'complete', content: [] };
    },
  });
  await h.run('tools.call', { name: 'n', args: {} });
  h.session.answer(h.entity('pending').id, { action: 'accept', content });
  await settle();
  expect(sentTexts(h).findLast((text) => text.includes('accept'))).toContain('{"id":-18446744073709551615}');
});
