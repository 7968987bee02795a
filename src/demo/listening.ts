import type { Server } from 'node:http';

/** Listens on an address of this computer; gives the port. Rejects where the port cannot be had. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, () => {
      server.off('error', reject);
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('The listener has no TCP address.'));
      else resolve(address.port);
    });
  });
}

/** Resolves when nothing is listened to any more and all connections are closed. */
export function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
