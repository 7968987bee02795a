import { afterEach, beforeEach, expect, test } from 'vitest';
import { settle } from './support/fake-clock.ts';
import { fakeServer, legacyHandlers, modernHandlers } from './support/fake-server.ts';
import { Harness } from './support/harness.ts';

const FORM = { message: 'Name?', requestedSchema: { type: 'object', properties: { name: {} } } };
const MANY = 30;

let warnings: string[] = [];
const warned = ({ name, message }: Error) => warnings.push(`${name}: ${message}`);
beforeEach(() => {
  warnings = [];
  process.on('warning', warned);
});
afterEach(() => {
  process.off('warning', warned);
});

test('[ELIC-22] many questions of one round leave no listener behind that Node would warn of', async () => {
  const requests = Array.from({ length: MANY }, (_, at) => [`q${at}`, { method: 'elicitation/create', params: FORM }]);
  const handlers = modernHandlers({
    'tools/call': ({ params }) =>
      params.inputResponses === undefined
        ? { resultType: 'input_required', inputRequests: Object.fromEntries(requests) }
        : { resultType: 'complete', content: [] },
  });
  const h = await new Harness({ servers: [fakeServer(handlers)], config: { era: 'modern' } }).start();
  const calls = [];
  for (let call = 0; call < 2; call += 1) calls.push(await h.run('tools.call', { name: 't', args: {} }));
  for (let at = 1; at <= 2 * MANY; at += 1) h.session.answer(`s1/in${at}`, { action: 'decline' });
  await settle();
  expect(calls.map(({ id }) => h.entity('operation', id).status)).toEqual(['done', 'done']);
  expect(warnings).toEqual([]);
});

test('[ELIC-22] nor do many calls that each ask', async () => {
  const h = await new Harness({
    servers: [fakeServer(legacyHandlers({ 'tools/call': () => undefined }))],
    config: { era: 'legacy' },
  }).start();
  for (let at = 0; at < MANY; at += 1) {
    await h.run('tools.call', { name: 't', args: {} });
    const page = { mode: 'url', elicitationId: `e${at}`, url: 'https://x.test/', message: 'Visit' };
    h.wire.say({ jsonrpc: '2.0', id: `q${at}`, method: 'elicitation/create', params: page });
    await settle();
    h.session.pageOpened(`s1/in${at + 1}`);
  }
  await settle();
  expect(h.changes.filter((one) => one.op === 'put' && one.topic === 'pending').length).toBeGreaterThan(MANY);
  expect(warnings).toEqual([]);
});
