import { mcpHttp, RpcError, text, tool } from '../lib.mjs';

const V = '2026-07-28',
  done = (r) => ({ resultType: 'complete', ...r }),
  cached = (r) => done({ ttlMs: 0, cacheScope: 'private', ...r });
const state = (i) => ` #${i} "é\\ \u2028`; // opaque, with blanks and odd characters that must survive
const ask = (i) => ({
  resultType: 'input_required',
  requestState: state(i),
  inputRequests: {
    [`q${i}`]: {
      method: 'elicitation/create',
      params: {
        mode: 'form',
        message: `Question ${i}`,
        requestedSchema: { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] },
      },
    },
  },
});
mcpHttp({
  name: 'mrtr',
  on: {
    'server/discover': () =>
      cached({
        supportedVersions: [V],
        capabilities: { tools: {} },
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'mrtr', version: '1.0.0' } },
      }),
    'tools/list': () =>
      cached({ tools: [tool('rounds', { n: { type: 'integer', default: 3 } }), tool('endless'), tool('state-only')] }),
    'tools/call': (p) => {
      const i = p.requestState ? Number(/^ #(\d+) /.exec(p.requestState)?.[1] ?? NaN) : 0;
      if (Number.isNaN(i) || (i && p.requestState !== state(i)))
        throw new RpcError(-32602, 'requestState was changed on the way');
      if (i > 0 && p.name !== 'state-only') {
        const a = p.inputResponses?.[`q${i}`];
        if (!a) throw new RpcError(-32602, `no answer for q${i}`, { got: Object.keys(p.inputResponses ?? {}) });
        if (a.action !== 'accept') return done(text(`stopped: ${a.action} in round ${i}`));
      }
      if (p.name === 'state-only')
        return i < 2
          ? { resultType: 'input_required', requestState: state(i + 1) }
          : done(text('state only, two rounds'));
      return p.name === 'endless' || i < (p.arguments?.n ?? 3) ? ask(i + 1) : done(text(`finished after ${i} rounds`));
    },
  },
});
