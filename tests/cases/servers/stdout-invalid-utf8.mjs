import { stdio, text, tool } from '../lib.mjs';

const s = stdio({
  name: 'bytes',
  tools: [tool('file'), tool('hello')],
  calls: {
    hello: () => text('hello'),
    file: (_a, m) => {
      s.raw(
        Buffer.concat([
          Buffer.from(
            `{"jsonrpc":"2.0","id":${JSON.stringify(m.id)},"result":{"content":[{"type":"text","text":"int main() { // `,
          ),
          Buffer.from([0xc7, 0xd1, 0xb1, 0xdb, 0xff, 0xfe]),
          Buffer.from('"}]}}\n'),
        ]),
      );
    },
  },
});
