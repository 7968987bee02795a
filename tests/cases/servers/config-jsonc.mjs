import { stdio, text, tool } from '../lib.mjs';

stdio({ name: 'jsonc', tools: [tool('url')], calls: { url: () => text(process.env.URL) } });
