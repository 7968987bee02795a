#!/usr/bin/env node
// exit-mid-call.mjs — ill-behaved: tool "die" sends two log notifications and a stderr line, then exits with code 3 without answering.
// Tool "segv" kills itself with SIGSEGV instead. Tool "ok" works. A good client shows exit code/signal, keeps the history, offers reconnect.
import { notify, serve, text, writeErr } from './rpc.mjs';

const t = (name) => ({ name, inputSchema: { type: 'object' } });
serve({
  name: 'exit-mid-call',
  handlers: {
    'tools/list': () => ({ tools: [t('die'), t('segv'), t('ok')] }),
    'tools/call': async ({ name }) => {
      if (name === 'ok') return text('fine');
      await notify('notifications/message', { level: 'info', data: 'working on it' });
      await notify('notifications/message', { level: 'error', data: 'something is wrong' });
      await writeErr('panic: index out of range [7] with length 3');
      setTimeout(() => (name === 'segv' ? process.kill(process.pid, 'SIGSEGV') : process.exit(3)), 200);
    },
  },
});
