import type { MessagePort } from 'node:worker_threads';
import type { FromPage, ToPage } from '../messages.ts';
import { StandInPort } from './ipc.ts';

/** The main process's ends of the ports that were handed to a page. */
export class PagePorts {
  private readonly deliver: (message: ToPage) => void;
  private readonly ports = new Map<number, MessagePort>();
  private count = 0;

  constructor(deliver: (message: ToPage) => void) {
    this.deliver = deliver;
  }

  /** Takes over a port of a transfer list and returns the number that the page knows it by. */
  add(given: unknown): number {
    if (!(given instanceof StandInPort)) throw new TypeError('Invalid value for transfer');
    const port = given.detach();
    this.count += 1;
    const id = this.count;
    this.ports.set(id, port);
    port.on('message', (data: unknown) => this.deliver({ op: 'port-message', port: id, data }));
    port.on('close', () => {
      if (this.ports.delete(id)) this.deliver({ op: 'port-close', port: id });
    });
    return id;
  }

  receive(message: FromPage & { op: 'port-message' | 'port-close' }): void {
    const port = this.ports.get(message.port);
    if (message.op === 'port-message') port?.postMessage(message.data);
    else {
      this.ports.delete(message.port);
      port?.close();
    }
  }

  /** The page is gone: the app's ends of the ports hear `close`. */
  closeAll(): void {
    const ports = [...this.ports.values()];
    this.ports.clear();
    for (const port of ports) port.close();
  }
}
