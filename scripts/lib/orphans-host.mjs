/** The built app in processes of its own, for `npm run orphans`: `serve` as a page sees it, and a command that runs beside it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import WebSocket from 'ws';

const READY_MS = 60_000;

/** The page's end of the link: calls by name, and the newest value of every entity. */
class Link {
  #socket;
  #waiting = new Map();
  #watchers = new Set();
  #last = 0;
  entities = new Map();

  constructor(socket) {
    this.#socket = socket;
    socket.on('message', (data) => this.#got(JSON.parse(String(data))));
    socket.on('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('the host has gone'));
    });
    this.#stateId = this.#post('open', 'watch.state', {});
  }

  #stateId;

  #post(t, name, input) {
    this.#last += 1;
    this.#socket.send(JSON.stringify({ t, id: this.#last, name, input }));
    return this.#last;
  }

  #got(message) {
    if (message.t === 'batch' && message.id === this.#stateId) {
      for (const { op, topic, id, value } of message.items) {
        if (op === 'put') this.entities.set(`${topic} ${id}`, value);
        else if (op === 'drop') this.entities.delete(`${topic} ${id}`);
      }
      this.#socket.send(JSON.stringify({ t: 'ack', id: message.id }));
      for (const check of this.#watchers) check();
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.t === 'ok') waiting?.resolve(message.value);
    else if (message.t === 'err') waiting?.reject(new Error(message.message));
  }

  call(name, input) {
    return new Promise((resolve, reject) => this.#waiting.set(this.#post('call', name, input), { resolve, reject }));
  }

  /** Resolves when the session is ready; rejects when it ended, or after a minute. */
  ready(sessionId) {
    return new Promise((resolve, reject) => {
      const end = (settle, value) => {
        clearTimeout(timer);
        this.#watchers.delete(check);
        settle(value);
      };
      const check = () => {
        const session = this.entities.get(`session ${sessionId}`);
        if (session?.state.at === 'ready') end(resolve, session);
        else if (session?.state.at === 'closed')
          end(reject, new Error(`${session.config.name}: ${JSON.stringify(session.state)}`));
      };
      const timer = setTimeout(() => end(reject, new Error(`session ${sessionId} is not ready`)), READY_MS);
      this.#watchers.add(check);
      check();
    });
  }

  close() {
    this.#socket.terminate();
  }
}

async function connect(url) {
  const { origin, host, hash } = new URL(url);
  const token = hash.slice('#token='.length);
  const socket = new WebSocket(`ws://${host}/link`, ['wirebench.v1', `token.${token}`], { origin });
  await once(socket, 'open');
  return new Link(socket);
}

/** `wirebench serve` on a data folder, with a page connected to it. `env` is for the host alone. */
export async function startServe(cli, dataDir, env) {
  const args = [cli, 'serve', '--no-open', '--json', '--data-dir', dataDir];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const exit = once(child, 'exit');
  const line = await Promise.race([once(createInterface(child.stdout), 'line'), exit.then(() => undefined)]);
  if (line === undefined) throw new Error('the host did not start');
  const link = await connect(JSON.parse(line[0]).url);
  return {
    link,
    pid: child.pid,
    /** Sends a signal and waits for its end. */
    end: async (signal) => {
      child.kill(signal);
      await exit;
      link.close();
    },
  };
}

/** `wirebench watch -- PROGRAM` on the same data folder: a host beside the other one, with a server of its own. */
export function startBeside(cli, dataDir, { server, env }) {
  const variables = Object.keys(env).flatMap((name) => ['--env', name]);
  const args = [cli, 'watch', '--data-dir', dataDir, '--for', '300', ...variables, '--', process.execPath, server];
  const child = spawn(process.execPath, args, { stdio: 'ignore', env: { ...process.env, ...env } });
  const exit = once(child, 'exit');
  return {
    pid: child.pid,
    end: async () => {
      child.kill('SIGTERM');
      await exit;
    },
  };
}
