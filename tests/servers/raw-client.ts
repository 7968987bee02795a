import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type FixtureName, fixture } from './servers.ts';

/** A message as a fixture sent it, or a line that is not JSON as `{ junk }`. */
export interface RawMessage {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
  readonly junk?: string;
}

/** A fixture server under test, spoken to without any of the product's code. */
export interface RawClient {
  readonly process: ChildProcess;
  /** Everything received so far, in order. */
  readonly seen: readonly RawMessage[];
  send(message: object): void;
  /** Sends a request and resolves with its answer. */
  request(method: string, params?: object): Promise<RawMessage>;
  /** Resolves with the first message, past or to come, that fits; rejects after five seconds. */
  until(fits: (message: RawMessage) => boolean): Promise<RawMessage>;
  /** Closes stdin, and resolves with the exit code. */
  stop(): Promise<number | null>;
}

/** Starts a fixture server; every line of its stdout becomes a message. */
export function rawClient(name: FixtureName, args: readonly string[] = []): RawClient {
  const child = spawn(process.execPath, [fixture(name), ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const seen: RawMessage[] = [];
  const watchers = new Set<() => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const value = read(line);
    seen.push(...(Array.isArray(value) ? value : [value]));
    for (const look of watchers) look();
  });
  let lastId = 0;

  const until: RawClient['until'] = (fits) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        watchers.delete(look);
        reject(new Error(`No such message within 5 s; seen: ${JSON.stringify(seen).slice(0, 2000)}`));
      }, 5000);
      const look = (): void => {
        const found = seen.find(fits);
        if (!found) return;
        clearTimeout(timer);
        watchers.delete(look);
        resolve(found);
      };
      watchers.add(look);
      look();
    });
  const send: RawClient['send'] = (message) => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  };
  return {
    process: child,
    seen,
    until,
    send,
    request: (method, params) => {
      const id = ++lastId;
      send({ id, method, ...(params && { params }) });
      return until((m) => m.id === id && m.method === undefined);
    },
    stop: () => {
      child.stdin.end();
      if (name.startsWith('http')) child.kill('SIGTERM');
      return exited;
    },
  };
}

function read(line: string): RawMessage | RawMessage[] {
  try {
    // Whatever a fixture prints is looked at field by field in the tests.
    return JSON.parse(line) as RawMessage | RawMessage[];
  } catch {
    return { junk: line };
  }
}

/** The address of an HTTP fixture started by `rawClient`, e.g. `http://127.0.0.1:40000`. */
export async function origin(client: RawClient): Promise<string> {
  const line = await client.until((m) => m.junk?.startsWith('LISTENING ') === true);
  return `http://127.0.0.1:${line.junk?.slice('LISTENING '.length)}`;
}
