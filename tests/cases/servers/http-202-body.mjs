import { mcpHttp, text, tool } from '../lib.mjs';

const v = process.argv[3] ?? '202';
const a = {
  202: [202, 'Accepted', 'application/json'],
  204: [204, ''],
  empty: [200, '', 'application/json'],
  null: [200, 'null', 'application/json'],
  object: [200, '{"jsonrpc":"2.0","result":null}', 'application/json'],
}[v];
mcpHttp({
  name: 'notification-answers',
  tools: [tool('hello')],
  calls: { hello: () => text('hello') },
  before: (_q, res, c) => {
    if (!c.msg || c.msg.id !== undefined) return false;
    res.writeHead(a[0], a[2] ? { 'content-type': a[2] } : {});
    res.end(a[1]);
    return true;
  },
});
