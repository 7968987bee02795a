import { describe, expect, it } from 'vitest';
import { next, type SessionEvent } from '#core/session-state.ts';
import type { SessionState } from '#shared/session.ts';

const STATES: Record<SessionState['at'], SessionState> = {
  opening: { at: 'opening' },
  negotiating: { at: 'negotiating', waitingFor: 'x' },
  authorizing: { at: 'authorizing', status: 401, text: 'x' },
  ready: { at: 'ready' },
  closing: { at: 'closing', rung: 'x' },
  closed: { at: 'closed', reason: 'user' },
};
const EVENTS: Record<SessionEvent['type'], SessionEvent> = {
  opened: { type: 'opened', waitingFor: 'y' },
  waiting: { type: 'waiting', waitingFor: 'y' },
  unauthorized: { type: 'unauthorized', status: 403, text: 'y' },
  authorized: { type: 'authorized', waitingFor: 'y' },
  'stepped-up': { type: 'stepped-up' },
  settled: { type: 'settled' },
  stopping: { type: 'stopping', rung: 'y' },
  closed: { type: 'closed', reason: 'lost' },
};
/** Where each event leads; what is not named here is illegal. */
const LEGAL: Record<SessionState['at'], Partial<Record<SessionEvent['type'], SessionState['at']>>> = {
  opening: { opened: 'negotiating', stopping: 'closing', closed: 'closed' },
  negotiating: {
    waiting: 'negotiating',
    unauthorized: 'authorizing',
    settled: 'ready',
    stopping: 'closing',
    closed: 'closed',
  },
  authorizing: { authorized: 'negotiating', 'stepped-up': 'ready', stopping: 'closing', closed: 'closed' },
  ready: { unauthorized: 'authorizing', stopping: 'closing', closed: 'closed' },
  closing: { stopping: 'closing', closed: 'closed' },
  closed: {},
};

describe('session state', () => {
  for (const [at, state] of Object.entries(STATES)) {
    for (const [type, event] of Object.entries(EVENTS)) {
      const to = LEGAL[state.at][event.type];
      it(`${at} and ${type}: ${to ?? 'ignored'}`, () => {
        expect(next(state, event)?.at).toBe(to);
      });
    }
  }

  it('carries the facts of the event', () => {
    const failure = { rule: 'r', title: 't', why: 'w', todo: 'd', short: 's' };
    const exit = { code: 1, signal: null };
    expect(next(STATES.ready, { type: 'closed', reason: 'exited', failure, exit })).toEqual({
      at: 'closed',
      reason: 'exited',
      failure,
      exit,
    });
    expect(next(STATES.negotiating, EVENTS.unauthorized)).toEqual({ at: 'authorizing', status: 403, text: 'y' });
  });
});
