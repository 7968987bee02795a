import { RpcError, stdio, text, tool } from '../lib.mjs';

let seen = 0;
const e = (id) => ({ mode: 'url', elicitationId: id, url: `https://login.example.test/${id}`, message: `Visit ${id}` });
const s = stdio({
  name: 'locked',
  tools: [tool('locked'), tool('locked-odd')],
  calls: {
    locked: () => {
      if (seen++) return text('unlocked');
      setTimeout(() => {
        for (const id of ['drive', 'mail']) s.note('notifications/elicitation/complete', { elicitationId: id });
      }, 500);
      throw new RpcError(-32042, 'Two sign-ins are needed', { elicitations: [e('drive'), e('mail')] });
    },
    'locked-odd': () => {
      throw new RpcError(-32042, 'Sign-in needed', {
        elicitations: [{ mode: 'form' }, 'https://x.example.test', { ...e('a'), url: 'javascript:1' }],
      });
    },
  },
});
