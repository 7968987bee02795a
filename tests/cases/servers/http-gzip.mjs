import { brotliCompressSync, constants, createGzip, gzipSync } from 'node:zlib';
import { mcpHttp, sleep, text, tool } from '../lib.mjs';

const v = process.argv[3] ?? 'gzip';
mcpHttp({
  name: 'compressed',
  caps: { tools: {}, logging: {} },
  tools: [tool('hello')],
  calls: { hello: () => text('hello') },
  answer: async (res, r, _c, h) => {
    const j = JSON.stringify(r);
    if (v !== 'sse') {
      const b = v === 'br' ? brotliCompressSync(j) : gzipSync(j);
      res.writeHead(200, {
        ...h,
        'content-type': 'application/json',
        'content-encoding': v,
        'content-length': b.length,
      });
      return res.end(b);
    }
    res.writeHead(200, { ...h, 'content-type': 'text/event-stream', 'content-encoding': 'gzip' });
    const z = createGzip({ flush: constants.Z_SYNC_FLUSH });
    z.pipe(res);
    z.write(
      `data: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'early' } })}\n\n`,
    );
    await sleep(700);
    z.end(`data: ${j}\n\n`);
  },
});
