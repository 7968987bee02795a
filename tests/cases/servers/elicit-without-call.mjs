import { stdio, text, tool } from '../lib.mjs';

let got = 'no answer yet';
const s = stdio({
  name: 'asks-first',
  tools: [tool('result')],
  calls: { result: () => text(got) },
  onMessage: (m) => {
    if (m.method === 'notifications/initialized')
      s.ask('elicitation/create', {
        message: 'Choose a workspace',
        requestedSchema: {
          type: 'object',
          properties: { workspace: { type: 'string', enum: ['red', 'blue'] } },
          required: ['workspace'],
        },
      }).then((r) => {
        got = JSON.stringify(r.result ?? r.error);
      });
  },
});
