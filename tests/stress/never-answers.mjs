#!/usr/bin/env node
// never-answers.mjs — ill-behaved: tool "silent" is never answered (and ignores cancel); "twice" answers the same id twice;
// "wrong_id" answers with an unknown id; "bad_shape" returns a result that violates the schema; "bad_structured" violates its outputSchema.
import { send, serve, text } from './rpc.mjs';

const t = (name, extra = {}) => ({ name, inputSchema: { type: 'object' }, ...extra });
serve({
  name: 'never-answers',
  handlers: {
    'tools/list': () => ({
      tools: [
        t('silent'),
        t('twice'),
        t('wrong_id'),
        t('bad_shape'),
        t('bad_structured', {
          outputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
        }),
      ],
    }),
    'tools/call': async ({ name }, m) => {
      if (name === 'silent') return;
      if (name === 'twice') {
        await send({ jsonrpc: '2.0', id: m.id, result: text('first') });
        return text('second');
      }
      if (name === 'wrong_id') {
        await send({ jsonrpc: '2.0', id: 'no-such-id', result: text('lost') });
        return;
      }
      if (name === 'bad_shape') return { content: 'this should be an array' };
      if (name === 'bad_structured') return text('x', { structuredContent: { n: 'not a number' } });
    },
  },
});
