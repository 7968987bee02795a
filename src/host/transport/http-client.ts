import { Agent as HttpAgent } from 'node:http';
import type { TransportEvents } from '#core/ports.ts';
import { createHttpsAgent, type TlsTrust } from './certificate.ts';
import { HttpExchange, type HttpHandlers, type HttpRequest } from './http-exchange.ts';
import { aborted, type HttpFault } from './http-fault.ts';

/** Ends an exchange that is under way with this fault; does nothing afterwards. */
export type StopExchange = (fault: HttpFault) => void;

/** The HTTP side of one session: its connections and every exchange on them. */
export interface HttpClient {
  /** Starts an exchange. Handlers are called later, never from inside this call. */
  start(request: HttpRequest, handlers: HttpHandlers): StopExchange;
  /** Ends all exchanges and connections. */
  close(): void;
}

// Below the idle limit of common servers (gunicorn 2 s), or a request would race against their close.
const IDLE_MS = 1500;
// Node allows 250 ms for each address of a name, too little for a far server.
const ADDRESS_MS = 2000;

/** Keep-alive connections and exchanges that report everything to `events`. */
export function createHttpClient(events: TransportEvents, trust: TlsTrust): HttpClient {
  const options = {
    keepAlive: true,
    timeout: IDLE_MS,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_MS,
  };
  const agents = { http: new HttpAgent(options), https: createHttpsAgent(options, trust), noted: new Set<string>() };
  const running = new Set<HttpExchange>();
  return {
    start: (request, handlers) => {
      const exchange = new HttpExchange(events, agents, request, {
        ...handlers,
        end: (fault) => {
          running.delete(exchange);
          handlers.end(fault);
        },
      });
      running.add(exchange);
      exchange.start();
      return (fault) => exchange.stop(fault);
    },
    close: () => {
      for (const exchange of [...running]) exchange.stop(aborted);
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}
