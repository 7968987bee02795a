import { z } from 'zod';
import { call } from './rpc.ts';

/** What servers ask that a rule can answer. */
export const RuleKind = z.enum(['form', 'url', 'sampling', 'roots']);
export type RuleKind = z.infer<typeof RuleKind>;

/** Characters of one fixed reply. */
const MOST_TEXT = 200_000;

/** What happens to an ask that a rule matches. */
export const RuleAction = z.discriminatedUnion('do', [
  /** A person answers, also where a more general rule would. Of roots: those of the settings are sent. */
  z.object({ do: z.literal('ask') }),
  /**
   * A fixed reply, as JSON text of an object: the content of a form, or the whole result of sampling or roots. Absent:
   * consent without content, as to open a page.
   */
  z.object({ do: z.literal('reply'), text: z.string().max(MOST_TEXT).optional() }),
  z.object({ do: z.literal('decline') }),
  /** Forms: values made up anew each time, valid by the schema. */
  z.object({ do: z.literal('random') }),
  /** Model replies: a provider is asked; a person, when that gives nothing. Without a model, hints and provider choose. */
  z.object({ do: z.literal('provider'), provider: z.string().max(64), model: z.string().max(256).optional() }),
  /** The capability is not declared, so the server is not to ask. From the next connection on. */
  z.object({ do: z.literal('withhold') }),
]);
export type RuleAction = z.infer<typeof RuleAction>;

/** Longest delay of a reply, milliseconds. */
const MOST_DELAY_MS = 3_600_000;

const Shape = z.object({
  /** The server of the list; absent, with `serverName` absent too: every server. */
  serverId: z.string().max(200).optional(),
  /** The name of a server that is not in the list of this app, as a file brings it. */
  serverName: z.string().max(128).optional(),
  kind: RuleKind,
  /** The tool whose call asks; absent means every one, and what is asked beside a call. */
  tool: z.string().max(1000).optional(),
  /** SHA-256 of the canonical JSON of the form's schema, hexadecimal; absent means every schema. */
  schemaHash: z.string().max(64).optional(),
  action: RuleAction,
  /** Waits so long before it answers, milliseconds. */
  delayMs: z.number().int().min(0).max(MOST_DELAY_MS).optional(),
});

/** Why a rule makes no sense; undefined when it does. */
function problemOf({ kind, tool, schemaHash, action }: z.infer<typeof Shape>): string | undefined {
  if (action.do === 'random' && kind !== 'form') return 'Only a form can be filled in with made-up values.';
  if (action.do === 'provider' && kind !== 'sampling') return 'Only a model reply can come from a provider.';
  if (action.do === 'withhold' && (tool !== undefined || schemaHash !== undefined))
    return 'A capability is offered to a server or not; that cannot depend on a tool.';
  if (action.do === 'reply' && action.text === undefined && kind !== 'url' && kind !== 'form')
    return 'The fixed reply is missing.';
  return undefined;
}

const checked = <T extends z.ZodType<z.infer<typeof Shape>>>(schema: T): T =>
  schema.superRefine((rule, context) => {
    const problem = problemOf(rule);
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
  }) as T; // the same schema with a check more

/** A rule to be kept; `id` names one that it takes the place of. */
export const ReplyRuleDraft = checked(Shape.extend({ id: z.string().max(64).optional() }));
export type ReplyRuleDraft = z.infer<typeof ReplyRuleDraft>;

/** A rule and the profile it is kept in; without one, that which counts. */
export const RuleToKeep = checked(
  Shape.extend({ id: z.string().max(64).optional(), profile: z.string().max(64).optional() }),
);
export type RuleToKeep = z.infer<typeof RuleToKeep>;

/** Answers what servers ask in the place of a person (DESIGN S23). */
export const ReplyRule = checked(Shape.extend({ id: z.string().max(64) }));
export type ReplyRule = z.infer<typeof ReplyRule>;

/** Rules of one profile, and profiles. */
export const MOST_RULES = 500;
export const MOST_PROFILES = 50;

const ProfileName = z.string().trim().min(1, 'Give the profile a name.').max(64, 'A name has at most 64 characters.');

/** A named set of rules. The newest comes first. */
export const RuleProfile = z.object({ id: z.string(), name: ProfileName, rules: z.array(ReplyRule).max(MOST_RULES) });
export type RuleProfile = z.infer<typeof RuleProfile>;

/** All profiles, and the one whose rules count. */
export const RuleBook = z.object({ active: z.string(), profiles: z.array(RuleProfile).min(1).max(MOST_PROFILES) });
export type RuleBook = z.infer<typeof RuleBook>;

/** Where nothing was kept yet. */
export const EMPTY_BOOK: RuleBook = { active: 'standard', profiles: [{ id: 'standard', name: 'Standard', rules: [] }] };

/** The rules that count. */
export function activeRules({ active, profiles }: RuleBook): readonly ReplyRule[] {
  return profiles.find(({ id }) => id === active)?.rules ?? [];
}

/** A rule as an ask shows it. */
export const RuleMark = z.object({
  id: z.string(),
  /** What it does and for what: `Decline forms of orders-db, tool refund`. */
  title: z.string(),
});
export type RuleMark = z.infer<typeof RuleMark>;

/** What a profile is as a file; servers are named, because ids mean nothing elsewhere. */
export const ProfileFile = z.object({
  format: z.literal('wirebench-profile'),
  version: z.literal(1),
  name: ProfileName,
  rules: z.array(checked(Shape.omit({ serverId: true }).extend({ id: z.string().max(64).optional() }))).max(MOST_RULES),
});
export type ProfileFile = z.infer<typeof ProfileFile>;

const Id = z.object({ id: z.string() });

/** The calls of the contract about reply rules and profiles; what they change arrives as the entity `rules`. */
export const replyRuleCalls = {
  /** Keeps a rule; one of its profile for exactly the same asks is replaced. Throws BAD_INPUT, NOT_FOUND. */
  'rule.save': call(RuleToKeep, Id),
  'rule.remove': call(Id, z.void()),
  /**
   * Makes a rule for asks like this one: the same server, tool, kind and schema. The schema is the one that was sent,
   * also where the page has only a part of it. Throws NOT_FOUND, BAD_INPUT.
   */
  'rule.fromAsk': call(
    z.object({
      pendingId: z.string(),
      action: RuleAction,
      delayMs: Shape.shape.delayMs,
    }),
    Id,
  ),
  /** Makes a profile, from a copy of another one if that is named; with `id` it renames that one. */
  'profile.save': call(z.object({ id: z.string().optional(), name: ProfileName, copyOf: z.string().optional() }), Id),
  /** Throws REFUSED for the last one. The one that counts gives way to the first of the others. */
  'profile.remove': call(Id, z.void()),
  /** Lets the rules of this profile count from now on. */
  'profile.use': call(Id, z.void()),
  /** The profile as the text of a file, for other computers and for `--profile`. */
  'profile.export': call(Id, z.object({ name: z.string(), text: z.string() })),
  /** Adds the profile of a file under its name, or one like it. Throws BAD_INPUT. */
  'profile.import': call(z.object({ text: z.string().max(10_000_000) }), Id),
} as const;
