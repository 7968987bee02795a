import { readFileSync } from 'node:fs';
import { mcpHttp, text, tool } from '../lib.mjs';

const f = process.argv[3] === 'name' ? '-name' : '',
  tls = (n) => readFileSync(new URL(`../files/tls/${n}${f}.pem`, import.meta.url));
mcpHttp({
  name: 'self-signed',
  tls: { key: tls('key'), cert: tls('cert') },
  tools: [tool('hello')],
  calls: { hello: () => text('hello') },
});
