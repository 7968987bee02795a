import { json, mcpHttp, plain, text, tool } from '../lib.mjs';

let n = 0;
mcpHttp({
  name: 'error-bodies',
  caps: { tools: {}, prompts: {}, resources: {} },
  tools: [tool('bad'), tool('flaky')],
  on: { 'resources/list': () => ({ resources: [{ uri: 'case://a', name: 'a' }] }) },
  calls: { flaky: () => text(`ok after ${n}`) },
  before: (_q, res, c) => {
    const m = c.msg,
      e = (s, code, message, data) => {
        json(res, s, { jsonrpc: '2.0', id: m.id, error: { code, message, data } });
        return true;
      };
    if (m?.method === 'prompts/list') return e(500, -32603, 'prompt store is down', { retryable: true });
    if (m?.params?.name === 'bad') return e(400, -32602, 'field "city" is required', { field: 'city' });
    if (m?.params?.name === 'flaky' && ++n === 1) {
      plain(res, 500, 'upstream connect error');
      return true;
    }
  },
});
