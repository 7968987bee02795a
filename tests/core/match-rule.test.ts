import { describe, expect, test } from 'vitest';
import { matchRule, type RuleFacts, withheldKinds } from '#core/match-rule.ts';
import { ReplyRule } from '#shared/reply-rules.ts';

const rule = (id: string, over: Record<string, unknown> = {}): ReplyRule =>
  ReplyRule.parse({ id, kind: 'form', action: { do: 'decline' }, ...over });
const facts: RuleFacts = { serverId: 's1', serverName: 'orders-db', kind: 'form', tool: 'refund', schemaHash: 'aa' };

describe('the most specific rule counts', () => {
  const all = rule('all');
  const server = rule('server', { serverId: 's1' });
  const named = rule('named', { serverName: 'orders-db' });
  const tool = rule('tool', { tool: 'refund' });
  const exact = rule('exact', { serverId: 's1', tool: 'refund', schemaHash: 'aa' });
  const old = rule('old', { serverId: 's1', tool: 'refund', schemaHash: 'bb' });

  test.each<[string, ReplyRule[], string | undefined, string | undefined]>([
    ['nothing kept', [], undefined, undefined],
    ['a rule for every server', [all], 'all', undefined],
    ['of its server before of all', [all, server], 'server', undefined],
    ['by the name of a file', [all, named], 'named', undefined],
    ['of its tool before of its server', [server, tool], 'tool', undefined],
    ['of its schema before all others', [tool, exact, server, all], 'exact', undefined],
    ['of equals the first', [rule('new'), all], 'new', undefined],
    ['another kind', [rule('x', { kind: 'sampling' })], undefined, undefined],
    ['another server', [rule('x', { serverId: 's2' })], undefined, undefined],
    ['a name that another server has', [rule('x', { serverName: 'other' })], undefined, undefined],
    ['another tool', [rule('x', { tool: 'pay' })], undefined, undefined],
    ['a schema that changed is told', [old], undefined, 'old'],
    ['what is left counts, and the change is told', [old, all], 'all', 'old'],
    ['a newer rule for the new schema makes the old one no news', [old, exact], 'exact', undefined],
  ])('%s', (_what, rules, found, missed) => {
    const match = matchRule(rules, facts);
    expect([match.rule?.id, match.missed?.id]).toEqual([found, missed]);
  });

  test('a rule of a tool does not count where it is not certain which one asks', () => {
    expect(matchRule([tool], { ...facts, tool: undefined })).toEqual({ rule: undefined, missed: undefined });
  });
});

test('kinds that a server is not offered', () => {
  const rules = [
    rule('r', { kind: 'roots', action: { do: 'withhold' } }),
    rule('s', { kind: 'sampling', action: { do: 'withhold' } }),
    rule('own', { kind: 'sampling', serverId: 's1', action: { do: 'ask' } }),
    rule('f', { kind: 'form', serverId: 's2', action: { do: 'withhold' } }),
  ];
  expect([...withheldKinds(rules, facts)]).toEqual(['roots']);
  expect([...withheldKinds(rules, { serverId: 's2', serverName: 'x' })]).toEqual(['form', 'sampling', 'roots']);
});

test.each([
  [{ kind: 'url', action: { do: 'random' } }, 'Only a form'],
  [{ kind: 'form', action: { do: 'provider', provider: 'Local' } }, 'Only a model reply'],
  [{ kind: 'form', tool: 'refund', action: { do: 'withhold' } }, 'cannot depend on a tool'],
  [{ kind: 'sampling', action: { do: 'reply' } }, 'The fixed reply is missing'],
])('a rule that makes no sense is refused: %j', (draft, why) => {
  expect(ReplyRule.safeParse({ id: 'r', ...draft }).error?.issues[0]?.message).toContain(why);
});
