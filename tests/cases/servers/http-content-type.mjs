import { mcpHttp, text, tool } from '../lib.mjs';

const v = process.argv[3] ?? 'charset';
const type = {
  charset: 'application/json; charset=utf-8',
  caps: 'Application/JSON;Charset=UTF-8',
  'sse-charset': 'text/event-stream;charset=utf-8',
  text: 'text/plain',
  none: undefined,
  problem: 'application/problem+json',
}[v];
mcpHttp({
  name: 'content-type',
  tools: [tool('hello')],
  calls: { hello: () => text('hello') },
  answer: (res, r, _c, h) => {
    res.writeHead(200, { ...h, ...(type && { 'content-type': type }) });
    res.end(v === 'sse-charset' ? `data: ${JSON.stringify(r)}\n\n` : JSON.stringify(r));
  },
});
