#!/usr/bin/env node
// utf8-split.mjs — well-formed but awkward: writes stderr text with multi-byte characters cut in the middle of a character
// across two writes, half lines, ANSI colours, trailing spaces, CRLF, and a 200 kB single stderr line; and one stdout JSON-RPC
// message whose bytes are cut inside a 4-byte emoji. A good client shows the same text that was written.
import { serve, text, trace } from './rpc.mjs';

const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
const split = async (stream, s, at) => {
  const b = Buffer.from(s);
  stream.write(b.subarray(0, at));
  await sleep(60);
  stream.write(b.subarray(at));
};
serve({
  name: 'utf8-split',
  handlers: {
    'tools/list': () => ({ tools: [{ name: 'go', inputSchema: { type: 'object' } }] }),
    'tools/call': async (_p, m) => {
      await split(
        process.stderr,
        'A: na\u00efve caf\u00e9 \u{1F600} end\n',
        Buffer.byteLength('A: na\u00efve caf\u00e9 ') + 2,
      );
      await split(process.stderr, 'B: half-line-one half-line-two\n', 16);
      process.stderr.write(
        'C: \u001b[31mred\u001b[0m   \n   D: leading spaces kept\r\nE: blank follows\n\nF: after blank\n',
      );
      process.stderr.write(`G: ${'z'.repeat(200000)} END\n`);
      await sleep(60);
      const s = `${JSON.stringify({ jsonrpc: '2.0', id: m.id, result: text('emoji \u{1F600} ok') })}\n`;
      await split(process.stdout, s, Buffer.byteLength(s.slice(0, s.indexOf('\u{1F600}'))) + 2);
      trace({ ev: 'answered', id: m.id });
    },
  },
});
