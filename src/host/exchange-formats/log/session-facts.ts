import { PRODUCT_NAME, PRODUCT_VERSION } from '#shared/product.ts';
import type { SessionMeta } from '../../store/session-file.ts';

/** What an export says of the session. Arguments, variables and headers of the server are left out: they hold secrets. */
export interface SessionFacts {
  id: string;
  server: string;
  transport: 'stdio' | 'http' | 'builtin';
  /** Address without user, password and query. */
  url?: string;
  /** Milliseconds of the wall clock. */
  startedAt: number;
  endedAt?: number;
  era?: string;
  version?: string;
  serverInfo?: Record<string, unknown>;
}

export const CREATOR = { name: PRODUCT_NAME, version: PRODUCT_VERSION };

function plainAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return `${url.origin}${url.pathname}`;
}

/** The facts of a session file; a log without one still has a name. */
export function sessionFacts(meta: SessionMeta | undefined): SessionFacts {
  if (!meta) return { id: 'unknown', server: 'unknown server', transport: 'stdio', startedAt: 0 };
  const { endpoint } = meta.config;
  const url = endpoint.kind === 'http' ? plainAddress(endpoint.url) : undefined;
  return {
    id: meta.sessionId,
    server: meta.config.name,
    transport: endpoint.kind,
    ...(url === undefined ? {} : { url }),
    startedAt: meta.startedAt,
    ...(meta.closed ? { endedAt: meta.closed.at } : {}),
    ...(meta.hello ? { era: meta.hello.era, version: meta.hello.version, serverInfo: meta.hello.serverInfo } : {}),
  };
}

/** Wall clock in microseconds as ISO 8601 with milliseconds. */
export function isoTime(micros: number): string {
  return new Date(micros / 1000).toISOString();
}
