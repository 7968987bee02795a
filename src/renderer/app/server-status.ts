import {
  CircleCheck,
  CircleMinus,
  History,
  KeyRound,
  Loader,
  type LucideIcon,
  RotateCw,
  TriangleAlert,
} from 'lucide-react';
import type { Endpoint } from '#shared/config.ts';
import type { ServerEntry } from '#shared/entities.ts';
import { type RailState, railState, type Session } from '#shared/session.ts';
import type { Kind } from '../ui/kind.ts';

/** How a server stands, in the words and shapes of the rail and of the header. */
export interface ServerStatus {
  rail: RailState;
  /** Chip in the header; also the state in the accessible name. */
  text: string;
  /** Second line in the rail. */
  second: string;
  kind: Kind;
  icon: LucideIcon;
}

export function transportOf(endpoint: Endpoint): string {
  switch (endpoint.kind) {
    case 'stdio':
      return 'stdio';
    case 'http':
      return 'HTTP';
    case 'builtin':
      return 'in this app';
  }
}

export const isRemote = (server: ServerEntry): boolean => server.config.endpoint.kind === 'http';

/** Host name of an HTTP server; the address as written when it cannot be read. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** `12 s`, `12 min`, `3 h 05 min`: time since a visible start. */
export function elapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

const CLOSED_TEXT = {
  user: 'Not connected',
  failed: 'Could not connect',
  refused: 'Refused by the server',
  exited: 'Stopped by itself',
  lost: 'Connection lost',
} as const;

/** Shortest true cause of a closed session. */
export function causeOf(session: Session | undefined): string {
  if (session?.state.at !== 'closed') return CLOSED_TEXT.user;
  const { failure, exit, reason } = session.state;
  if (failure) return failure.short;
  if (reason === 'user') return CLOSED_TEXT.user;
  if (exit?.signal) return `Stopped by ${exit.signal}`;
  if (exit && exit.code !== null) return `Exited with code ${exit.code}`;
  return CLOSED_TEXT[reason];
}

const LOOKS: Record<RailState, { kind: Kind; icon: LucideIcon }> = {
  off: { kind: 'ntf', icon: CircleMinus },
  starting: { kind: 'req', icon: Loader },
  connected: { kind: 'ok', icon: CircleCheck },
  reconnecting: { kind: 'wait', icon: RotateCw },
  auth: { kind: 'wait', icon: KeyRound },
  failed: { kind: 'err', icon: TriangleAlert },
  stopping: { kind: 'ntf', icon: Loader },
  replay: { kind: 'ntf', icon: History },
};

type Words = { text: string; second?: string };

function words(rail: RailState, server: ServerEntry, session: Session | undefined, now: number): Words {
  switch (rail) {
    case 'off':
      return { text: 'Not connected' };
    case 'starting':
      return { text: 'Connecting', second: `Connecting, ${elapsed(now - (session?.startedAt ?? now))}` };
    case 'connected':
      return { text: 'Connected' };
    case 'reconnecting':
      return { text: `Trying again in ${elapsed((server.retry?.at ?? now) - now + 999)}` };
    case 'auth':
      return { text: 'Sign-in needed' };
    case 'failed':
      return { text: causeOf(session) };
    case 'stopping':
      return { text: 'Stopping' };
    case 'replay':
      return { text: 'Recording' };
  }
}

/** The status of a server at a moment; `now` only matters while it connects or waits to try again. */
export function serverStatus(server: ServerEntry, session: Session | undefined, now: number): ServerStatus {
  const rail = railState(session?.state, server.retry !== undefined);
  if (rail === 'connected' && session?.streams.some(({ state }) => state === 'dropped')) {
    return { rail, text: 'Connected, stream lost', second: 'Stream lost', ...LOOKS.reconnecting };
  }
  const { text, second } = words(rail, server, session, now);
  const transport = transportOf(server.config.endpoint);
  const connected = session?.hello ? `${transport}, ${session.hello.version}` : transport;
  return { rail, text, second: second ?? (rail === 'connected' ? connected : text), ...LOOKS[rail] };
}
