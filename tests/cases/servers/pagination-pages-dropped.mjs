import { RpcError, stdio, text } from '../lib.mjs';

const all = (n, f) => Array.from({ length: 25 }, (_, i) => f(i === 24 ? `${n}-last` : `${n}-${i}`));
const items = {
  tools: all('tool', (name) => ({ name, inputSchema: { type: 'object' } })),
  prompts: all('prompt', (name) => ({ name })),
  resources: all('res', (name) => ({ uri: `demo://${name}`, name })),
  resourceTemplates: all('tpl', (name) => ({ uriTemplate: `demo://${name}/{id}`, name })),
};
let broke = false;
const page = (key) => (p) => {
  const at = p.cursor ? Number(Buffer.from(p.cursor, 'base64').toString()) : 0;
  if (key === 'resources' && at === 20 && !broke) {
    broke = true;
    throw new RpcError(-32603, 'backend timeout, try again');
  }
  return {
    [key]: items[key].slice(at, at + 10),
    ...(at + 10 < 25 && { nextCursor: Buffer.from(String(at + 10)).toString('base64') }),
  };
};
stdio({
  name: 'pages',
  caps: { tools: {}, prompts: {}, resources: {} },
  calls: { 'tool-last': () => text('the last tool') },
  on: {
    'tools/list': page('tools'),
    'prompts/list': page('prompts'),
    'resources/list': page('resources'),
    'resources/templates/list': page('resourceTemplates'),
  },
});
