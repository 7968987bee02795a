import { RpcError, sleep, stdio, text, tool } from '../lib.mjs';

let n = 0,
  late = 0;
const ask = () => {
  n++;
  s.ask('elicitation/create', {
    message: `Question ${n}`,
    requestedSchema: { type: 'object', properties: { a: { type: 'string' } } },
  }).then(() => {
    late++;
  });
  return `srv-${n}`;
};
const s = stdio({
  name: 'orphans',
  tools: ['cancel', 'answer', 'error', 'die', 'late'].map((x) => tool(x)),
  calls: {
    cancel: async () => {
      const id = ask();
      await sleep(500);
      s.note('notifications/cancelled', { requestId: id, reason: 'changed my mind' });
      await sleep(300);
      return text('went on without you');
    },
    answer: async () => {
      ask();
      await sleep(500);
      return text('done without waiting');
    },
    error: async () => {
      ask();
      await sleep(500);
      throw new RpcError(-32000, 'gave up waiting');
    },
    die: async () => {
      ask();
      await sleep(500);
      s.err('fatal: out of cheese\n');
      process.exit(3);
    },
    late: () => text(`${late} late answers`),
  },
});
