import { stdio, text, tool } from '../lib.mjs';

stdio({ name: 'gui-path', tools: [tool('path')], calls: { path: () => text(process.env.PATH) } });
