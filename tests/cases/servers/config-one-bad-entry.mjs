import { stdio, tool } from '../lib.mjs';

stdio({ name: 'entry', tools: [tool('hello')] });
