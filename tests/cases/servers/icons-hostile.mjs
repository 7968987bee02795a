import { stdio, text } from '../lib.mjs';

const png =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const svg = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>window.__pwned=1</script><image href="http://127.0.0.1:9/track"/><circle r="4"/></svg>').toString('base64')}`;
const sets = {
  good: [{ src: png, mimeType: 'image/png', sizes: ['1x1'] }],
  svg: [{ src: svg, mimeType: 'image/svg+xml', sizes: ['any'] }],
  remote: [{ src: 'http://127.0.0.1:9/icon.png', mimeType: 'image/png' }],
  script: [{ src: 'javascript:window.__pwned=2' }],
  file: [{ src: 'file:///etc/passwd' }],
  huge: [{ src: `data:image/png;base64,${'A'.repeat(3 << 20)}`, mimeType: 'image/png' }],
  wrong: [{ src: png, mimeType: 'text/html' }, { src: 5 }, null],
  themed: [
    { src: png, theme: 'dark' },
    { src: png, theme: 'light' },
  ],
  empty: [],
  notlist: 'x',
};
stdio({
  name: 'icons',
  on: {
    initialize: (p) => ({
      protocolVersion: p.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: {
        name: 'icons',
        version: '1.0.0',
        icons: [...sets.script, ...sets.svg, ...sets.good],
        websiteUrl: 'https://example.test/',
      },
    }),
    'tools/list': () => ({
      tools: Object.entries(sets).map(([name, icons]) => ({ name, icons, inputSchema: { type: 'object' } })),
    }),
    'tools/call': (p) => text(p.name),
  },
});
