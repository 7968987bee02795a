import { type Timeouts, totalOf } from '#shared/config.ts';
import type { HeaderList } from '#shared/records.ts';
import type { Profile } from './era/era.ts';
import type { Limits } from './limit.ts';

/** What one call may want otherwise than the settings of its server say. */
export interface CallOptions {
  /** Milliseconds without a sign of life; 0 means no limit; absent means the server's setting. */
  timeoutMs?: number | undefined;
  /** Milliseconds in all, signs of life or not; 0 means no limit; absent means the server's setting. */
  totalMs?: number | undefined;
  /** False asks for no progress. */
  progress?: boolean | undefined;
  /** Modern era: the level this request is stamped with, `off` for none; absent means that of the session. */
  logLevel?: string | undefined;
  /** HTTP only: headers of this request, in the place of those of the same name. */
  headers?: HeaderList | undefined;
}

export function limitsOf({ requestMs, totalMs }: Timeouts, options: CallOptions): Limits {
  const idleMs = options.timeoutMs ?? requestMs;
  return { idleMs, totalMs: options.totalMs ?? totalOf({ requestMs: idleMs, totalMs }) };
}

export function withLogLevel(profile: Profile, level: string | undefined): Profile {
  return level === undefined ? profile : { ...profile, logLevel: level === 'off' ? undefined : level };
}

/** `own` after `headers`, of which those of the same names fall away. */
export function withHeaders(headers: HeaderList, own: HeaderList | undefined): HeaderList {
  if (!own || own.length === 0) return headers;
  const names = new Set(own.map(([name]) => name.toLowerCase()));
  return [...headers.filter(([name]) => !names.has(name.toLowerCase())), ...own];
}
