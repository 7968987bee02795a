import { stdio, text, tool } from '../lib.mjs';

stdio({ name: 'spaced', tools: [tool('argv')], calls: { argv: () => text(JSON.stringify(process.argv.slice(2))) } });
