import { beforeEach, describe, expect, test } from 'vitest';
import { Restarts } from '#host/restarts.ts';
import { ServerConfig } from '#shared/config.ts';
import type { Failure, Session, SessionState } from '#shared/session.ts';
import { railState } from '#shared/session.ts';
import { FakeClock } from '../../core/support/fake-clock.ts';

const GAVE_UP = 'Stopped trying: it failed 3 times in the same way.';
const endpoint = { kind: 'stdio', command: 'x', args: [], env: {} };
const config = ServerConfig.parse({ id: 'srv', name: 'srv', endpoint, restart: 'on-failure' });

let clock: FakeClock;
let life: AbortController;
let started: { at: number; n: number; because: string }[];
let told: number;
let answer: () => Promise<void>;
let restarts: Restarts;
const now = () => clock.wall() / 1000;

beforeEach(() => {
  clock = new FakeClock();
  life = new AbortController();
  started = [];
  told = 0;
  answer = () => Promise.resolve();
  restarts = new Restarts({
    clock,
    signal: life.signal,
    changed: () => {
      told += 1;
    },
    start: (_id, n, because) => {
      started.push({ at: now(), n, because });
      return answer();
    },
  });
});

function failure(short: string, rule = 'dx-env'): Failure {
  return { rule, title: '', why: '', todo: '', short };
}

function ended(state: Partial<Extract<SessionState, { at: 'closed' }>>, readyMs?: number): void {
  const session: Session = {
    id: 's',
    serverId: 'srv',
    config,
    startedAt: now(),
    endedAt: now(),
    ...(readyMs === undefined ? {} : { readyAt: now() - readyMs }),
    state: { at: 'closed', reason: 'exited', ...state },
    ladder: [],
    counts: { wire: 0, traffic: 0, stderr: 0, notices: 0, client: 0, errors: 0 },
    streams: [],
  };
  restarts.ended(session);
}

/** Fails, and gives the wait until the next start; undefined when there is none. */
function fail(short: string, readyMs?: number): number | undefined {
  ended({ failure: failure(short) }, readyMs);
  const { retry } = restarts.facts('srv');
  return retry && retry.at - now();
}

describe('back-off', () => {
  test('1, 2, 4, 8, 15 s and then 15 s, each try with its number', async () => {
    const waits: (number | undefined)[] = [];
    for (let i = 1; i <= 7; i += 1) {
      waits.push(fail(`code ${i}`));
      expect(restarts.facts('srv').retry?.n).toBe(i);
      await clock.advance((waits.at(-1) ?? 0) - 1);
      expect(started).toHaveLength(i - 1);
      await clock.advance(1);
      expect(started.at(-1)).toMatchObject({ n: i, because: `code ${i}` });
      restarts.opened('srv');
      expect(restarts.facts('srv')).toEqual({});
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
  });

  test('three failures of one kind in a row end it, with a word', async () => {
    expect([fail('code 1'), fail('code 1')]).toEqual([1000, 2000]);
    expect(fail('code 1')).toBeUndefined();
    expect(restarts.facts('srv')).toEqual({ gaveUp: GAVE_UP });
    await clock.advance(60_000);
    expect(started).toEqual([]);
  });

  test('another cause in between begins the count of one kind anew, not the waits', () => {
    expect([fail('a'), fail('a'), fail('b'), fail('a'), fail('a')]).toEqual([1000, 2000, 4000, 8000, 15_000]);
    expect(fail('a')).toBeUndefined();
  });

  test('the same short words under another rule are another kind', () => {
    for (const rule of ['dx-env', 'dx-env', 'dx-port']) ended({ failure: failure('Exited with code 1', rule) });
    expect(restarts.facts('srv').retry?.n).toBe(3);
  });

  test('a session that was ready for a minute begins everything anew', () => {
    fail('a');
    fail('a');
    expect(fail('a', 59_999)).toBeUndefined();
    restarts.cancel('srv');
    fail('a');
    fail('a');
    expect(fail('a', 60_000)).toBe(1000);
  });
});

describe('what is not started again', () => {
  test('a session that a person ended or that was refused; a plan before it is dropped', async () => {
    for (const reason of ['user', 'refused'] as const) {
      fail('a');
      ended({ reason });
      expect(restarts.facts('srv')).toEqual({});
    }
    await clock.advance(60_000);
    expect(started).toEqual([]);
  });

  test('lost and failed sessions are', () => {
    for (const reason of ['lost', 'failed'] as const) ended({ reason });
    expect(restarts.facts('srv').retry?.n).toBe(2);
  });

  test('nothing after a person took over, and the count begins anew', async () => {
    fail('a');
    fail('a');
    const before = told;
    expect(restarts.cancel('srv')).toBe(false);
    expect(told).toBe(before + 1);
    await clock.advance(60_000);
    expect(started).toEqual([]);
    expect(fail('a')).toBe(1000);
    restarts.cancel('srv');
    expect(restarts.cancel('srv')).toBe(false);
    // Nothing was planned, so nothing has changed.
    expect(told).toBe(before + 3);
  });

  test('nothing after the end of the host, also what was planned', async () => {
    fail('a');
    life.abort();
    expect(restarts.facts('srv')).toEqual({});
    fail('b');
    await clock.advance(60_000);
    expect([started, clock.waiting]).toEqual([[], 0]);
  });
});

test('a start that is under way says so when it is cancelled', async () => {
  const gate = new AbortController();
  answer = () => new Promise((resolve) => gate.signal.addEventListener('abort', () => resolve()));
  fail('a');
  await clock.advance(1000);
  expect(restarts.facts('srv').retry).toBeDefined();
  expect(restarts.cancel('srv')).toBe(true);
  gate.abort();
});

test('a start that fails is said, not tried for ever', async () => {
  answer = () => Promise.reject(new Error('The disk is full.'));
  fail('a');
  await clock.advance(1000);
  expect(restarts.facts('srv')).toEqual({ gaveUp: 'Stopped trying: The disk is full.' });
});

test('the rail says that it is tried again while a start is planned', () => {
  const state: SessionState = { at: 'closed', reason: 'exited' };
  fail('a');
  expect(railState(state, restarts.facts('srv').retry !== undefined)).toBe('reconnecting');
  restarts.cancel('srv');
  expect(railState(state, restarts.facts('srv').retry !== undefined)).toBe('failed');
});
