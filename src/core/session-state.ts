import type { ClosedReason, Exit, Failure, LostCall, SessionState } from '#shared/session.ts';

/** What can happen to a session as a whole (ARCHITECTURE 6). */
export type SessionEvent =
  | { type: 'opened'; waitingFor: string }
  | { type: 'waiting'; waitingFor: string }
  | { type: 'unauthorized'; status: number; text: string; failure?: Failure | undefined }
  | { type: 'authorized'; waitingFor: string }
  | { type: 'stepped-up' }
  | { type: 'settled' }
  | { type: 'stopping'; rung: string }
  | {
      type: 'closed';
      reason: ClosedReason;
      failure?: Failure | undefined;
      exit?: Exit | undefined;
      pending?: LostCall[] | undefined;
    };

/** The state after an event, or undefined when the event is illegal in this state. */
export function next(state: SessionState, event: SessionEvent): SessionState | undefined {
  switch (event.type) {
    case 'opened':
      return state.at === 'opening' ? { at: 'negotiating', waitingFor: event.waitingFor } : undefined;
    case 'waiting':
      return state.at === 'negotiating' ? { at: 'negotiating', waitingFor: event.waitingFor } : undefined;
    case 'unauthorized':
      return state.at === 'negotiating' || state.at === 'ready'
        ? {
            at: 'authorizing',
            status: event.status,
            text: event.text,
            ...(event.failure ? { failure: event.failure } : {}),
          }
        : undefined;
    case 'authorized':
      return state.at === 'authorizing' ? { at: 'negotiating', waitingFor: event.waitingFor } : undefined;
    case 'stepped-up':
      return state.at === 'authorizing' ? { at: 'ready' } : undefined;
    case 'settled':
      return state.at === 'negotiating' ? { at: 'ready' } : undefined;
    case 'stopping':
      return state.at === 'closed' ? undefined : { at: 'closing', rung: event.rung };
    case 'closed':
      return state.at === 'closed' ? undefined : closed(event);
  }
}

function closed(event: Extract<SessionEvent, { type: 'closed' }>): SessionState {
  return {
    at: 'closed',
    reason: event.reason,
    ...(event.failure ? { failure: event.failure } : {}),
    ...(event.exit ? { exit: event.exit } : {}),
    ...(event.pending && event.pending.length > 0 ? { pending: event.pending } : {}),
  };
}
