// A well-behaved legacy server on stdio that writes on stderr what servers write there: terminal colours, levels in the
// style of several runtimes, stack traces. It tells of its work in notifications of every kind, and of one nobody knows.
// Tool `work {steps}` does so again; `flood {count}` sends log messages as fast as it can.
import { readFlags, serveStdio, text } from './kit.mjs';
import { legacyPeer } from './legacy-peer.mjs';

const ESC = '\u001b';
const colour = (codes, words) => `${ESC}[${codes}m${words}${ESC}[0m`;
const calls = (count, one) => Array.from({ length: count }, (_, n) => one(n));

const LINES = [
  `${colour('32', 'listening')} ${colour('2', 'on stdio')}`,
  `${colour('38;5;208', 'pool')} 4 connections, ${colour('38;2;90;120;255', 'orders')} ${colour('4', 'ready')}`,
  `${ESC}]0;window title${ESC}\\${ESC}[2K${colour('1;33', 'WARN')} plan used a sequential scan`,
  `${colour('31', 'ERROR')} total is not a number`,
  'TypeError: total.toFixed is not a function',
  ...calls(12, (n) => `    at step${n} (file:///srv/orders/src/total.js:${n + 10}:3)`),
  'Traceback (most recent call last):',
  ...calls(6, (n) => [`  File "/srv/jobs/job${n}.py", line ${n + 1}, in run`, `    call(${n})`]).flat(),
  'ValueError: postcode is empty',
  'java.lang.IllegalStateException: pool is closed',
  ...calls(5, (n) => `\tat com.acme.Pool.take(Pool.java:${n + 41})`),
  'Caused by: java.io.IOException: broken pipe',
  '\t... 5 more',
  'panic: runtime error: index out of range [3] with length 3',
  '',
  'goroutine 1 [running]:',
  ...calls(4, (n) => [`main.step${n}(0x${n})`, `\t/srv/main.go:${n + 8} +0x2c`]).flat(),
  "thread 'main' panicked at src/main.rs:4:5:",
  'stack backtrace:',
  ...calls(5, (n) => [`   ${n}: app::step${n}`, `             at ./src/main.rs:${n}:5`]).flat(),
  colour('90', 'done'),
];
const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];
const { steps: atStart = '1' } = readFlags();

function work(steps) {
  for (let step = 1; step <= steps; step += 1) {
    process.stderr.write(`${LINES.join('\n')}\n`);
    for (const level of LEVELS)
      tell('notifications/message', { level, logger: 'importer.csv', data: `${level} of step ${step}` });
    tell('notifications/progress', { progressToken: 'nobody', progress: step, total: steps, message: 'customers.csv' });
    tell('notifications/resources/updated', { uri: 'import://61/report' });
    tell('notifications/acme/shipped', { orders: [step], by: 'van' });
  }
}

const tell = (method, params) => send({ jsonrpc: '2.0', method, params });
const peer = legacyPeer({ push: (message) => send(message) });
const send = serveStdio((message, answer) => {
  const { name, arguments: args = {} } = message.params ?? {};
  if (message.method === 'tools/call' && (name === 'work' || name === 'flood')) {
    if (name === 'work') work(Number(args.steps ?? 1));
    for (let n = 0; name === 'flood' && n < Number(args.count ?? 1000); n += 1) {
      tell('notifications/message', {
        level: n % 50 === 0 ? 'warning' : 'info',
        logger: 'flood',
        data: `message ${n}`,
      });
    }
    return answer({ jsonrpc: '2.0', id: message.id, result: { content: [text('told')] } });
  }
  if (message.method === 'tools/list') {
    const tools = ['work', 'flood'].map((tool) => ({ name: tool, inputSchema: { type: 'object' } }));
    return answer({ jsonrpc: '2.0', id: message.id, result: { tools } });
  }
  if (message.method === 'notifications/initialized') work(Number(atStart));
  return peer.receive(message, answer);
});
