import { stdio, text, tool } from '../lib.mjs';

const s = stdio({
  name: 'everything-at-once',
  tools: [tool('everything')],
  calls: {
    everything: async () => {
      const t0 = Date.now(),
        time = async (k, p) => {
          const r = await p;
          return `${k}: ${r.error ? `error ${r.error.code}` : JSON.stringify(r.result).slice(0, 120)} (${Date.now() - t0} ms)`;
        };
      return text(
        (
          await Promise.all([
            time(
              'elicitation',
              s.ask('elicitation/create', {
                message: 'A form',
                requestedSchema: { type: 'object', properties: { a: { type: 'string' } } },
              }),
            ),
            time(
              'sampling',
              s.ask('sampling/createMessage', {
                messages: [{ role: 'user', content: { type: 'text', text: 'Say hello' } }],
                maxTokens: 20,
              }),
            ),
            time('roots', s.ask('roots/list')),
            time('ping', s.ask('ping')),
            time('ping2', s.ask('ping')),
          ])
        ).join('\n'),
      );
    },
  },
});
