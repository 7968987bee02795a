import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';
import { cli, stressServer } from './paths.mjs';

/** Starts the browser host on a data folder and opens a bare link to it, beside the page's own. */
export async function startHost(dataDir, nodeFlags = []) {
  const child = spawn(process.execPath, [...nodeFlags, cli, 'serve', '--no-open', '--json', '--data-dir', dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`serve ended with ${code}`)));
  });
  const { url, pid } = JSON.parse(line);
  const link = await openLink(url);
  return {
    url,
    pid,
    ...link,
    async stop() {
      link.close();
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function openLink(url) {
  const { host, hash } = new URL(url);
  const token = hash.replace('#token=', '');
  const socket = new WebSocket(`ws://${host}/link`, ['wirebench.v1', `token.${token}`], { origin: `http://${host}` });
  const waiting = new Map();
  const state = new Map();
  let next = 1;
  socket.on('message', (data) => {
    const message = JSON.parse(data.toString());
    if (message.t === 'batch') {
      for (const change of message.items)
        if (change.op === 'put') state.set(`${change.topic}/${change.id}`, change.value);
      socket.send(JSON.stringify({ t: 'ack', id: message.id }));
      return;
    }
    const entry = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.t === 'ok') entry?.resolve(message.value);
    else entry?.reject(new Error(message.message));
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  socket.send(JSON.stringify({ t: 'open', id: 0, name: 'watch.state', input: {} }));
  return {
    call: (name, input) =>
      new Promise((resolve, reject) => {
        const id = next++;
        waiting.set(id, { resolve, reject });
        socket.send(JSON.stringify({ t: 'call', id, name, input }));
      }),
    entity: (topic, id) => state.get(`${topic}/${id}`),
    close: () => socket.close(),
  };
}

/** Waits until `probe` gives something, at most `ms`; names what was awaited when it does not. */
export async function until(what, probe, ms = 60_000) {
  const end = performance.now() + ms;
  for (;;) {
    const found = await probe();
    if (found) return found;
    if (performance.now() > end) throw new Error(`${what} did not happen within ${ms} ms`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Saves a server and starts it; resolves with the id of its session. */
export async function startServer(host, name, script, env = {}) {
  const endpoint = { kind: 'stdio', command: process.execPath, args: [script], env };
  const timeouts = { connectMs: 30_000, requestMs: 0 };
  const { serverId } = await host.call('server.save', { name, endpoint, timeouts });
  const { sessionId } = await host.call('session.start', { serverId });
  await until('the session', () => host.entity('session', sessionId)?.state.at === 'ready');
  return sessionId;
}

export const startStress = (host) => startServer(host, 'stress', stressServer);

/** Seconds of the processor a process has used; NaN where the system does not tell. */
export function cpuSeconds(pid) {
  if (process.platform !== 'linux') return Number.NaN;
  // Ticks of 10 ms after the name in parentheses, see proc(5).
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
