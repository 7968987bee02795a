import { expect, test } from 'vitest';
import type { SessionState } from '#shared/session.ts';
import { causeOf, elapsed, serverStatus } from '../../../src/renderer/app/server-status.ts';
import { followsFailure, needsDiagnosis, visibleTabs } from '../../../src/renderer/app/tabs.ts';
import { catalog, failure, http, opening, START, server, session, task } from '../support/samples.ts';

const closed = (over: Partial<Extract<SessionState, { at: 'closed' }>>): SessionState => ({
  at: 'closed',
  reason: 'exited',
  ...over,
});

test('the second line says how a server stands', () => {
  const local = server();
  expect(serverStatus(local, undefined, START)).toMatchObject({ rail: 'off', second: 'Not connected' });
  expect(serverStatus(local, session(), START)).toMatchObject({ rail: 'connected', second: 'stdio, 2026-07-28' });
  expect(serverStatus(server({ endpoint: http() }), session(), START).second).toBe('HTTP, 2026-07-28');
  expect(serverStatus(local, opening(), START + 3400)).toMatchObject({ rail: 'starting', second: 'Connecting, 3 s' });
  const asked = opening({ at: 'authorizing', status: 401, text: '' });
  expect(serverStatus(local, asked, START)).toMatchObject({ rail: 'auth', second: 'Sign-in needed' });
});

test('a connected server whose stream is lost says so', () => {
  const streams = [{ id: 'get', what: 'Messages from the server', state: 'dropped' as const, text: 'reset' }];
  const status = serverStatus(server({ endpoint: http() }), { ...session(), streams }, START);
  expect(status).toMatchObject({
    rail: 'connected',
    text: 'Connected, stream lost',
    second: 'Stream lost',
    kind: 'wait',
  });
});

test('the cause is the shortest true one', () => {
  expect(causeOf(opening(closed({ failure: failure({ short: 'Program not found' }) })))).toBe('Program not found');
  expect(causeOf(opening(closed({ exit: { code: 3, signal: null } })))).toBe('Exited with code 3');
  expect(causeOf(opening(closed({ exit: { code: null, signal: 'SIGKILL' } })))).toBe('Stopped by SIGKILL');
  expect(causeOf(opening(closed({ reason: 'user', exit: { code: 1, signal: null } })))).toBe('Not connected');
  expect(causeOf(opening(closed({ reason: 'lost' })))).toBe('Connection lost');
});

test('a server that will be started again says when', () => {
  const waiting = { ...server(), retry: { at: START + 8000, n: 2 } };
  const status = serverStatus(waiting, opening(closed({})), START);
  expect(status).toMatchObject({ rail: 'reconnecting', text: 'Trying again in 8 s' });
  expect(serverStatus(waiting, opening(closed({})), START + 7200).text).toBe('Trying again in 1 s');
});

test('time since a start', () => {
  expect([900, 61_000, 3_900_000].map(elapsed)).toEqual(['0 s', '1 min', '1 h 05 min']);
});

test('Diagnosis comes with failure, sign-in, and connecting for more than 3 s', () => {
  expect(needsDiagnosis(undefined, START)).toBe(false);
  expect(needsDiagnosis(session(), START)).toBe(false);
  expect(needsDiagnosis(opening(), START + 2900)).toBe(false);
  expect(needsDiagnosis(opening(), START + 3100)).toBe(true);
  expect(needsDiagnosis(opening({ at: 'authorizing', status: 401, text: '' }), START)).toBe(true);
  expect(needsDiagnosis(opening(closed({})), START)).toBe(true);
  expect(needsDiagnosis(opening(closed({ reason: 'user' })), START)).toBe(false);
});

test('after a failure Diagnosis stays while the next attempt connects', () => {
  const next = opening(undefined, { id: 'ses2', startedAt: START + 5000 });
  const all = (state: SessionState) => new Map([opening(state), next].map((one) => [one.id, one]));
  expect(followsFailure(next, all(closed({ reason: 'failed' })))).toBe(true);
  expect(followsFailure(next, all(closed({ reason: 'user' })))).toBe(false);
  expect(followsFailure(next, new Map([[next.id, next]]))).toBe(false);
  expect(needsDiagnosis(next, next.startedAt, true)).toBe(true);
  expect(needsDiagnosis(session(), START, true)).toBe(false);
});

test('tabs: fixed order, tasks only when relevant, live ones only for a server that answered', () => {
  const facts = { session: session(), catalogs: new Map(), tasks: 0 };
  const ids = (tasks: number, of = session(), diagnosing = false) =>
    visibleTabs({ ...facts, session: of, tasks }, diagnosing).map((tab) => tab.id);
  expect(ids(0)).toEqual(['tools', 'resources', 'prompts', 'traffic', 'notifications', 'info']);
  expect(ids(1)[3]).toBe('tasks');
  const hello = session().hello;
  const legacy = session(hello ? { hello: { ...hello, era: 'legacy', capabilities: { tasks: {} } } } : {});
  expect(ids(0, legacy)[3]).toBe('tasks');
  expect(ids(0, opening(closed({})), true)).toEqual(['diagnosis', 'traffic', 'info']);
  expect(ids(0, session({ state: closed({}) }), true).slice(0, 2)).toEqual(['diagnosis', 'tools']);
});

test('counts: items of this session only, none while unknown', () => {
  const catalogs = new Map(
    [
      catalog('tools', 14),
      catalog('resources', 3),
      catalog('templates', 5),
      catalog('prompts', 0, { status: 'loading' }),
      catalog('tools', 99, { id: 'other/tools', sessionId: 'other' }),
    ].map((each) => [each.id, each]),
  );
  const facts = { session: session(), catalogs, tasks: [task()].length };
  const counts = visibleTabs(facts, false).map((tab) => tab.count?.(facts));
  expect(counts.slice(0, 4)).toEqual([14, 8, undefined, 1]);
});
