import { stdio, text, tool } from '../lib.mjs';

stdio({ name: 'good-neighbour', tools: [tool('hello')], calls: { hello: () => text('hello') } });
