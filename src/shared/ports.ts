import type { Port } from './rpc.ts';

/** What a port adapter needs of a MessagePort; the DOM's and Node's both fit. */
export interface MessagePortLike {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', fn: (event: { data: unknown }) => void): void;
  addEventListener(type: 'close', fn: () => void): void;
  start?(): void;
  close(): void;
}

/** What a port adapter needs of a WebSocket; the DOM's and the `ws` package's both fit. */
export interface WebSocketLike {
  readonly readyState: number;
  send(text: string): void;
  addEventListener(type: 'message', fn: (event: { data: unknown }) => void): void;
  addEventListener(type: 'close', fn: () => void): void;
  close(): void;
}

export function messagePort(port: MessagePortLike): Port {
  return {
    post: (message) => port.postMessage(message),
    onMessage: (fn) => {
      port.addEventListener('message', (event) => fn(event.data));
      port.start?.();
    },
    onClose: (fn) => port.addEventListener('close', fn),
    close: () => port.close(),
  };
}

const OPEN = 1;

/** JSON text over a WebSocket; a message that is not JSON closes the link. */
export function webSocketPort(socket: WebSocketLike): Port {
  return {
    post: (message) => {
      if (socket.readyState === OPEN) socket.send(JSON.stringify(message));
    },
    onMessage: (fn) =>
      socket.addEventListener('message', (event) => {
        let message: unknown;
        try {
          message = JSON.parse(String(event.data));
        } catch {
          socket.close();
          return;
        }
        fn(message);
      }),
    onClose: (fn) => socket.addEventListener('close', fn),
    close: () => socket.close(),
  };
}

/** Two ends of an in-memory pipe. Messages pass through JSON, so that nothing works here that would fail on a wire. */
export function memoryPair(defer: (fn: () => void) => void): [Port, Port] {
  const messages: ((message: unknown) => void)[][] = [[], []];
  const closes: (() => void)[][] = [[], []];
  let closed = false;
  const end = (mine: 0 | 1): Port => {
    const other = mine === 0 ? 1 : 0;
    return {
      post: (message) => {
        const text = JSON.stringify(message);
        defer(() => {
          if (!closed) for (const fn of messages[other] ?? []) fn(JSON.parse(text));
        });
      },
      onMessage: (fn) => void messages[mine]?.push(fn),
      onClose: (fn) => void closes[mine]?.push(fn),
      close: () => {
        if (closed) return;
        closed = true;
        for (const fn of [...(closes[0] ?? []), ...(closes[1] ?? [])]) fn();
      },
    };
  };
  return [end(0), end(1)];
}
