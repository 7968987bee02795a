import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { contract, type WirebenchContract } from '#shared/contract.ts';
import { LINK_PATH, LINK_PROTOCOL } from '#shared/csp.ts';
import { webSocketPort } from '#shared/ports.ts';
import type { Client } from '#shared/rpc.ts';
import { connect } from '#shared/rpc-client.ts';
import type { Served } from './app.ts';

/** A second client on the host of the page, for what the test prepares; it ends with the test. */
export async function hostClient({ origin, token }: Served): Promise<Client<WirebenchContract>> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${LINK_PATH}`, [LINK_PROTOCOL, `token.${token}`], {
    origin,
  });
  onTestFinished(() => socket.close());
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return connect(webSocketPort(socket), contract);
}
