// A wrapper like npx: the real server is a child that keeps running when only the wrapper is killed.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bound, stdio, tool } from '../lib.mjs';

if (process.argv[2] !== 'inner') {
  bound();
  const c = spawn(process.execPath, [fileURLToPath(import.meta.url), 'inner'], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  process.stdin.on('data', (d) => c.stdin.write(d)); // stdin EOF is not passed on
  c.on('exit', (code) => process.exit(code ?? 1));
} else {
  const pids = () => ({ wrapper: process.ppid, server: process.pid });
  stdio({
    name: 'grandchild',
    tools: [tool('pids')],
    calls: { pids: () => ({ content: [{ type: 'text', text: JSON.stringify(pids()) }], structuredContent: pids() }) },
    onEnd() {},
  });
  setInterval(() => {}, 1000);
}
