import { stdio, text, tool } from '../lib.mjs';

const s = stdio({ name: 'idle', tools: [tool('hello')], calls: { hello: () => text('hello') } });
setTimeout(
  () => {
    s.err('idle timeout, shutting down\n');
    process.exit(0);
  },
  Number(process.argv[2] ?? 3000),
);
