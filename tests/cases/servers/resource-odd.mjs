import { RpcError, stdio } from '../lib.mjs';

const bin = Buffer.from(Array.from({ length: 4096 }, (_, i) => i % 256)),
  c = (uri, x) => ({ uri, ...x });
const R = {
  'demo://no-type': [c('demo://no-type', { text: 'no mime type' })],
  'demo://two': [
    c('demo://two/1', { text: 'first', mimeType: 'text/plain' }),
    c('demo://two/2', { blob: bin.toString('base64'), mimeType: 'application/octet-stream' }),
  ],
  'demo://none': [],
  'demo://big-blob': [
    c('demo://big-blob', { blob: Buffer.alloc(5 << 20, 7).toString('base64'), mimeType: 'audio/mpeg' }),
  ],
  'demo://json': [c('demo://json', { text: '{"a":1}', mimeType: 'application/vnd.api+json; charset=utf-8' })],
  'DEMO://Case/Sensitive%2Fpath?x=1&y=#frag': [c('DEMO://Case/Sensitive%2Fpath?x=1&y=#frag', { text: 'exact' })],
  'demo://with space/ü': [c('demo://with space/ü', { text: 'space' })],
  'just-a-name': [c('just-a-name', { text: 'not a URI' })],
  'file:///C:/Users/demo/a.txt': [c('file:///C:/Users/demo/a.txt', { text: 'windows' })],
  'demo://neither': [c('demo://neither', {})],
};
stdio({
  name: 'resources',
  caps: { resources: { subscribe: true } },
  on: {
    'resources/list': () => ({
      resources: Object.keys(R).map((uri, i) => ({
        uri,
        name: i % 2 ? `r${i}` : '',
        size: i === 3 ? 5 << 20 : undefined,
      })),
    }),
    'resources/read': (p) => {
      if (!R[p.uri]) throw new RpcError(-32002, `Resource not found: ${p.uri}`, { uri: p.uri });
      return { contents: R[p.uri] };
    },
    'resources/subscribe': () => ({}),
  },
});
