#!/usr/bin/env node
// stubborn.mjs — ill-behaved: ignores SIGTERM and stdin end, and starts a grandchild (sleep 600) that inherits stdio.
// Use it to check that a client stops the whole process tree on disconnect / app quit (needs SIGKILL + process group).
import { spawn } from 'node:child_process';
import { serve, text, writeErr } from './rpc.mjs';

const child = spawn('sleep', ['600'], { stdio: ['ignore', 'inherit', 'inherit'] });
await writeErr(`stubborn: pid ${process.pid} grandchild ${child.pid}`);
setTimeout(() => process.exit(0), 600_000);
serve({
  name: 'stubborn',
  handlers: {
    'tools/list': () => ({ tools: [{ name: 'pids', inputSchema: { type: 'object' } }] }),
    'tools/call': () => text(`pid ${process.pid} grandchild ${child.pid}`),
  },
});
process.removeAllListeners('SIGTERM');
process.on('SIGTERM', () => {});
process.stdin.removeAllListeners('end');
