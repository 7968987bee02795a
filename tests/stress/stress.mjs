#!/usr/bin/env node
// stress.mjs — well-behaved but very chatty stdio server. Tools:
//   log_flood {count=50000}     sends `count` notifications/message, text "log #i of N", last one says LAST
//   stderr_flood {count=100000} writes `count` stderr lines "stderr line #i of N", last one says LAST
//   big_text {mb=20}            one text content block of `mb` MiB (lines of 80 chars, numbered)
//   json_line {mb=1}            text block holding one single-line JSON document of about `mb` MiB + same as structuredContent
//   progress_flood {count=5000} `count` notifications/progress for the caller's progressToken
//   ping_tool {}                answers at once (to compare a client's reported duration with the server's own)
//   slow {ms=2000}              answers after `ms`
//   stderr_slow {count=3000, delay=2} one stderr line every `delay` ms (so each line is its own chunk)
// All counts are arguments, so one can scale down. Set STRESS_TRACE=/path to log server-side truth.
import { notify, serve, text, writeErr } from './rpc.mjs';

const int = (d) => ({ type: 'object', properties: d });
const n = (v) => ({ type: 'integer', default: v });
const tools = [
  { name: 'ping_tool', description: 'answers at once', inputSchema: int({}) },
  { name: 'log_flood', description: 'send many log notifications', inputSchema: int({ count: n(50000) }) },
  { name: 'stderr_flood', description: 'write many stderr lines', inputSchema: int({ count: n(100000) }) },
  { name: 'big_text', description: 'one huge text block', inputSchema: int({ mb: n(20) }) },
  { name: 'json_line', description: 'one long single-line JSON document', inputSchema: int({ mb: n(1) }) },
  { name: 'progress_flood', description: 'many progress notifications', inputSchema: int({ count: n(5000) }) },
  { name: 'stderr_slow', description: 'one stderr line per delay', inputSchema: int({ count: n(3000), delay: n(2) }) },
  { name: 'slow', description: 'answers after ms', inputSchema: int({ ms: n(2000) }) },
];
const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
serve({
  name: 'stress',
  handlers: {
    'tools/list': () => ({ tools }),
    'tools/call': async ({ name, arguments: a = {}, _meta }) => {
      const t0 = Date.now();
      switch (name) {
        case 'ping_tool':
          return text('pong');
        case 'slow':
          await sleep(a.ms ?? 2000);
          return text('done');
        case 'log_flood': {
          const N = a.count ?? 50000;
          for (let i = 1; i <= N; i++)
            await notify('notifications/message', {
              level: i % 100 ? 'info' : 'warning',
              logger: 'flood',
              data: `log #${i} of ${N}${i === N ? ' LAST' : ''}`,
            });
          return text(`sent ${N} log notifications in ${Date.now() - t0} ms`);
        }
        case 'stderr_flood': {
          const N = a.count ?? 100000;
          for (let i = 1; i <= N; i++) await writeErr(`stderr line #${i} of ${N}${i === N ? ' LAST' : ''}`);
          return text(`wrote ${N} stderr lines in ${Date.now() - t0} ms`);
        }
        case 'stderr_slow': {
          const N = a.count ?? 3000;
          for (let i = 1; i <= N; i++) {
            await writeErr(`stderr line #${i} of ${N}${i === N ? ' LAST' : ''}`);
            await sleep(a.delay ?? 2);
          }
          return text(`wrote ${N} slow stderr lines in ${Date.now() - t0} ms`);
        }
        case 'progress_flood': {
          const N = a.count ?? 5000;
          if (_meta?.progressToken !== undefined)
            for (let i = 1; i <= N; i++)
              await notify('notifications/progress', {
                progressToken: _meta.progressToken,
                progress: i,
                total: N,
                message: `step ${i}`,
              });
          return text(`sent ${N} progress notifications in ${Date.now() - t0} ms`);
        }
        case 'big_text': {
          const bytes = (a.mb ?? 20) * 1024 * 1024;
          let i = 0;
          const parts = [];
          let len = 0;
          while (len < bytes) {
            const l = `${String(++i).padStart(8, '0')} ${'abcdefghij'.repeat(7)}\n`;
            parts.push(l);
            len += l.length;
          }
          return text(`${parts.join('')}LAST`);
        }
        case 'json_line': {
          const bytes = (a.mb ?? 1) * 1024 * 1024;
          const items = [];
          let len = 0;
          for (let i = 0; len < bytes; i++) {
            const o = { id: i, name: `item ${i}`, tags: ['a', 'b', 'c'], note: 'x'.repeat(40) };
            items.push(o);
            len += 100;
          }
          const doc = { items, last: true };
          return text(JSON.stringify(doc), { structuredContent: doc });
        }
      }
      throw Object.assign(new Error(`unknown tool ${name}`), { code: -32602 });
    },
  },
});
