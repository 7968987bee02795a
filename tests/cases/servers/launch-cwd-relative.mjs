import { readFileSync } from 'node:fs';
import { stdio, text, tool } from '../lib.mjs';

stdio({
  name: 'cwd',
  tools: [tool('greeting'), tool('where')],
  calls: { greeting: () => text(readFileSync('greeting.txt', 'utf8').trim()), where: () => text(process.cwd()) },
});
