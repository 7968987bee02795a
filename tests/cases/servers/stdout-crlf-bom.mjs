import { stdio, text, tool } from '../lib.mjs';

const w = process.stdout.write.bind(process.stdout);
let first = true;
process.stdout.write = (x, ...r) => {
  const y = (first ? '\uFEFF' : '') + String(x).replace(/\n/g, '\r\n');
  first = false;
  return w(y, ...r);
};
stdio({ name: 'crlf', tools: [tool('hello')], calls: { hello: () => text('line one\nline two') } });
