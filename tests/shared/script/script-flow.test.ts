import { describe, expect, it, vi } from 'vitest';
import { scriptAsker } from '#shared/approvals.ts';
import type { EntityOf, Operation, PendingInput, Topic } from '#shared/entities.ts';
import { HostError } from '#shared/errors.ts';
import { ScriptAnswer } from '#shared/script/run-script.ts';
import { ScriptFlow, type ScriptRoom, type ScriptState } from '#shared/script/script-flow.ts';

const operation = (over: Partial<Operation>): Operation => ({
  ...{ id: 'op', sessionId: 'ses1', verb: 'tools.call', label: 'ask', status: 'running', startedAt: 0 },
  ...{ waitedMs: 0, exchangeIds: [], progressCount: 0, noticeCount: 0, rounds: 1 },
  ...over,
});
const pending = (over: Partial<PendingInput>): PendingInput => ({
  ...{ id: 'a', sessionId: 'ses1', serverId: 'srv1', kind: 'form', method: 'elicitation/create', params: {} },
  ...{ via: 'input-required', operationCertain: true, createdAt: 0, status: 'waiting' },
  ...over,
});

/** A room whose state the test writes. */
function openRoom(patience?: () => Promise<void>) {
  const entities = new Map<string, object>();
  const holds: boolean[] = [];
  const looks = new Set<() => void>();
  const state: ScriptState = {
    get: <T extends Topic>(topic: T, id: string) => entities.get(`${topic}/${id}`) as EntityOf<T> | undefined, // put under its topic
    all: <T extends Topic>(topic: T) =>
      [...entities].filter(([key]) => key.startsWith(`${topic}/`)).map(([, value]) => value as EntityOf<T>), // as above
  };
  const put = <T extends Topic>(topic: T, id: string, value: EntityOf<T>) => {
    entities.set(`${topic}/${id}`, value);
    for (const look of [...looks]) look();
  };
  const answers: unknown[] = [];
  const calls: Record<string, (input: never) => unknown> = {
    'operation.run': () => {
      put('operation', 'op', operation({ id: 'op' }));
      return { operationId: 'op' };
    },
    'pending.answer': ({ id, reply }: { id: string; reply: unknown }) => {
      answers.push(reply);
      put('pending', id, pending({ id, operationId: 'op', status: 'accepted' }));
    },
  };
  const client = new Proxy({}, { get: (_, name: string) => async (input: never) => calls[name]?.(input) });
  const room: ScriptRoom = {
    client: client as ScriptRoom['client'], // the calls of these tests
    by: scriptAsker('Tour'),
    hold: (on) => void holds.push(on),
    mostBytes: 100,
    until: (find) =>
      new Promise((resolve) => {
        const look = () => {
          const found = find(state);
          if (found === undefined) return;
          looks.delete(look);
          resolve(found);
        };
        looks.add(look);
        look();
      }),
    ...(patience ? { patience } : {}),
  };
  return { room, put, holds, calls, answers, flow: new ScriptFlow(room, []) };
}

const CALL = { sessionId: 'ses1', verb: 'ping' as const, input: {} };
const answer = (more: object) => ({ do: 'answer' as const, with: ScriptAnswer.parse({ action: 'decline', ...more }) });

describe('ScriptFlow', () => {
  it('gives up on an answer that fits no open question where nobody else answers', async () => {
    const { flow, put, holds } = openRoom(async () => undefined);
    const begun = flow.run(CALL, 'answer');
    put('pending', 'a', pending({ id: 'a', operationId: 'op' }));
    await begun;
    const end = await flow.perform(answer({ kind: 'sampling' }), 'ses1', undefined);
    expect(end).toMatchObject({ ok: false, problem: expect.stringContaining('fits no open question') });
    expect(holds.at(-1)).toBe(false);
  });

  it('waits a while for the question that an answer is for when another of the round is there first', async () => {
    const { flow, put, answers } = openRoom(() => new Promise(() => undefined));
    const begun = flow.run(CALL, 'answer');
    put('pending', 'a', pending({ id: 'a', operationId: 'op' }));
    await begun;
    const ending = flow.perform(answer({ kind: 'sampling' }), 'ses1', 'answer');
    put('pending', 'b', pending({ id: 'b', operationId: 'op', kind: 'sampling' }));
    expect((await ending).ask?.id).toBe('a');
    expect(answers).toEqual([{ action: 'decline' }]);
  });

  it('leaves later questions to whoever else answers once a call ended without one', async () => {
    const { flow, put, holds } = openRoom();
    const begun = flow.run(CALL, 'answer');
    put('operation', 'op', operation({ id: 'op', status: 'done' }));
    expect((await begun).ok).toBe(false);
    expect(holds).toEqual([true, false]);
  });

  it('does the same when a call cannot be started, and when a rule was faster than the script', async () => {
    const { flow, put, holds, calls } = openRoom();
    const run = calls['operation.run'];
    calls['operation.run'] = () => {
      throw new HostError('CLOSED', 'Gone.');
    };
    await expect(flow.run(CALL, 'answer')).rejects.toThrow('Gone.');
    expect(holds.splice(0)).toEqual([true, false]);
    if (run) calls['operation.run'] = run;
    const begun = flow.run(CALL, 'answer');
    put('pending', 'a', pending({ id: 'a', operationId: 'op' }));
    await begun;
    put('pending', 'a', pending({ id: 'a', operationId: 'op', status: 'declined' }));
    const ending = flow.perform(answer({}), 'ses1', undefined);
    await vi.waitFor(() => expect(holds).toEqual([true, false]));
    put('operation', 'op', operation({ id: 'op', status: 'done' }));
    expect((await ending).ok).toBe(true);
  });
});
