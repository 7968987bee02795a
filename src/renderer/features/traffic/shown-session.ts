import type { Session } from '#shared/session.ts';

/** What the traffic views need to know of a session, running or ended. */
export interface ShownSession {
  readonly id: string;
  readonly counts: Session['counts'];
  readonly over: 'stdio' | 'http' | 'builtin';
  readonly pinned: boolean;
  /** Its log holds the values of sign-in and cookie headers as they are. */
  readonly headersKept: boolean;
  /** Told when it was pinned or no longer is; a session of this run tells it itself. */
  readonly onPinned?: ((pinned: boolean) => void) | undefined;
}
