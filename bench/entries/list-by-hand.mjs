/** Lists the tools of a program by hand, as little as that takes. Arguments: the program and its own. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'by-hand', version: '1' } };

createInterface({ input: child.stdout }).on('line', (line) => {
  const { id, result } = JSON.parse(line);
  if (id === 1) {
    send({ method: 'notifications/initialized' });
    send({ id: 2, method: 'tools/list' });
  }
  if (id === 2) {
    process.stdout.write(`${result.tools.map(({ name }) => name).join('\n')}\n`);
    child.stdin.end();
  }
});
send({ id: 1, method: 'initialize', params });
