import { decode, encode } from '../codec.ts';
import { bindingName, deliverName, type FromPage, type ToPage } from '../messages.ts';
import { Bridge, onWindowAsked } from './bridge.ts';

type Listener = (event: unknown, ...args: unknown[]) => void;
type Preload = (
  require: (id: string) => unknown,
  module: { exports: unknown },
  exports: unknown,
  process: unknown,
) => void;

/** The page's end of Electron's inter-process messages. */
class PageIpc {
  private readonly listeners = new Map<string, Listener[]>();
  private readonly calls = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  private readonly ports = new Map<number, MessagePort>();
  private readonly tell: (message: FromPage) => void;
  private callCount = 0;

  constructor(tell: (message: FromPage) => void) {
    this.tell = tell;
  }

  /** The object that a preload knows as `ipcRenderer`. */
  renderer(): Record<string, unknown> {
    const add = (channel: string, listener: Listener) => {
      this.listeners.set(channel, [...(this.listeners.get(channel) ?? []), listener]);
      return renderer;
    };
    const off = (channel: string, listener: Listener) => {
      this.listeners.set(
        channel,
        (this.listeners.get(channel) ?? []).filter((one) => one !== listener),
      );
      return renderer;
    };
    const once = (channel: string, listener: Listener) => {
      const wrapped: Listener = (...args) => {
        off(channel, wrapped);
        listener(...args);
      };
      return add(channel, wrapped);
    };
    const renderer: Record<string, unknown> = {
      on: add,
      addListener: add,
      once,
      off,
      removeListener: off,
      removeAllListeners: (channel: string) => {
        this.listeners.delete(channel);
        return renderer;
      },
      send: (channel: string, ...args: unknown[]) => this.tell({ op: 'send', channel, args }),
      invoke: (channel: string, ...args: unknown[]) => this.invoke(channel, args),
    };
    return renderer;
  }

  /** Takes a message of the main process. */
  receive(message: ToPage, sender: unknown): void {
    if (message.op === 'event') {
      const ports = message.ports.map((port) => this.openPort(port));
      for (const listener of [...(this.listeners.get(message.channel) ?? [])])
        listener({ sender, ports }, ...message.args);
    } else if (message.op === 'reply') {
      const call = this.calls.get(message.call);
      this.calls.delete(message.call);
      if (message.error === undefined) call?.resolve(message.value);
      else call?.reject(new Error(message.error));
    } else if (message.op === 'port-message') this.ports.get(message.port)?.postMessage(message.data);
    else {
      this.ports.get(message.port)?.close();
      this.ports.delete(message.port);
    }
  }

  private invoke(channel: string, args: unknown[]): Promise<unknown> {
    this.callCount += 1;
    const call = this.callCount;
    return new Promise((resolve, reject) => {
      this.tell({ op: 'invoke', channel, args, call });
      this.calls.set(call, { resolve, reject });
    });
  }

  private openPort(port: number): MessagePort {
    const { port1, port2 } = new MessageChannel();
    this.ports.set(port, port2);
    port2.onmessage = (event) => this.tell({ op: 'port-message', port, data: event.data });
    port2.addEventListener('close', () => {
      if (this.ports.delete(port)) this.tell({ op: 'port-close', port });
    });
    return port1;
  }
}

/**
 * Runs in the isolated world before the page's scripts.
 * @param info what the preload sees as `process`
 * @param preload the app's preload, wrapped as a CommonJS module; absent when the window has none
 */
export function start(info: object, preload?: Preload): void {
  const holder = globalThis as unknown as Record<string, unknown>;
  // The debugger put a function of one text there; it is removed so that a preload cannot call it.
  const send = holder[bindingName] as (text: string) => void;
  delete holder[bindingName];
  const tell = (message: FromPage) => send(encode(message));
  onWindowAsked((url) => tell({ op: 'open-window', url }));
  // As in Electron, frames inside the page have no preload.
  if (window.top !== window || !preload) return;
  const ipc = new PageIpc(tell);
  const ipcRenderer = ipc.renderer();
  // Only the main process calls this, with what `encode` wrote.
  holder[deliverName] = (text: string) => ipc.receive(decode(text) as ToPage, ipcRenderer);
  const bridge = new Bridge('isolated');
  const electron = {
    ipcRenderer,
    contextBridge: { exposeInMainWorld: (key: string, api: unknown) => bridge.expose(key, api) },
  };
  const require = (id: string) => {
    if (id === 'electron' || id === 'electron/renderer') return electron;
    throw new Error(`module not found: ${id} (a sandboxed preload can require only electron here)`);
  };
  const module = { exports: {} };
  try {
    preload(require, module, module.exports, Object.freeze(info));
  } catch (error) {
    tell({ op: 'preload-error', message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}
