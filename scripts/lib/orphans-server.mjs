/**
 * An MCP server that puts processes where its group does not hold them, for `npm run orphans`.
 * `detached`: a child in a session of its own. `daemon`: the same, and its parent ends soon, so that it belongs to init.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const LIFE_MS = 300_000;
/** The host looks over the tree of a new server after 100 and 400 ms: by then it has seen the daemon below its parent. */
const PARENT_MS = 1500;
const idle = `setTimeout(() => {}, ${LIFE_MS})`;
const parent = `
  require('node:child_process').spawn(process.execPath, ['-e', '${idle}'], { stdio: 'ignore', detached: true }).unref();
  setTimeout(() => process.exit(), ${PARENT_MS});`;

const code = process.argv[2] === 'daemon' ? parent : idle;
spawn(process.execPath, ['-e', code], { stdio: 'ignore', detached: true }).unref();
setTimeout(() => process.exit(), LIFE_MS).unref();

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: {},
    serverInfo: { name: 'loose', version: '1' },
  }),
  ping: () => ({}),
};
createInterface(process.stdin)
  .on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    const answer = answers[method];
    if (id === undefined) return;
    const reply = answer ? { result: answer(params) } : { error: { code: -32601, message: 'Method not found' } };
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...reply })}\n`);
  })
  .on('close', () => process.exit());
