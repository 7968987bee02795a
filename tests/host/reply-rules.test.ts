import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { RuleBook } from '#shared/reply-rules.ts';
import { startProvider } from '../servers/provider.ts';
import { demo, openTestHost, type TestHost } from './support/test-host.ts';

async function withHost(): Promise<TestHost> {
  const host = await openTestHost();
  onTestFinished(() => host.close());
  return host;
}

const book = (host: TestHost, fits: (book: RuleBook) => boolean = () => true) => host.waitFor('rules', fits);
const rulesOf = ({ active, profiles }: RuleBook) => profiles.find(({ id }) => id === active)?.rules ?? [];
/** The newest ask of a session. */
const newest = ({ state }: TestHost, sessionId: string) =>
  state
    .all('pending')
    .filter((ask) => ask.sessionId === sessionId)
    .at(-1);

async function textOf(host: TestHost, sessionId: string, view: 'wire' | 'client'): Promise<string> {
  const rows = await host.rows(sessionId, view);
  return rows.map((row) => ('text' in row ? row.text : '')).join('\n');
}

describe.each(['legacy', 'modern'] as const)('with the demo server, %s era', (era) => {
  test('[ELIC-10] a form is declined, answered, filled in with made-up values; of each the ask says which rule', async () => {
    const host = await withHost();
    const { id: sessionId, serverId } = await host.open(demo(era), { name: 'demo', era });
    const call = async () => host.result(await host.run(sessionId, 'tools.call', { name: 'ask_name', args: {} }));
    const { id: general } = await host.client['rule.save']({ kind: 'form', action: { do: 'decline' } });
    expect(await call()).toMatch(/declin/i);
    expect(newest(host, sessionId)).toMatchObject({
      status: 'declined',
      answeredBy: 'rule',
      tool: 'ask_name',
      rule: { id: general, title: 'Decline forms' },
    });
    const own = { serverId, kind: 'form' as const, tool: 'ask_name' };
    await host.client['rule.save']({ ...own, action: { do: 'reply', text: '{"name":"Ada"}' } });
    expect(await call()).toContain('Ada');
    expect(newest(host, sessionId)?.rule?.title).toBe('Fixed reply to forms of demo, tool ask_name');
    await host.client['rule.save']({ ...own, action: { do: 'random' } });
    expect(rulesOf(await book(host, (one) => rulesOf(one)[0]?.action.do === 'random'))).toHaveLength(2);
    await call();
    expect(newest(host, sessionId)).toMatchObject({ status: 'accepted', answeredBy: 'rule' });
  });

  test('[SAMP-09] [ROOT-07] a model reply is declined, roots are replaced', async () => {
    const host = await withHost();
    const { id: sessionId } = await host.open(demo(era), { era });
    const roots = '{"roots":[{"uri":"file:///fixed/place"}]}';
    await host.client['rule.save']({ kind: 'roots', action: { do: 'reply', text: roots } });
    await host.client['rule.save']({ kind: 'sampling', action: { do: 'decline' } });
    const listed = await host.run(sessionId, 'tools.call', { name: 'ask_roots', args: {} });
    expect(await host.result(listed)).toContain('file:///fixed/place');
    const asked = await host.run(sessionId, 'tools.call', { name: 'ask_model', args: {} });
    if (era === 'modern') expect(asked.fault?.message).toBe('Ended, a rule declined to answer.');
    else expect(await host.result(asked)).toContain('User rejected sampling request');
  });

  test('[ELIC-22] [MRTR-09] ask_forever with made-up values meets a person after ten answers, who ends it', async () => {
    const host = await withHost();
    const { id: sessionId } = await host.open(demo(era), { era });
    await host.client['rule.save']({ kind: 'form', action: { do: 'random' } });
    const input = { name: 'ask_forever', args: {} };
    const { operationId } = await host.client['operation.run']({ sessionId, verb: 'tools.call', input });
    const ask = await host.waitFor('pending', ({ ruleStopped }) => ruleStopped !== undefined);
    expect(ask).toMatchObject({ status: 'waiting', ruleStopped: { title: 'Made-up values for forms', answers: 10 } });
    await host.client['pending.answer']({ id: ask.id, reply: { action: 'decline' } });
    const ended = await host.waitFor('operation', ({ id, status }) => id === operationId && status === 'done');
    expect(await host.result(ended)).toContain('Stopped after');
  });

  test('[ELIC-01] what a rule withholds is not declared, from the next connection on', async () => {
    const host = await withHost();
    const { id: first, serverId } = await host.open(demo(era), { era });
    expect(await textOf(host, first, 'wire')).toContain('"elicitation":{"form":{},"url":{}}');
    await host.client['rule.save']({ serverId, kind: 'form', action: { do: 'withhold' } });
    await host.client['rule.save']({ kind: 'roots', action: { do: 'withhold' } });
    const { sessionId } = await host.client['session.restart']({ serverId });
    await host.ready(sessionId);
    const wire = await textOf(host, sessionId, 'wire');
    expect(wire).toContain('"elicitation":{"url":{}}');
    expect(wire).not.toContain('"roots":{');
    await host.run(sessionId, 'tools.call', { name: 'ask_name', args: {} });
    expect(host.state.all('pending').filter((ask) => ask.sessionId === sessionId && ask.status === 'waiting')).toEqual(
      [],
    );
  });
});

test('a rule from an ask counts for its tool and schema; when the schema changes that is said', async () => {
  const host = await withHost();
  const { id: sessionId, serverId } = await host.open(demo('modern'), { era: 'modern' });
  await host.client['operation.run']({ sessionId, verb: 'tools.call', input: { name: 'ask_name', args: {} } });
  const ask = await host.waitFor('pending', ({ status }) => status === 'waiting');
  const { id } = await host.client['rule.fromAsk']({ pendingId: ask.id, action: { do: 'decline' } });
  const [made] = rulesOf(await book(host, (one) => rulesOf(one).length > 0));
  expect(made).toMatchObject({ id, serverId, kind: 'form', tool: 'ask_name', schemaHash: ask.schemaHash });
  await host.client['pending.answer']({ id: ask.id, reply: { action: 'decline' } });
  await host.run(sessionId, 'tools.call', { name: 'ask_name', args: {} });
  expect(newest(host, sessionId)?.rule?.id).toBe(id);
  if (made) await host.client['rule.save']({ ...made, schemaHash: 'f'.repeat(64) });
  await host.client['operation.run']({ sessionId, verb: 'tools.call', input: { name: 'ask_name', args: {} } });
  const missed = await host.waitFor('pending', ({ status }) => status === 'waiting');
  expect(missed.ruleMissed?.id).toBe(id);
  expect(await textOf(host, sessionId, 'client')).toContain(
    'did not answer elicitation/create: the schema has changed',
  );
});

test.each(['legacy', 'modern'] as const)('what a script answers itself no rule answers, %s era', async (era) => {
  const host = await withHost();
  const { id: sessionId } = await host.open(demo(era), { era });
  await host.client['rule.save']({ kind: 'form', action: { do: 'decline' } });
  const wish = { sessionId, verb: 'tools.call', input: { name: 'ask_name', args: {} } } as const;
  const by = { kind: 'script', name: 'A talk', answers: true } as const;
  const { operationId } = await host.client['operation.run']({ ...wish, by });
  const ask = await host.waitFor('pending', ({ status }) => status === 'waiting');
  expect(ask).not.toHaveProperty('ruleDueAt');
  await host.client['pending.answer']({
    id: ask.id,
    reply: { action: 'accept', content: { name: 'Bo' } },
    by: 'script',
  });
  await host.waitFor('operation', (one) => one.id === operationId && one.status === 'done');
  expect(newest(host, sessionId)).toMatchObject({ answeredBy: 'script', status: 'accepted' });
  await host.client['operation.run']({ ...wish, by: { ...by, answers: false } });
  await host.waitFor('pending', ({ answeredBy }) => answeredBy === 'rule');
});

test('a call may want a person for what it asks: no rule answers then', async () => {
  const host = await withHost();
  const { id: sessionId } = await host.open(demo('modern'), { era: 'modern' });
  await host.client['rule.save']({ kind: 'form', action: { do: 'decline' } });
  const input = { name: 'ask_name', args: {}, noRules: true };
  const { operationId } = await host.client['operation.run']({ sessionId, verb: 'tools.call', input });
  const ask = await host.waitFor('pending', ({ status }) => status === 'waiting');
  await host.client['pending.answer']({ id: ask.id, reply: { action: 'accept', content: { name: 'Ada' } } });
  const done = await host.waitFor('operation', ({ id, status }) => id === operationId && status === 'done');
  expect(await host.result(done)).toContain('Ada');
});

test('a delay lets a person be faster', async () => {
  const host = await withHost();
  const { id: sessionId } = await host.open(demo('modern'), { era: 'modern' });
  await host.client['rule.save']({ kind: 'form', action: { do: 'decline' }, delayMs: 60_000 });
  const { operationId } = await host.client['operation.run']({
    sessionId,
    verb: 'tools.call',
    input: { name: 'ask_name', args: {} },
  });
  const ask = await host.waitFor('pending', ({ status }) => status === 'waiting');
  expect(ask.ruleDueAt).toBe(ask.createdAt + 60_000);
  await host.client['pending.answer']({ id: ask.id, reply: { action: 'accept', content: { name: 'Bo' } } });
  await host.waitFor('operation', (one) => one.id === operationId && one.status === 'done');
  expect(newest(host, sessionId)).toMatchObject({ answeredBy: 'person', status: 'accepted' });
});

test.each(['legacy', 'modern'] as const)(
  '[SAMP-02] a provider answers for a rule, %s era: nobody else is asked',
  async (era) => {
    const provider = await startProvider();
    onTestFinished(() => provider.close());
    const host = await withHost();
    await host.client['provider.save']({ name: 'Local', baseUrl: provider.url, model: 'gpt-x' });
    const { id: sessionId } = await host.open(demo(era), { era });
    await host.client['rule.save']({ kind: 'sampling', action: { do: 'provider', provider: 'Local' } });
    const asked = await host.run(sessionId, 'tools.call', { name: 'ask_model', args: {} });
    expect(asked.status).toBe('done');
    expect(newest(host, sessionId)).toMatchObject({
      status: 'accepted',
      answeredBy: 'provider',
      rule: { title: 'Provider Local for model replies' },
    });
    expect(provider.requests.some(({ path }) => path.endsWith('/chat/completions'))).toBe(true);
  },
);

test('a provider with a new name is asked by the same rules, in every profile', async () => {
  const { client, waitFor } = await withHost();
  const draft = { name: 'Local', baseUrl: 'http://127.0.0.1:9/v1' };
  for (const name of ['Local', 'Other']) await client['provider.save']({ ...draft, name });
  const save = (provider: string, delayMs?: number) =>
    client['rule.save']({
      kind: 'sampling',
      action: { do: 'provider', provider, model: 'm' },
      tool: provider,
      delayMs,
    });
  await save('Local', 5);
  const { id } = await client['profile.save']({ name: 'Second' });
  await client['profile.use']({ id });
  await save('Local');
  await save('Other');
  await client['provider.save']({ ...draft, was: 'Local', name: 'Near' });
  const asked = ({ profiles }: RuleBook) =>
    profiles.map(({ rules }) => rules.map(({ action }) => (action.do === 'provider' ? action.provider : '')));
  const now = await waitFor('rules', (one) => asked(one).flat().includes('Near'));
  expect(asked(now)).toEqual([['Near'], ['Other', 'Near']]);
  expect(now.profiles[0]?.rules[0]).toMatchObject({ delayMs: 5, action: { model: 'm' } });
});

test('a provider that is not there leaves it to a person, with the reason', async () => {
  const host = await withHost();
  const { id: sessionId } = await host.open(demo('modern'), { era: 'modern' });
  await host.client['rule.save']({ kind: 'sampling', action: { do: 'provider', provider: 'Nobody' } });
  await host.client['operation.run']({ sessionId, verb: 'tools.call', input: { name: 'ask_model', args: {} } });
  const ask = await host.waitFor('pending', ({ ruleFailed }) => ruleFailed !== undefined);
  expect(ask).toMatchObject({ status: 'waiting', kind: 'sampling' });
  expect(ask.ruleFailed).toContain('Nobody');
});

describe('profiles', () => {
  test('are switched, copied, renamed and removed; the last one stays', async () => {
    const host = await withHost();
    const { client } = host;
    await client['rule.save']({ kind: 'form', action: { do: 'decline' } });
    const standard = (await book(host)).active;
    const { id } = await client['profile.save']({ name: 'Talk', copyOf: standard });
    await client['profile.use']({ id });
    await client['rule.save']({ kind: 'url', action: { do: 'decline' } });
    const now = await book(host, ({ active, profiles }) => active === id && profiles[1]?.rules.length === 2);
    expect(now.profiles.map(({ name, rules }) => [name, rules.length])).toEqual([
      ['Standard', 1],
      ['Talk', 2],
    ]);
    await expect(client['profile.save']({ name: 'Standard' })).rejects.toThrow('There is a profile named Standard');
    await client['profile.save']({ id, name: 'Conference' });
    await client['profile.remove']({ id });
    expect((await book(host, ({ profiles }) => profiles.length === 1)).active).toBe(standard);
    await expect(client['profile.remove']({ id: standard })).rejects.toThrow('This is the only profile');
  });

  test('a rule is kept in a profile that does not count, and refused for one that is gone', async () => {
    const host = await withHost();
    const { client } = host;
    const rule = { kind: 'form', action: { do: 'decline' } } as const;
    const { active } = await book(host);
    const { id } = await client['profile.save']({ name: 'Second' });
    await client['profile.use']({ id });
    await client['rule.save']({ ...rule, profile: active });
    const now = await book(host, ({ profiles }) => profiles.some(({ rules }) => rules.length > 0));
    expect(now.profiles.map(({ name, rules }) => [name, rules.length])).toEqual([
      ['Standard', 1],
      ['Second', 0],
    ]);
    expect(now.profiles[0]?.rules[0]).not.toHaveProperty('profile');
    await expect(client['rule.save']({ ...rule, profile: 'gone' })).rejects.toThrow('This profile is gone');
  });

  test('travel as a file that names servers, and find them by name', async () => {
    const here = await withHost();
    const serverId = await here.add(demo(), { name: 'orders-db' });
    const action = { do: 'reply', text: '{"n":1.10}' } as const;
    await here.client['rule.save']({ serverId, kind: 'form', tool: 'refund', schemaHash: 'aa', action, delayMs: 500 });
    const { id } = await here.client['rule.save']({ kind: 'roots', action: { do: 'withhold' } });
    const { text, name } = await here.client['profile.export']({ id: (await book(here)).active });
    expect(name).toBe('Standard');
    expect(text).not.toContain(serverId);
    expect(text).not.toContain(id);
    const there = await withHost();
    const other = await there.add(demo(), { name: 'orders-db' });
    const { id: made } = await there.client['profile.import']({ text });
    const { profiles } = await book(there, (one) => one.profiles.length === 2);
    expect(profiles.find((one) => one.id === made)).toMatchObject({
      name: 'Standard 2',
      rules: [
        { kind: 'roots', action: { do: 'withhold' } },
        { kind: 'form', serverId: other, tool: 'refund', schemaHash: 'aa', action, delayMs: 500 },
      ],
    });
  });

  test.each([
    ['no JSON', '{', 'it is not JSON'],
    ['another file', '{"mcpServers":{}}', 'This is no profile of reply rules, see format'],
    [
      'a rule that makes no sense',
      '{"format":"wirebench-profile","version":1,"name":"x","rules":[{"kind":"url","action":{"do":"random"}}]}',
      'see rules.0: Only a form',
    ],
  ])('a file with %s is refused with the reason', async (_what, text, why) => {
    const host = await withHost();
    await expect(host.client['profile.import']({ text })).rejects.toThrow(why);
  });
});

test('[SEC-12] rules are kept in a file of their own, never with a secret, and go with their server', async () => {
  const host = await withHost();
  const serverId = await host.add(demo(), { name: 'orders-db' });
  const rule = { serverId, kind: 'form' as const };
  await host.client['rule.save']({ ...rule, action: { do: 'decline' } });
  const secret = { do: 'reply', text: '{"password":"hunter2"}' } as const;
  await expect(host.client['rule.save']({ ...rule, action: secret })).rejects.toThrow(
    'looks like a secret (/password)',
  );
  const path = join(host.dataDir, 'reply-rules.json');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readFile(path, 'utf8')).not.toContain('hunter2');
  await host.client['server.remove']({ serverId });
  await book(host, (one) => rulesOf(one).length === 0);
});
