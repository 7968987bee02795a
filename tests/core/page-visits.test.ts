import { describe, expect, it } from 'vitest';
import { ThreadReader } from '#core/fold/thread.ts';
import { threadPhases } from '#core/fold/thread-timing.ts';
import { settle } from './support/fake-clock.ts';
import { type Call, fakeServer, legacyHandlers, modernHandlers } from './support/fake-server.ts';
import { Harness } from './support/harness.ts';

const PAGE = { mode: 'url', elicitationId: 'e1', url: 'https://x.test/1', message: 'Visit' };
const DONE = { jsonrpc: '2.0', method: 'notifications/elicitation/complete', params: { elicitationId: 'e1' } };

function reader({ records }: Harness): ThreadReader {
  const call = records.find((record) => record.k === 'frame' && record.text?.includes('"tools/call"'));
  const read = new ThreadReader(`x${call?.seq}`);
  for (const record of records) if (call && record.seq >= call.seq) read.apply(record);
  return read;
}
const titles = (h: Harness) =>
  reader(h)
    .steps()
    .map(({ title }) => title);

/** A legacy call that asks for a visit and ends when the test says so. */
async function visiting() {
  let finish: (result: object) => void = () => undefined;
  const answers: unknown[] = [];
  const handlers = legacyHandlers({
    'tools/call': async ({ ask }: Call) => {
      void ask('elicitation/create', PAGE).then((answer) => answers.push(answer));
      return new Promise((resolve) => {
        finish = resolve;
      });
    },
  });
  const config = { era: 'legacy', timeouts: { requestMs: 60_000 } };
  const h = await new Harness({ servers: [fakeServer(handlers)], config }).start();
  const { id } = await h.run('tools.call', { name: 'sign_in', args: {} });
  return { h, id, answers, finish: () => finish({ content: [] }) };
}

describe('a legacy request to visit a page', () => {
  it('[ELIC-11] [ELIC-25] is answered when the page is opened, and is not done: it waits for the person in the browser', async () => {
    const { h, id, answers } = await visiting();
    h.session.pageOpened('s1/in1');
    await settle();
    expect(answers).toMatchObject([{ result: { action: 'accept' } }]);
    expect(answers[0]).not.toHaveProperty('result.content');
    expect(h.entity('pending')).toMatchObject({ status: 'waiting', consentedAt: expect.any(Number) });
    expect(h.entity('operation', id).status).toBe('waiting');
    expect(titles(h).slice(-2)).toEqual(['You accepted', 'Waiting for you in the browser']);
    expect(h.notes('input.answered')).toEqual(['You accepted elicitation/create.']);
  });

  it('[ELIC-18] is over when the server says that the page is done; its time was that of a person', async () => {
    const { h, id, finish } = await visiting();
    h.session.pageOpened('s1/in1');
    await h.clock.advance(300_000);
    expect(h.entity('operation', id).status).toBe('waiting');
    h.wire.say(DONE);
    await settle();
    expect(h.entity('pending')).toMatchObject({ status: 'accepted', doneAt: expect.any(Number), answeredBy: 'person' });
    expect(h.entity('operation', id).status).toBe('running');
    expect(titles(h).at(-1)).toBe('The server says the page is done');
    finish();
    await settle();
    expect(h.entity('operation', id)).toMatchObject({ status: 'done', waitedMs: 300_000 });
    const read = reader(h);
    const { to = 0, from = 0 } = read.waits[0] ?? {};
    expect(to - from).toBeGreaterThanOrEqual(300_000_000);
    expect(threadPhases(read, () => undefined, 0).map(({ what }) => what)).toContain('person');
  });

  it('[ELIC-19] is over when a person says that they are done, which sends nothing', async () => {
    const { h, id } = await visiting();
    h.session.pageOpened('s1/in1');
    await settle();
    const sent = h.wire.got.length;
    expect(() => h.session.answer('s1/in1', { action: 'decline' })).toThrow('This question is over');
    h.session.answer('s1/in1', { action: 'accept' });
    await settle();
    expect(h.wire.got).toHaveLength(sent);
    expect(h.entity('pending')).toMatchObject({ status: 'accepted', answeredBy: 'person' });
    expect(h.entity('pending')).not.toHaveProperty('doneAt');
    expect(h.entity('operation', id).status).toBe('running');
    expect(titles(h).at(-1)).toBe('You accepted');
  });

  it.each(['the call is stopped', 'the session is stopped'])('is over when %s', async (how) => {
    const { h, id } = await visiting();
    h.session.pageOpened('s1/in1');
    await settle();
    if (how === 'the call is stopped') h.session.cancel(id);
    else void h.session.stop();
    await settle();
    expect(h.entity('pending')).toMatchObject({ status: 'accepted', answeredBy: 'person' });
    expect(h.entity('operation', id).status).toBe('cancelled');
  });

  it('opened twice is agreed to once', async () => {
    const { h, answers } = await visiting();
    h.session.pageOpened('s1/in1');
    h.session.pageOpened('s1/in1');
    await settle();
    expect(answers).toHaveLength(1);
    expect(h.notes('input.opened')).toHaveLength(2);
  });
});

it('[ELIC-25] in the modern era opening a page answers nothing', async () => {
  const handlers = modernHandlers({
    'tools/call': ({ params }) =>
      params.inputResponses === undefined
        ? { resultType: 'input_required', inputRequests: { page: { method: 'elicitation/create', params: PAGE } } }
        : { resultType: 'complete', content: [] },
  });
  const h = await new Harness({ servers: [fakeServer(handlers)], config: { era: 'modern' } }).start();
  await h.run('tools.call', { name: 'sign_in', args: {} });
  const sent = h.wire.got.length;
  h.session.pageOpened('s1/in1');
  await settle();
  expect(h.wire.got).toHaveLength(sent);
  expect(h.entity('pending')).not.toHaveProperty('consentedAt');
  expect(titles(h)).toContain('Waiting for you in the browser');
});
