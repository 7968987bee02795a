import { EventEmitter } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { IpcMain, MessagePortMain } from 'electron';
import { strict } from '../strict.ts';

type Invokable = (event: never, ...args: never[]) => unknown;
type EmitterPart = 'on' | 'once' | 'off' | 'emit' | 'removeListener' | 'removeAllListeners';
type IpcPart = Pick<IpcMain, EmitterPart | 'handle' | 'handleOnce' | 'removeHandler'>;

/** `ipcMain`. A second handler for a channel is refused, as in Electron. */
export class StandInIpc extends EventEmitter implements IpcPart {
  private readonly handlers = new Map<string, Invokable>();

  handle(channel: string, handler: Invokable): void {
    if (this.handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.handlers.set(channel, handler);
  }

  handleOnce(channel: string, handler: Invokable): void {
    this.handle(channel, (event, ...args) => {
      this.removeHandler(channel);
      return handler(event, ...args);
    });
  }

  removeHandler(channel: string): void {
    this.handlers.delete(channel);
  }

  /** Runs the handler of a channel as a page's `invoke` does. */
  async invoke(channel: string, event: object, args: unknown[]): Promise<{ value: unknown } | { error: string }> {
    try {
      const handler = this.handlers.get(channel);
      if (!handler) throw new Error(`No handler registered for '${channel}'`);
      // A handler takes whatever a page sends: that is the point of the sender checks under test.
      return { value: await handler(event as never, ...(args as never[])) };
    } catch (error) {
      return { error: `Error invoking remote method '${channel}': ${error}` };
    }
  }
}
strict('ipcMain', StandInIpc.prototype);

type PortPart = Pick<MessagePortMain, EmitterPart | 'start' | 'close' | 'postMessage'>;

/** A port in the main process: a worker's port, so that messages are really cloned and functions refused. */
export class StandInPort extends EventEmitter implements PortPart {
  private readonly port: MessagePort;
  private started = false;

  constructor(port: MessagePort) {
    super();
    this.port = port;
    port.on('close', () => this.emit('close'));
  }

  start(): void {
    if (this.started) return;
    this.started = true;
    // Only now: subscribing is what starts a worker's port.
    this.port.on('message', (data: unknown) => this.emit('message', { data, ports: [] }));
    this.port.unref();
  }

  postMessage(message: unknown): void {
    this.port.postMessage(message);
  }

  close(): void {
    this.port.close();
  }

  /** The port to hand to a page; this object is then no longer of use. */
  detach(): MessagePort {
    this.removeAllListeners();
    return this.port;
  }
}
strict('MessagePortMain', StandInPort.prototype);

/** Two connected ports. */
export class StandInChannel {
  readonly port1: StandInPort;
  readonly port2: StandInPort;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.port1 = new StandInPort(port1);
    this.port2 = new StandInPort(port2);
  }
}
