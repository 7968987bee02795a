/** The two sides of a document that share its DOM and nothing else. */
export type World = 'main' | 'isolated';

type Wire =
  | { op: 'call'; call: string; fn: number; args: unknown }
  | { op: 'return'; call: string; value?: unknown; error?: string; later?: true }
  | { op: 'settle'; call: string; value?: unknown; error?: string }
  | { op: 'expose'; key: string; api: unknown };

type Callable = (...args: unknown[]) => unknown;
interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  value !== null &&
  typeof value === 'object' &&
  !Array.isArray(value) &&
  Object.getPrototypeOf(value)?.constructor?.name === 'Object';

/** Copies a value; `leaf` may give a substitute for any part of it. */
function walk(value: unknown, leaf: (value: unknown) => unknown): unknown {
  const substitute = leaf(value);
  if (substitute !== undefined) return substitute;
  if (Array.isArray(value)) return value.map((item) => walk(item, leaf));
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item, leaf)]));
}

function freeze(value: unknown): unknown {
  if (value && typeof value === 'object') {
    for (const inner of Object.values(value)) freeze(inner);
    Object.freeze(value);
  }
  return value;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * One end of the bridge between worlds: a synchronous event on `window`, whose `detail` the browser clones.
 * Functions are proxied, their results come back at once or as a promise, as Electron's contextBridge does.
 */
export class Bridge {
  private readonly me: World;
  private readonly other: World;
  private readonly functions = new Map<number, Callable>();
  private readonly returned = new Map<string, Wire & { op: 'return' }>();
  private readonly waiting = new Map<string, Waiting>();
  private functionCount = 0;
  private callCount = 0;

  constructor(me: World) {
    this.me = me;
    this.other = me === 'main' ? 'isolated' : 'main';
    window.addEventListener(`__standIn:${me}`, (event) => {
      // Only the other end of the bridge dispatches this event.
      const wire = (event as CustomEvent<Wire | null>).detail;
      if (wire !== null && typeof wire === 'object') this.receive(wire);
    });
  }

  /** Gives the other world's `window` a frozen copy of `api` under `key`. */
  expose(key: string, api: unknown): void {
    this.post({ op: 'expose', key, api: this.pack(api) });
  }

  private post(wire: Wire): void {
    window.dispatchEvent(new CustomEvent(`__standIn:${this.other}`, { detail: wire }));
  }

  private pack(value: unknown): unknown {
    return walk(value, (part) => {
      if (typeof part !== 'function') return undefined;
      this.functionCount += 1;
      // A function is called with whatever the other side passes.
      this.functions.set(this.functionCount, part as Callable);
      return { $fn: this.functionCount };
    });
  }

  private unpack(value: unknown): unknown {
    return walk(value, (part) => {
      if (!isPlain(part) || typeof part.$fn !== 'number') return undefined;
      const fn = part.$fn;
      return (...args: unknown[]) => this.call(fn, args);
    });
  }

  private call(fn: number, args: unknown[]): unknown {
    this.callCount += 1;
    const call = `${this.me}${this.callCount}`;
    // Synchronous: the answer is in `returned` when this is done, unless the arguments could not be cloned.
    this.post({ op: 'call', call, fn, args: this.pack(args) });
    const answer = this.returned.get(call);
    this.returned.delete(call);
    if (!answer) throw new Error('An object could not be cloned.');
    if (answer.later) return new Promise((resolve, reject) => this.waiting.set(call, { resolve, reject }));
    if (answer.error !== undefined) throw new Error(answer.error);
    return this.unpack(answer.value);
  }

  private receive(wire: Wire): void {
    if (wire.op === 'call') this.answer(wire);
    else if (wire.op === 'return') this.returned.set(wire.call, wire);
    else if (wire.op === 'settle') {
      const waiting = this.waiting.get(wire.call);
      this.waiting.delete(wire.call);
      if (wire.error === undefined) waiting?.resolve(this.unpack(wire.value));
      else waiting?.reject(new Error(wire.error));
    } else {
      Object.defineProperty(window, wire.key, {
        value: freeze(this.unpack(wire.api)),
        enumerable: true,
        writable: false,
        configurable: false,
      });
    }
  }

  private answer({ call, fn, args }: Wire & { op: 'call' }): void {
    try {
      const unpacked = this.unpack(args);
      const value = this.functions.get(fn)?.(...(Array.isArray(unpacked) ? unpacked : []));
      if (!(value instanceof Promise)) {
        this.post({ op: 'return', call, value: this.pack(value) });
        return;
      }
      this.post({ op: 'return', call, later: true });
      value.then(
        (result) => this.post({ op: 'settle', call, value: this.pack(result) }),
        (error) => this.post({ op: 'settle', call, error: reasonOf(error) }),
      );
    } catch (error) {
      this.post({ op: 'return', call, error: reasonOf(error) });
    }
  }
}

/** Tells the isolated world that the page wants a window. */
export function askForWindow(url: string): void {
  window.dispatchEvent(new CustomEvent('__standIn:open', { detail: url }));
}

/** Hears what `askForWindow` tells. */
export function onWindowAsked(tell: (url: string) => void): void {
  window.addEventListener('__standIn:open', (event) => {
    // Only `askForWindow` dispatches this event.
    tell((event as CustomEvent<string>).detail);
  });
}
