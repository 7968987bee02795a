import { stdio, text, tool } from '../lib.mjs';

const show = (r) => text(JSON.stringify(r.error ?? r.result));
const s = stdio({
  name: 'asks',
  tools: ['needs-sampling', 'vendor', 'bad-params'].map((n) => tool(n)),
  calls: {
    'needs-sampling': async () =>
      show(
        await s.ask('sampling/createMessage', {
          messages: [{ role: 'user', content: { type: 'text', text: 'hi' } }],
          maxTokens: 10,
        }),
      ),
    vendor: async () => show(await s.ask('x-vendor/openDocument', { path: '/tmp' })),
    'bad-params': async () => show(await s.ask('elicitation/create', { message: 42 })),
  },
});
