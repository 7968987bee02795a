import { sleep, stdio, text, tool } from '../lib.mjs';

const form = (message) => ({
  mode: 'form',
  message,
  requestedSchema: { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] },
});
const ask = (m) => s.ask('elicitation/create', form(m)),
  show = (r) => r.result?.content?.answer ?? r.result?.action ?? `error ${r.error?.code}`;
let asked = 0;
const count = (m) => {
  asked++;
  return ask(m);
};
const s = stdio({
  name: 'asks-many',
  tools: [tool('three'), tool('withdraw'), tool('flood')],
  calls: {
    three: async () =>
      text((await Promise.all(['first', 'second', 'third'].map((x) => count(`Say "${x}"`)))).map(show).join(',')),
    withdraw: async () => {
      const n = asked;
      const p = ['a', 'b', 'c'].map((x) => count(`Question ${x}`));
      await sleep(400);
      s.note('notifications/cancelled', { requestId: `srv-${n + 1}`, reason: 'no longer needed' });
      const r = await Promise.all(p.slice(1));
      return text(r.map(show).join(','));
    },
    flood: async () =>
      text(
        `${(await Promise.all(Array.from({ length: 100 }, (_, i) => count(`Question ${i + 1} of 100`)))).filter((r) => r.result?.action === 'decline').length} declined`,
      ),
  },
});
