import { RpcError, stdio } from '../lib.mjs';

const T = [
  'demo://events/{topic}',
  'demo://search{?q,limit}',
  'demo://files/{+path}',
  'demo://tags{?tags*}',
  'demo://a{/seg*}',
  'demo://frag{#part}',
  'demo://dot{.ext}',
  'demo://two/{a}/{b}{?c}',
  'demo://cut/{name:3}',
  'demo://none',
];
stdio({
  name: 'templates',
  caps: { resources: {}, completions: {} },
  on: {
    'resources/list': () => ({ resources: [] }),
    'resources/templates/list': () => ({
      resourceTemplates: T.map((uriTemplate, i) => ({ uriTemplate, name: `t${i}`, mimeType: 'text/plain' })),
    }),
    'resources/read': (p) => {
      const good = [
        /^demo:\/\/events\/[^/]+$/,
        /^demo:\/\/search(\?(q=[^&]+)?(&?limit=\d+)?)?$/,
        /^demo:\/\/files\/.+$/,
        /^demo:\/\/tags(\?tags=[^&]*(&tags=[^&]*)*)?$/,
        /^demo:\/\/a(\/[^/]+)*$/,
        /^demo:\/\/frag(#.*)?$/,
        /^demo:\/\/dot(\.[^.]+)?$/,
        /^demo:\/\/two\/[^/]+\/[^/?]+(\?c=.*)?$/,
        /^demo:\/\/cut\/.{1,3}$/,
        /^demo:\/\/none$/,
      ];
      if (!good.some((g) => g.test(p.uri))) throw new RpcError(-32602, 'Resource not found', { uri: p.uri });
      return { contents: [{ uri: p.uri, mimeType: 'text/plain', text: `decoded: ${decodeURIComponent(p.uri)}` }] };
    },
    'completion/complete': () => ({ completion: { values: ['alpha', 'beta'], hasMore: true, total: 200 } }),
  },
});
