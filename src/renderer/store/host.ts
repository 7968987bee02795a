import { createStore, type StoreApi } from 'zustand/vanilla';
import { contract, type WirebenchContract } from '#shared/contract.ts';
import { messageOf } from '#shared/errors.ts';
import type { Client, Port } from '#shared/rpc.ts';
import { connect } from '#shared/rpc-client.ts';

export type HostClient = Client<WirebenchContract>;

/** Health of the pipe to the host; views show it, none of them reconnects by itself. */
export interface LinkState {
  status: 'connecting' | 'open' | 'lost';
  /** Grows with each new pipe: streams are opened again when it changes. */
  generation: number;
  client: HostClient | undefined;
  problem?: string;
}

export interface HostLink {
  state: StoreApi<LinkState>;
  /** Opens a new pipe at once, for example after a new token was pasted. */
  reopen(): void;
  /** The client of the current pipe; a call on a lost pipe rejects with CLOSED. */
  client(): HostClient;
}

/** Stands in while there is no pipe: its calls reject with CLOSED. */
const CLOSED_PORT: Port = {
  post: () => undefined,
  onMessage: () => undefined,
  onClose: (fn) => fn(),
  close: () => undefined,
};
const RETRY_MS = [500, 1000, 2000, 4000];

/** Keeps a pipe to the host open until the signal ends it; a lost one is opened again with growing pauses. */
export function createHostLink(open: () => Promise<Port>, signal: AbortSignal): HostLink {
  const state = createStore<LinkState>(() => ({ status: 'connecting', generation: 0, client: undefined }));
  let current: Port | undefined;
  let tries = 0;
  let attempt = 0;
  const later = (mine: number) => {
    const pause = RETRY_MS[Math.min(tries, RETRY_MS.length - 1)];
    tries += 1;
    setTimeout(() => mine === attempt && start(), pause);
  };
  const lost = (mine: number, problem: string) => {
    if (mine !== attempt || signal.aborted) return;
    current = undefined;
    state.setState({ status: 'lost', client: undefined, problem });
    later(mine);
  };
  const closedClient = connect(CLOSED_PORT, contract);
  const start = () => {
    attempt += 1;
    const mine = attempt;
    open().then(
      (port) => {
        if (mine !== attempt || signal.aborted) return port.close();
        tries = 0;
        current = port;
        port.onClose(() => lost(mine, 'The host went away. Trying again.'));
        const { generation } = state.getState();
        state.setState({ status: 'open', generation: generation + 1, client: connect(port, contract) });
      },
      (error: unknown) => lost(mine, messageOf(error)),
    );
  };
  signal.addEventListener('abort', () => current?.close(), { once: true });
  start();
  return {
    state,
    reopen: () => {
      attempt += 1;
      current?.close();
      tries = 0;
      start();
    },
    client: () => state.getState().client ?? closedClient,
  };
}
