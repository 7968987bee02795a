import { z } from 'zod';

export const HostErrorCode = z.enum([
  'BAD_INPUT',
  'NOT_FOUND',
  'CONFLICT',
  'NOT_READY',
  'TOO_LARGE',
  'REFUSED',
  'TIMED_OUT',
  'IO',
  'CLOSED',
  'INTERNAL',
]);
export type HostErrorCode = z.infer<typeof HostErrorCode>;

/** The only error that crosses the RPC. `message` is written for a person: what happened, why, what to do. */
export class HostError extends Error {
  readonly code: HostErrorCode;
  readonly data: unknown;
  constructor(code: HostErrorCode, message: string, data?: unknown) {
    super(message);
    this.name = 'HostError';
    this.code = code;
    this.data = data;
  }
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
