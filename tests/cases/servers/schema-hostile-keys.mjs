import { stdio } from '../lib.mjs';

const names = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'a.b',
  'a[0]',
  'with space',
  '',
  '日本',
  '🎉',
  'tag<b>',
  'x'.repeat(300),
  'a',
  'A',
  '-',
  '0',
  '10',
  '2',
];
const props = `{${names.map((n) => `${JSON.stringify(n)}:{"type":"string","title":${JSON.stringify(`Field ${n.slice(0, 20)}`)}}`).join(',')}}`;
const s = stdio({
  name: 'keys',
  on: {
    'tools/list': (_p, m) =>
      s.raw(
        `{"jsonrpc":"2.0","id":${JSON.stringify(m.id)},"result":{"tools":[{"name":"keys","inputSchema":{"type":"object","properties":${props}}},{"name":"__proto__","inputSchema":{"type":"object"}},{"name":"constructor","inputSchema":{"type":"object"}}]}}\n`,
      ),
    'tools/call': (p) => ({
      content: [
        {
          type: 'text',
          text: Object.keys(p.arguments ?? {})
            .map((k) => JSON.stringify(k))
            .join('\n'),
        },
      ],
    }),
  },
});
