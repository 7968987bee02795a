// A legacy stdio server with long lists, watched resources and completion. RESOURCES, PROMPTS: how many (10,000, 1,000).
// PAGE: items of a page (0: no pages). The tool `change` writes a new weekly report, `grow` lists one resource more.
import { createInterface } from 'node:readline';

const { RESOURCES = '10000', PROMPTS = '1000', PAGE = '0' } = process.env;
const size = Number(PAGE);
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const WEEKLY = 'orders://reports/weekly.md';
const subscribed = new Set();
let version = 0;

const files = ['schema.sql', 'search/9f2c/results.csv', 'reports/weekly.md', 'reports/weekly.png', 'live/queue.json'];
const resources = [
  ...files.map((path) => ({
    uri: `orders://${path}`,
    name: path,
    title: path === 'reports/weekly.md' ? 'Weekly report' : undefined,
  })),
  ...['refunds', 'shipping', 'privacy'].map((name) => ({ uri: `policy://${name}`, name })),
  ...Array.from({ length: Math.max(0, Number(RESOURCES) - 8) }, (_, at) => {
    const [area, part] = [`area-${at % 20}`, `part-${Math.floor(at / 20) % 25}`];
    return {
      uri: `file:///repo/${area}/${part}/file-${at}.ts`,
      name: `file-${at}.ts`,
      description: `File ${at} of the repository`,
    };
  }),
];
const prompts = [
  {
    name: 'explain_drop',
    description: 'Explain why a number went down, using one weekly report.',
    arguments: [{ name: 'metric', required: true }, { name: 'week', required: true }, { name: 'tone' }],
  },
  ...Array.from({ length: Math.max(0, Number(PROMPTS) - 1) }, (_, at) => ({
    name: `prompt_${at}`,
    description: `Prompt number ${at}`,
  })),
];

function page(key, items, cursor) {
  const from = cursor === undefined ? 0 : Number(cursor);
  const end = size > 0 ? from + size : items.length;
  const next = end < items.length ? { nextCursor: String(end) } : {};
  return { [key]: items.slice(from, end), ttlMs: 240_000, cacheScope: 'private', ...next };
}

const weekly = () => `# Week 47 in orders

${298 + version} orders came in, 28 % fewer than the week before. Revenue was 31,877.15 EUR.

| Status | Orders | Share |
| --- | ---: | ---: |
| Shipped | ${241 + version} | 81 % |
| Paid, not shipped | 39 | 13 % |
| Refunded | 18 | 6 % |

The chart is in [orders://reports/weekly.png](orders://reports/weekly.png).
`;

function read(uri) {
  const hints = { ttlMs: 252_000, cacheScope: 'private' };
  if (uri === WEEKLY) return { ...hints, contents: [{ uri, mimeType: 'text/markdown', text: weekly() }] };
  if (uri.endsWith('.csv'))
    return { ...hints, contents: [{ uri, mimeType: 'text/csv', text: 'id,total\nord_1,12.50\nord_2,8.00\n' }] };
  if (uri.endsWith('.sql'))
    return {
      ...hints,
      contents: [{ uri, mimeType: 'application/sql', text: 'select id, total\nfrom orders\nwhere total > 10;\n' }],
    };
  if (uri.endsWith('.bin'))
    return {
      contents: [
        { uri, mimeType: 'application/octet-stream', blob: Buffer.alloc(4096, 'wirebench').toString('base64') },
      ],
    };
  if (resources.some((one) => one.uri === uri))
    return { ...hints, contents: [{ uri, mimeType: 'text/plain', text: `This is ${uri}.` }] };
  throw { code: -32002, message: 'Resource not found', data: { uri } };
}

const WEEKS = ['2026-W47', '2026-W46', '2026-W45', '2026-W44'];
const handlers = {
  initialize: () => ({
    protocolVersion: '2025-11-25',
    serverInfo: { name: 'orders-db', version: '1.0.0' },
    capabilities: {
      tools: {},
      resources: { subscribe: true, listChanged: true },
      prompts: { listChanged: true },
      completions: {},
      logging: {},
    },
  }),
  ping: () => ({}),
  'logging/setLevel': () => ({}),
  'tools/list': () => ({
    tools: ['change', 'grow', 'storm'].map((name) => ({ name, inputSchema: { type: 'object' } })),
  }),
  'tools/call': ({ name }) => {
    if (name === 'change') {
      version += 1;
      if (subscribed.has(WEEKLY)) send({ method: 'notifications/resources/updated', params: { uri: WEEKLY } });
    } else {
      resources.unshift({ uri: `orders://new/${resources.length}`, name: 'new' });
      const times = name === 'storm' ? 500 : 1;
      for (let at = 0; at < times; at += 1) send({ method: 'notifications/resources/list_changed' });
    }
    return { content: [{ type: 'text', text: 'done' }] };
  },
  'resources/list': ({ cursor }) => page('resources', resources, cursor),
  'resources/templates/list': () => ({
    resourceTemplates: [
      { uriTemplate: 'orders://{order_id}', name: 'order' },
      { uriTemplate: 'reports://{year}/{week}', name: 'report' },
    ],
  }),
  'resources/read': ({ uri }) => read(uri),
  'resources/subscribe': ({ uri }) => {
    subscribed.add(uri);
    return {};
  },
  'resources/unsubscribe': ({ uri }) => {
    subscribed.delete(uri);
    return {};
  },
  'prompts/list': ({ cursor }) => page('prompts', prompts, cursor),
  'prompts/get': ({ arguments: args = {} }) => ({
    messages: [
      {
        role: 'user',
        content: {
          type: 'text',
          text: `Explain in plain words why ${args.metric} went down in ${args.week}. Use only the report that follows.`,
        },
      },
      {
        role: 'user',
        content: { type: 'resource', resource: { uri: WEEKLY, mimeType: 'text/markdown', text: weekly() } },
      },
      {
        role: 'assistant',
        content: { type: 'text', text: 'I will name the two largest causes first and give the number for each.' },
      },
    ],
  }),
  'completion/complete': ({ argument }) => {
    const all = argument.name === 'week' ? WEEKS : ['revenue', 'orders', 'refunds'];
    return { completion: { values: all.filter((one) => one.startsWith(argument.value)), total: 8, hasMore: true } };
  },
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) return;
  try {
    const handler = handlers[method];
    if (!handler) throw { code: -32601, message: 'Method not found' };
    send({ id, result: handler(params) });
  } catch (error) {
    send({ id, error });
  }
});
