// A legacy server on stdio with a tool for every content type and size of the result view. results.mjs, no flags.
import { crc32, deflateSync } from 'node:zlib';
import { object, RpcError, serveStdio, text } from './kit.mjs';

const MB = 1_000_000;
const ESC = String.fromCharCode(27);

/** A PNG of stripes, `width` by `height`. */
function png(width, height) {
  const row = 1 + width * 3;
  const pixels = Buffer.alloc(row * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) pixels.set([(x * 2) % 256, (y * 4) % 256, 160], y * row + 1 + x * 3);
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.of())];
  return Buffer.concat([signature, ...parts]);
}

/** A WAV of one channel, 8 bits, 8 kHz: a tone that swells. */
function wav(seconds) {
  const count = Math.round(8000 * seconds);
  const file = Buffer.alloc(44 + count);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(36 + count, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(8000, 24);
  file.writeUInt32LE(8000, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(count, 40);
  for (let at = 0; at < count; at++)
    file[44 + at] = 128 + 120 * (at / count) * Math.sin((at * 2 * Math.PI * 220) / 8000);
  return file;
}

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="80" onload="window.__pwned=1">' +
  '<script>window.__pwned=1</script><rect width="160" height="80" rx="8" fill="#2b8a3e"/>' +
  '<image href="http://127.0.0.1:9/leak.png" width="10" height="10"/></svg>';

const MARKDOWN = `# Week 47 in orders

298 orders came in, **28 % fewer** than the week before. See [the dashboard](https://shop.example/week/47?from=mail) or
[the chart](orders://reports/weekly.png).

| Status | Orders | Share |
|---|---:|---:|
| Shipped | 241 | 81 % |
| Refunded | 18 | 6 % |

- [x] counted
- [ ] checked

![tracker](http://127.0.0.1:9/pixel.png) ![dot](data:image/png;base64,${png(24, 12).toString('base64')})

<script>window.__pwned=1</script><img src=x onerror="window.__pwned=1"> [odd](javascript:window.__pwned=1)
`;

const orders = (count) =>
  Array.from({ length: count }, (_, n) => ({
    id: `ord_${80_000 + n}`,
    placed_at: `2026-11-${String(1 + (n % 28)).padStart(2, '0')}T09:14:06Z`,
    status: ['pending', 'paid', 'shipped', 'refunded'][n % 4],
    total: Math.round(((n * 7919) % 100_000) / 10) / 10,
    customer: { name: `Customer ${n}`, email: `c${n}@shop.example` },
  }));

/** About `bytes` of JSON on one line. */
function oneLine(bytes) {
  const rows = [];
  for (let size = 2, n = 0; size < bytes; n++) {
    const row = { n, name: `row ${n}`, tags: ['a', 'b'], ok: n % 2 === 0 };
    rows.push(row);
    size += JSON.stringify(row).length + 1;
  }
  return JSON.stringify(rows);
}

function csv(count) {
  const rows = orders(count).map(({ id, placed_at, status, total, customer }) =>
    [id, placed_at, status, total, `"${customer.name}, shop"`].join(','),
  );
  return ['id,placed_at,status,total,customer', ...rows].join('\n');
}

/** About `bytes` of text in lines of 80; the words stand once near its middle. */
function plainText(bytes, words = 'the needle of the middle') {
  const line = `${'lorem ipsum dolor sit amet '.repeat(3).slice(0, 79)}\n`;
  const count = Math.floor(bytes / line.length);
  const half = line.repeat(Math.floor(count / 2));
  return `${half}${words}\n${half}`;
}

const outputSchema = object(
  {
    total: { type: 'number' },
    currency: { type: 'string' },
    orders: { type: 'array', items: object({ total: { type: 'number' } }) },
  },
  ['total', 'currency'],
);

const image = (data, mimeType, more = {}) => ({ type: 'image', data: data.toString('base64'), mimeType, ...more });
const embedded = (resource) => ({ type: 'resource', resource });

const TOOLS = {
  text: () => ({
    content: [
      {
        ...text('3 of 41 orders match.\nThe newest is ord_81924 from 27 November.'),
        annotations: { audience: ['user'], priority: 0.8, lastModified: '2026-11-27T09:14:06Z' },
      },
      {
        ...text('{"orders":[{"id":"ord_1","total":4.5},{"id":"ord_2","total":7}]}'),
        _meta: { 'example.org/a': 1, 'example.org/b': [2], 'example.org/c': 3 },
      },
      text(Array.from({ length: 120 }, (_, n) => `line ${n + 1} of the log`).join('\n')),
    ],
  }),
  markdown: () => ({ content: [text(MARKDOWN)] }),
  colours: () => ({
    content: [
      text(
        `${ESC}[1;32mPASS${ESC}[0m tests/orders.test.js\n${ESC}[31m  x refunds twice${ESC}[0m\n${ESC}[38;5;208m  slow: 2.3 s${ESC}[0m`,
      ),
      text(csv(12)),
    ],
  }),
  media: () => ({
    content: [
      image(png(240, 90), 'image/png'),
      image(Buffer.from(SVG), 'image/svg+xml'),
      { type: 'audio', data: wav(1.5).toString('base64'), mimeType: 'audio/wav' },
    ],
  }),
  'large-media': () => ({
    content: [text('large'), image(Buffer.concat([png(64, 64), Buffer.alloc(5.2 * MB)]), 'image/png')],
  }),
  links: () => ({
    content: [
      {
        type: 'resource_link',
        uri: 'orders://search/9f2c/results.csv',
        name: 'results',
        title: 'Results',
        mimeType: 'text/csv',
        size: 3400,
      },
      { type: 'resource_link', uri: 'orders://item/{id}', name: 'item' },
      { type: 'resource_link', uri: 'gopher://old/1', name: 'old' },
      embedded({ uri: 'orders://reports/weekly.md', mimeType: 'text/markdown', text: '## Weekly\n\nAll **well**.' }),
      embedded({
        uri: 'orders://reports/bytes.bin',
        mimeType: 'application/octet-stream',
        blob: Buffer.from([0x50, 0x4b, 3, 4, 0, 255]).toString('base64'),
      }),
      { type: 'hologram', depth: 3, layers: ['front', 'back'] },
    ],
  }),
  structured: () => {
    const structuredContent = { total: 41, currency: 'EUR', orders: orders(12) };
    return { content: [text('12 of 41 orders match.')], structuredContent };
  },
  mismatch: () => ({
    content: [text('One order.')],
    structuredContent: { total: 41, orders: [{ id: 'ord_1', total: '248.90' }] },
  }),
  rows: () => ({ content: [text('5,000 rows')], structuredContent: { orders: orders(5000) } }),
  'csv-rows': () => ({ content: [text(csv(5000))] }),
  'json-300k': () => ({ content: [text(oneLine(0.3 * MB))] }),
  'json-1m': () => ({ content: [text(oneLine(0.8 * MB))] }),
  'json-over-1m': () => ({ content: [text('large')], structuredContent: { rows: JSON.parse(oneLine(1.3 * MB)) } }),
  'long-line': () => ({ content: [text('x'.repeat(25_000))] }),
  'text-20m': () => ({ content: [text(plainText(20.5 * MB))] }),
  empty: () => ({ content: [] }),
  fail: () => ({ content: [text("ord_80001 is already shipped, so it can't be cancelled.")], isError: true }),
  refuse: () => {
    throw new RpcError(-32602, 'order_id must look like ord_00000', { order_id: 'ord_1' });
  },
};

const schemaOf = (name) => (name === 'structured' || name === 'mismatch' ? { outputSchema } : {});
const tools = Object.keys(TOOLS).map((name) => ({
  name,
  inputSchema: object(name === 'refuse' || name === 'text' ? { order_id: { type: 'string' } } : {}),
  ...schemaOf(name),
}));
const resources = [
  { uri: 'orders://search/9f2c/results.csv', name: 'results.csv', mimeType: 'text/csv' },
  { uri: 'orders://reports/weekly.png', name: 'weekly.png', mimeType: 'image/png' },
];

function read(uri) {
  if (uri.endsWith('.csv')) return { contents: [{ uri, mimeType: 'text/csv', text: csv(6) }] };
  if (uri.endsWith('.png'))
    return { contents: [{ uri, mimeType: 'image/png', blob: png(240, 90).toString('base64') }] };
  throw new RpcError(-32002, 'Resource not found', { uri });
}

function answer({ method, params }) {
  if (method === 'initialize') {
    const capabilities = { tools: {}, resources: {}, logging: {} };
    return { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 'results', version: '1.0.0' } };
  }
  if (method === 'tools/list') return { tools };
  if (method === 'resources/list') return { resources };
  if (method === 'resources/templates/list') return { resourceTemplates: [] };
  if (method === 'resources/read') return read(params.uri);
  if (method === 'ping' || method === 'logging/setLevel') return {};
  if (method === 'tools/call' && Object.hasOwn(TOOLS, params.name)) return TOOLS[params.name]();
  throw new RpcError(-32601, `no method ${method}`);
}

serveStdio((message, reply) => {
  if (message.id === undefined || message.method === undefined) return;
  const { id, method } = message;
  // A log message comes a little before the result, for the strip of times.
  if (method === 'tools/call' && message.params.name === 'text') {
    reply({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'looking for orders' } });
  }
  try {
    reply({ jsonrpc: '2.0', id, result: answer(message) });
  } catch (error) {
    const data = error.data === undefined ? {} : { data: error.data };
    reply({ jsonrpc: '2.0', id, error: { code: error.code ?? -32603, message: error.message, ...data } });
  }
});
