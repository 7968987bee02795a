import type { ClientRequest } from 'node:http';
import type { HttpTiming } from '#shared/records.ts';

/** Microseconds of a clock that only goes forward. */
function now(): number {
  return Math.round(performance.now() * 1000);
}

/** Watches how a request that was just made gets its connection; the returned function tells what was seen so far. */
export function timeRequest(request: ClientRequest): () => HttpTiming {
  const start = now();
  const at: { dns?: number; tcp?: number; tls?: number; sent?: number } = {};
  request.once('socket', (socket) => {
    if (request.reusedSocket) return;
    // A name may be looked up to several addresses: the first answer is what is waited for.
    socket.once('lookup', () => {
      at.dns = now();
    });
    socket.once('connect', () => {
      at.tcp = now();
    });
    socket.once('secureConnect', () => {
      at.tls = now();
    });
  });
  request.once('finish', () => {
    at.sent = now();
  });
  return () => {
    const { dns, tcp, tls, sent } = at;
    return {
      reused: request.reusedSocket,
      ...(dns === undefined ? {} : { dnsUs: dns - start }),
      ...(tcp === undefined ? {} : { tcpUs: tcp - (dns ?? start) }),
      ...(tls === undefined || tcp === undefined ? {} : { tlsUs: tls - tcp }),
      ...(sent === undefined ? {} : { sentUs: sent - start }),
    };
  };
}
