import { describe, expect, test } from 'vitest';
import { Collected, modernMeta } from './collect.ts';

/** Remarks of these sections, with the record each is about; those of other sections have tests of their own. */
const first = (c: Collected) =>
  c.findings.flatMap(({ rule, seq }) => (/^(SUB|TASKX|CANC|RPC)/.test(rule) ? [`${rule}@${seq}`] : []));

describe('subscriptions', () => {
  const ID = 'io.modelcontextprotocol/subscriptionId';
  const TASK = 'io.modelcontextprotocol/related-task';

  function listening(notifications: object, ch = 'stdio'): Collected {
    const c = new Collected();
    c.request(1, 'server/discover', { _meta: modernMeta });
    c.answer(1, { resultType: 'complete', supportedVersions: ['2026-07-28'] });
    c.request(2, 'subscriptions/listen', { _meta: modernMeta, notifications }, ch);
    return c;
  }
  const tell = (c: Collected, method: string, more: object = {}, ch = 'stdio') =>
    c.in({ method: `notifications/${method}`, params: { _meta: { [ID]: 2 }, ...more } }, ch);

  test('[SUB-02] what comes before the acknowledgement is remarked, what comes after is not', () => {
    const c = listening({ toolsListChanged: true });
    tell(c, 'tools/list_changed');
    tell(c, 'subscriptions/acknowledged', { notifications: { toolsListChanged: true } });
    tell(c, 'tools/list_changed');
    expect(first(c)).toEqual(['SUB-02@4']);
    expect(c.findings.find(({ rule }) => rule === 'SUB-02')?.text).toContain(
      'notifications/tools/list_changed came before',
    );
  });

  test('[SUB-10] what was not asked for is remarked, by kind', () => {
    const c = listening({ toolsListChanged: true, promptsListChanged: false, resourceSubscriptions: [] });
    tell(c, 'subscriptions/acknowledged');
    for (const one of ['tools/list_changed', 'prompts/list_changed', 'resources/list_changed', 'resources/updated'])
      tell(c, one);
    tell(c, 'tasks');
    tell(c, 'vendor/own');
    c.in({ method: 'constructor', params: { _meta: { [ID]: 2 } } });
    expect(first(c)).toEqual(['SUB-10@6', 'SUB-10@7', 'SUB-10@8', 'SUB-10@9']);
    const all = listening({ resourceSubscriptions: ['a:b'], taskIds: ['t1'] });
    tell(all, 'subscriptions/acknowledged');
    tell(all, 'resources/updated', { uri: 'a:b' });
    tell(all, 'tasks', { taskId: 't1' });
    expect(first(all)).toEqual([]);
  });

  test.each(['stdio', 'h2'])('[SUB-09] what belongs to one request does not come on a subscription (%s)', (ch) => {
    const c = listening({ toolsListChanged: true }, ch);
    tell(c, 'subscriptions/acknowledged', {}, ch);
    c.request(3, 'tools/call', { _meta: { ...modernMeta, progressToken: 3 } }, ch === 'stdio' ? ch : 'h3');
    tell(c, 'message', { level: 'info', data: 'x' }, ch);
    tell(c, 'progress', { progressToken: 3, progress: 1 }, ch);
    expect(first(c)).toEqual(['SUB-09@6', 'SUB-09@7']);
    c.in({ method: 'notifications/message', params: { level: 'info', data: 'x' } }, ch === 'stdio' ? ch : 'h3');
    c.in({ method: 'notifications/progress', params: { progressToken: 3, progress: 2 } }, ch === 'stdio' ? ch : 'h3');
    expect(first(c)).toHaveLength(2);
  });

  test('[TASKX-17] a task has no progress and no log messages; a task of the legacy era has', () => {
    const c = listening({});
    c.request(3, 'tools/call', { _meta: { ...modernMeta, progressToken: 3 } });
    c.in({ method: 'notifications/progress', params: { progressToken: 3, progress: 1 } });
    c.answer(3, { resultType: 'task', taskId: 't1', status: 'working' });
    c.in({ method: 'notifications/progress', params: { progressToken: 3, progress: 2 } });
    c.in({ method: 'notifications/message', params: { level: 'info', _meta: { [TASK]: { taskId: 't1' } } } });
    expect(first(c)).toEqual(['TASKX-17@7', 'TASKX-17@8']);
    const legacy = new Collected();
    legacy.request(1, 'tools/call', { task: {}, _meta: { progressToken: 1 } });
    legacy.answer(1, { task: { taskId: 't1', status: 'working' } });
    legacy.in({ method: 'notifications/progress', params: { progressToken: 1, progress: 1 } });
    legacy.in({ method: 'notifications/message', params: { level: 'info', _meta: { [TASK]: { taskId: 't1' } } } });
    expect(first(legacy)).toEqual([]);
  });

  test('[SUB-12] a subscription that the server ends by both forms is no late answer', () => {
    const c = listening({ toolsListChanged: true });
    tell(c, 'subscriptions/acknowledged');
    c.in({ method: 'notifications/cancelled', params: { requestId: 2 } });
    c.answer(2, { resultType: 'complete', _meta: { [ID]: 2 } });
    expect(first(c)).toEqual([]);
    expect(c.row(1).status).toBe('complete');
  });
});
