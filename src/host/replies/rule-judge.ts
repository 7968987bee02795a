import { randomBytes } from 'node:crypto';
import { matchRule, type RuleFacts } from '#core/match-rule.ts';
import type { RuledAnswer, RuleJudge } from '#core/rules.ts';
import type { PendingReply } from '#shared/contract.ts';
import { isJsonObject, parseJson } from '#shared/exact-json.ts';
import type { JsonObject } from '#shared/json.ts';
import { randomObject } from '#shared/random-value.ts';
import type { ReplyRule, RuleKind, RuleMark } from '#shared/reply-rules.ts';
import { ruleTitle } from '#shared/rule-words.ts';
import { hashOfSchema } from '../drift/definition.ts';
import type { Providers } from '../providers/providers.ts';

export interface RuleJudgeDeps {
  server: Pick<RuleFacts, 'serverId' | 'serverName'>;
  /** Those that count now. */
  rules(): readonly ReplyRule[];
  providers: Pick<Providers, 'reply'>;
}

const TWO_32 = 4_294_967_296;
const random = (): number => randomBytes(4).readUInt32BE() / TWO_32;

/** Fingerprint of the schema that came with an ask, as rules keep it; undefined where none did. */
function schemaHashOf(kind: string, params: JsonObject): string | undefined {
  return hashOfSchema(kind === 'form' ? params.requestedSchema : undefined);
}

function fixed(text: string | undefined): PendingReply {
  if (text === undefined) return { action: 'accept' };
  const content = parseJson(text);
  if (!isJsonObject(content)) throw new Error('its fixed reply is no JSON object');
  return { action: 'accept', content };
}

function madeUp(params: JsonObject): PendingReply {
  const made = randomObject(params.requestedSchema, random);
  if ('why' in made) throw new Error(made.why);
  return { action: 'accept', content: made.value };
}

function answerOf(
  rule: ReplyRule,
  mark: RuleMark,
  params: JsonObject,
  { providers }: RuleJudgeDeps,
): RuledAnswer | undefined {
  const { action, delayMs = 0 } = rule;
  const byRule = (reply: () => PendingReply): RuledAnswer => ({ rule: mark, by: 'rule', delayMs, reply });
  switch (action.do) {
    case 'reply':
      return byRule(() => fixed(action.text));
    case 'decline':
      return byRule(() => ({ action: 'decline' }));
    case 'random':
      return byRule(() => madeUp(params));
    case 'provider': {
      const { provider, model } = action;
      return {
        rule: mark,
        by: 'provider',
        delayMs,
        reply: async (signal) => {
          const { result } = await providers.reply({ provider, model, params, signal });
          return { action: 'accept', content: result };
        },
      };
    }
    // A session that began before the rule has offered it, and a person answers.
    case 'withhold':
    case 'ask':
      return undefined;
  }
}

const isRuled = (kind: string): kind is RuleKind => kind !== 'approval';

/** Finds the rule for what a server asks, and how it answers. */
export function createRuleJudge(deps: RuleJudgeDeps): RuleJudge {
  const { server } = deps;
  return ({ kind, params, tool }) => {
    if (!isRuled(kind)) return {};
    const schemaHash = schemaHashOf(kind, params);
    const { rule, missed } = matchRule(deps.rules(), { ...server, kind, tool, schemaHash });
    const mark = (one: ReplyRule): RuleMark => ({ id: one.id, title: ruleTitle(one, server.serverName) });
    return {
      schemaHash,
      answer: rule && answerOf(rule, mark(rule), params, deps),
      missed: missed && mark(missed),
    };
  };
}
