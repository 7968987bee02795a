import { stdio, text } from '../lib.mjs';

const t = (name, title, key) => ({
  name,
  title,
  inputSchema: { type: 'object', properties: { [key]: { type: 'string' } }, required: [key] },
});
stdio({
  name: 'dupes',
  caps: { tools: {}, prompts: {}, resources: {} },
  tools: [
    t('get_record', 'Get record first', 'id'),
    t('duplicate_tool', 'First duplicate', 'a'),
    t('unrelated', 'Unrelated first', 'x'),
    t('duplicate_tool', 'Second duplicate', 'b'),
    t('get_record', 'Get record second', 'key'),
    t('unrelated', 'Unrelated second', 'y'),
  ],
  on: {
    'tools/call': (p) => text(`${p.name} with ${JSON.stringify(p.arguments)}`),
    'prompts/list': () => ({
      prompts: [
        { name: 'p', description: '1' },
        { name: 'p', description: '2' },
      ],
    }),
    'resources/list': () => ({
      resources: [
        { uri: 'demo://1', name: 'one' },
        { uri: 'demo://1', name: 'one again' },
      ],
    }),
  },
});
