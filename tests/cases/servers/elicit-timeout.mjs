import { stdio, text, tool } from '../lib.mjs';

const s = stdio({
  name: 'patient',
  tools: [tool('ask-name')],
  calls: {
    'ask-name': async () => {
      const t0 = Date.now(),
        r = await s.ask('elicitation/create', {
          message: 'What is your name? (take your time)',
          requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
        });
      return text(
        `${r.result?.action ?? 'error'} ${r.result?.content?.name ?? ''} after ${Math.round((Date.now() - t0) / 100) / 10} s`,
      );
    },
  },
});
