import { stdio, text, tool } from '../lib.mjs';

const s = stdio({
  name: 'tokens',
  tools: ['made-up', 'after', 'no-token', 'hello'].map((n) => tool(n)),
  calls: {
    'made-up': (_a, m) => {
      s.note('notifications/progress', { progressToken: `tool-call-${m.id}`, progress: 0, total: 1 });
      s.note('notifications/progress', { progressToken: null, progress: 1 });
      s.note('notifications/progress', { progress: 1 });
      return text('ok');
    },
    after: (_a, m) => {
      setTimeout(
        () =>
          s.note('notifications/progress', {
            progressToken: m.params._meta?.progressToken ?? 'gone',
            progress: 1,
            total: 1,
            message: 'finished (late)',
          }),
        100,
      );
      return text('ok');
    },
    'no-token': () => {
      s.note('notifications/progress', { progressToken: 0, progress: 5, total: 10 });
      return text('ok');
    },
    hello: () => text('hello'),
  },
});
