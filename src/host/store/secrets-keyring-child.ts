import { type ChildProcess, fork } from 'node:child_process';
import type { KeyringAnswer, KeyringCall } from '../workers/keyring.ts';
import type { Keyring } from './secrets-keyring.ts';

/** The child ends this long after its last answer, milliseconds. */
const IDLE_MS = 500;

const ABSENT = 'no keyring service runs here';

type Ask = { op: 'read' | 'remove' } | { op: 'write'; text: string };
interface Waiting {
  resolve(text: string | undefined): void;
  reject(error: Error): void;
}

/** The keyring by way of a child process, started when it is needed. `entry` is the built file of workers/keyring.ts. */
export function createKeyringChild(entry: string): Keyring {
  return new KeyringChild(entry);
}

class KeyringChild implements Keyring {
  readonly #entry: string;
  readonly #waiting = new Map<number, Waiting>();
  #child: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  #last = 0;
  readonly #endNow = (): void => void this.#child?.kill('SIGKILL');

  constructor(entry: string) {
    this.#entry = entry;
  }

  read(account: string, ms: number): Promise<string | undefined> {
    return this.#ask(account, { op: 'read' }, ms);
  }

  async write(account: string, text: string, ms: number): Promise<void> {
    await this.#ask(account, { op: 'write', text }, ms);
  }

  async remove(account: string, ms: number): Promise<void> {
    await this.#ask(account, { op: 'remove' }, ms);
  }

  #ask(account: string, ask: Ask, ms: number): Promise<string | undefined> {
    clearTimeout(this.#idle);
    this.#child ??= this.#start();
    const child = this.#child;
    hold(child, true);
    this.#last += 1;
    const id = this.#last;
    const { promise, resolve, reject } = later<string | undefined>();
    const timer = setTimeout(() => {
      reject(new Error(`it did not answer within ${Math.round(ms / 1000)} s and may be locked`));
      // What blocks this call would block the next one too.
      this.#gone(child, 'it did not answer');
      child.kill('SIGKILL');
    }, ms);
    this.#waiting.set(id, { resolve, reject });
    const call: KeyringCall = { id, account, ...ask };
    child.send(call, (error) => {
      if (error) this.#gone(child, `it could not be asked (${error.message})`);
    });
    return promise.finally(() => {
      clearTimeout(timer);
      this.#waiting.delete(id);
      if (this.#waiting.size === 0 && this.#child) this.#endSoon(this.#child);
    });
  }

  #start(): ChildProcess {
    const { NODE_OPTIONS: _, ...env } = process.env; // they were meant for this process
    const child = fork(this.#entry, [], { stdio: 'ignore', execArgv: [], env, serialization: 'advanced' });
    child.on('message', (answer: KeyringAnswer) => {
      const waiting = this.#waiting.get(answer.id);
      if (answer.ok) waiting?.resolve(answer.text);
      else waiting?.reject(new Error(answer.why === undefined ? ABSENT : `it answers "${plain(answer.why)}"`));
    });
    child.on('error', (error) => this.#gone(child, `it could not be asked (${error.message})`));
    // The library is an optional part of the installation.
    child.on('exit', () =>
      this.#gone(child, 'the library that asks the keyring is not installed, or does not run here'),
    );
    process.once('exit', this.#endNow);
    return child;
  }

  #endSoon(child: ChildProcess): void {
    hold(child, false);
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      this.#gone(child, 'it was closed');
      if (child.connected) child.disconnect();
    }, IDLE_MS);
    this.#idle.unref();
  }

  #gone(child: ChildProcess, why: string): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    process.removeListener('exit', this.#endNow);
    for (const waiting of [...this.#waiting.values()]) waiting.reject(new Error(why));
  }
}

/** `Promise.withResolvers` of later Nodes. */
function later<T>(): { promise: Promise<T> } & { resolve(value: T): void; reject(error: Error): void } {
  let [resolve, reject]: [(value: T) => void, (error: Error) => void] = [() => undefined, () => undefined];
  const promise = new Promise<T>((yes, no) => {
    [resolve, reject] = [yes, no];
  });
  return { promise, resolve, reject };
}

/** Whether this process waits for it before it ends; a child without a parent ends by itself. */
function hold(child: ChildProcess, on: boolean): void {
  if (on) child.ref();
  else child.unref();
  if (on) child.channel?.ref();
  else child.channel?.unref();
}

/** One bounded line of the library's words. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 200);
}
