import { stdio, text, tool } from '../lib.mjs';

process.stdout.write(
  '\n> demo-server@1.2.3 start\n> node build/index.js\n\n[dotenv@17.0.0] injecting env (3) from .env\nMCP server listening on stdio\n',
);
const s = stdio({
  name: 'banner',
  tools: [tool('work')],
  calls: {
    work: () => {
      s.raw('INFO  [work] starting\nDEBUG 2026-11-29 10:00:00,123 query took 12ms\n\n');
      setTimeout(() => s.raw('INFO  [work] done\n'), 20);
      return text('worked');
    },
  },
});
