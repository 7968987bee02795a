import { stdio, text, tool } from '../lib.mjs';

process.stdout.write('42\n"ready"\nnull\ntrue\n[]\n{"level":"info","msg":"up","pid":1}\n');
const s = stdio({
  name: 'jsonish',
  tools: [tool('dump')],
  calls: {
    dump: (_a, m) => {
      s.raw(`${JSON.stringify({ found: [{ id: m.id, result: 'fake' }] }, null, 2)}\n`);
      s.raw(`${JSON.stringify({ id: m.id, level: 'info', result: { content: [] } })}\n`);
      return text('real answer');
    },
  },
});
