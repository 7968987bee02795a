import { randomBytes } from 'node:crypto';
import { withheldKinds } from '#core/match-rule.ts';
import type { RuleJudge } from '#core/rules.ts';
import type { Claims, ServerConfig } from '#shared/config.ts';
import type { PendingInput } from '#shared/entities.ts';
import { HostError } from '#shared/errors.ts';
import {
  activeRules,
  EMPTY_BOOK,
  MOST_PROFILES,
  MOST_RULES,
  type ReplyRule,
  type ReplyRuleDraft,
  type RuleAction,
  type RuleBook,
  type RuleKind,
  type RuleProfile,
  type RuleToKeep,
} from '#shared/reply-rules.ts';
import type { LiveSession } from '../live-session.ts';
import type { Providers } from '../providers/providers.ts';
import type { StatePublisher } from '../publish/state-source.ts';
import type { RuleStore } from '../store/reply-rules.ts';
import { fileOfProfile, profileOfFile } from './profile-file.ts';
import { createRuleJudge } from './rule-judge.ts';
import { cleanedReply } from './saved-replies.ts';

export interface ReplyRulesDeps {
  ruleBook: RuleStore;
  providers: Providers;
  /** The session of a server whose secrets are known, if there is one. */
  session(serverId: string): Pick<LiveSession, 'redact'> | undefined;
  state: Pick<StatePublisher, 'apply' | 'all'>;
}

/** Characters of all rules together. */
const MOST_TEXT = 5_000_000;

const newId = () => randomBytes(6).toString('hex');

function bad(text: string): never {
  throw new HostError('BAD_INPUT', text);
}

/** Whether both are for exactly the same asks. */
function sameAsks(a: ReplyRuleDraft, b: ReplyRuleDraft): boolean {
  const keys = ['kind', 'serverId', 'serverName', 'tool', 'schemaHash'] as const;
  return keys.every((key) => a[key] === b[key]);
}

function withRule(profile: RuleProfile, rule: ReplyRule): RuleProfile {
  const rules = [rule, ...profile.rules.filter((one) => one.id !== rule.id && !sameAsks(one, rule))];
  if (rules.length > MOST_RULES) bad(`A profile holds ${MOST_RULES} rules. Remove one first.`);
  return { ...profile, rules };
}

/** The book with the rules of every profile changed. */
function withRules(book: RuleBook, change: (rules: ReplyRule[]) => ReplyRule[]): RuleBook {
  return { ...book, profiles: book.profiles.map((one) => ({ ...one, rules: change(one.rules) })) };
}

function checkedSize(book: RuleBook): RuleBook {
  if (JSON.stringify(book).length > MOST_TEXT)
    bad('The rules are too large to be kept. Remove some, or shorten their replies.');
  return book;
}

/** What is claimed to a server, without the kinds that a rule withholds. */
function claimsLess(claims: Claims, withheld: ReadonlySet<RuleKind>): Claims {
  return {
    ...claims,
    roots: claims.roots && !withheld.has('roots'),
    sampling: claims.sampling && !withheld.has('sampling'),
    elicitationForm: claims.elicitationForm && !withheld.has('form'),
    elicitationUrl: claims.elicitationUrl && !withheld.has('url'),
  };
}

/** `Talk`, or `Talk 2` where there is one of that name. */
function freeName(name: string, profiles: readonly RuleProfile[]): string {
  const taken = new Set(profiles.map((one) => one.name));
  for (let count = 1; ; count += 1) {
    const tried = count === 1 ? name : `${name.slice(0, 60)} ${count}`;
    if (!taken.has(tried)) return tried;
  }
}

/** Answers what servers ask by rules that a person made: keeps them, and finds the one that counts. */
export class ReplyRules {
  readonly #deps: ReplyRulesDeps;
  #book: RuleBook = EMPTY_BOOK;

  constructor(deps: ReplyRulesDeps) {
    this.#deps = deps;
  }

  /** Reads what is kept, and follows what other hosts write. Gives what ends that. */
  async load(): Promise<() => void> {
    const { ruleBook } = this.#deps;
    this.#take(await ruleBook.read());
    return ruleBook.watch((book) => this.#take(book));
  }

  /** What the rules mean for a session of one server; `given` count instead of the kept ones. */
  partsOf(config: ServerConfig, given: readonly ReplyRule[] | undefined): { judge: RuleJudge; claims: Claims } {
    const { providers } = this.#deps;
    const server = { serverId: config.id, serverName: config.name };
    const rules = () => given ?? activeRules(this.#book);
    const judge = createRuleJudge({ server, rules, providers });
    return { judge, claims: claimsLess(config.claims, withheldKinds(rules(), server)) };
  }

  /** Throws BAD_INPUT, NOT_FOUND, IO. */
  async save({ profile, ...draft }: RuleToKeep, schema?: unknown): Promise<{ id: string }> {
    this.#checkReply(draft, schema);
    const rule: ReplyRule = { ...draft, id: draft.id ?? newId() };
    await this.#change((book) => {
      const { id } = this.#find(book, profile ?? book.active);
      return { ...book, profiles: book.profiles.map((one) => (one.id === id ? withRule(one, rule) : one)) };
    });
    return { id: rule.id };
  }

  /** A rule for asks like this one. Throws BAD_INPUT, IO. */
  fromAsk(ask: PendingInput, action: RuleAction, delayMs: number | undefined): Promise<{ id: string }> {
    const { kind, serverId, tool, schemaHash, params } = ask;
    if (kind === 'approval')
      return Promise.reject(new HostError('BAD_INPUT', 'There are no rules for tool approvals.'));
    const draft = {
      ...{ kind, serverId, action },
      ...(action.do === 'withhold' || tool === undefined ? {} : { tool }),
      ...(action.do === 'withhold' || schemaHash === undefined ? {} : { schemaHash }),
      ...(delayMs === undefined ? {} : { delayMs }),
    };
    return this.save(draft, params.requestedSchema);
  }

  async remove(id: string): Promise<void> {
    await this.#change((book) => withRules(book, (rules) => rules.filter((rule) => rule.id !== id)));
  }

  /** Throws NOT_FOUND, BAD_INPUT, IO. */
  async saveProfile({ id, name, copyOf }: { id?: string | undefined; name: string; copyOf?: string | undefined }) {
    const made = id ?? newId();
    await this.#change((book) => {
      if (book.profiles.some((one) => one.name === name && one.id !== id))
        bad(`There is a profile named ${name} already. Choose another name.`);
      if (id !== undefined) {
        this.#find(book, id);
        return { ...book, profiles: book.profiles.map((one) => (one.id === id ? { ...one, name } : one)) };
      }
      const rules =
        copyOf === undefined ? [] : this.#find(book, copyOf).rules.map((rule) => ({ ...rule, id: newId() }));
      return this.#added(book, { id: made, name, rules });
    });
    return { id: made };
  }

  /** Throws REFUSED for the last one. */
  async removeProfile(id: string): Promise<void> {
    await this.#change((book) => {
      const profiles = book.profiles.filter((one) => one.id !== id);
      const [first] = profiles;
      if (!first) throw new HostError('REFUSED', 'This is the only profile. Make another one first.');
      return { profiles, active: book.active === id ? first.id : book.active };
    });
  }

  /** Throws NOT_FOUND. */
  async use(id: string): Promise<void> {
    await this.#change((book) => ({ ...book, active: this.#find(book, id).id }));
  }

  /** Throws NOT_FOUND. */
  exported(id: string): { name: string; text: string } {
    const profile = this.#find(this.#book, id);
    return { name: profile.name, text: fileOfProfile(profile, this.#names()) };
  }

  /** Throws BAD_INPUT. */
  async imported(text: string): Promise<{ id: string }> {
    const { name, rules } = profileOfFile(text, this.#names());
    for (const rule of rules) this.#checkReply(rule);
    const id = newId();
    await this.#change((book) => this.#added(book, { id, name: freeName(name, book.profiles), rules }));
    return { id };
  }

  /** The server is no longer in the list: rules for it alone go. */
  async forget(serverId: string): Promise<void> {
    const has = this.#book.profiles.some(({ rules }) => rules.some((rule) => rule.serverId === serverId));
    if (!has) return;
    await this.#change((book) => withRules(book, (rules) => rules.filter((rule) => rule.serverId !== serverId)));
  }

  /** A model provider has another name: rules that ask it go on doing so. */
  async renameProvider(was: string, name: string): Promise<void> {
    const asks = ({ action }: ReplyRule) => action.do === 'provider' && action.provider === was;
    if (was === name || !this.#book.profiles.some(({ rules }) => rules.some(asks))) return;
    const renamed = (rule: ReplyRule) =>
      rule.action.do === 'provider' && asks(rule) ? { ...rule, action: { ...rule.action, provider: name } } : rule;
    await this.#change((book) => withRules(book, (rules) => rules.map(renamed)));
  }

  /** Of the servers in the list, by id. */
  #names(): ReadonlyMap<string, string> {
    return new Map(this.#deps.state.all('server').map(({ id, config }) => [id, config.name]));
  }

  #added(book: RuleBook, profile: RuleProfile): RuleBook {
    if (book.profiles.length >= MOST_PROFILES) bad(`${MOST_PROFILES} profiles are kept. Remove one first.`);
    return { ...book, profiles: [...book.profiles, profile] };
  }

  #find({ profiles }: RuleBook, id: string): RuleProfile {
    const found = profiles.find((one) => one.id === id);
    if (found) return found;
    throw new HostError('NOT_FOUND', 'This profile is gone. It may have been removed in another window.');
  }

  /** A fixed reply is on disk and in exported files, so it may hold no secret. */
  #checkReply({ action, serverId }: Pick<ReplyRuleDraft, 'action' | 'serverId'>, schema?: unknown): void {
    if (action.do !== 'reply' || action.text === undefined) return;
    const redact = serverId === undefined ? undefined : this.#deps.session(serverId)?.redact;
    const { leftOut } = cleanedReply(action.text, { schema, redact, otherwise: 'A fixed reply is a JSON object.' });
    if (leftOut.length > 0)
      bad(
        `The reply holds what looks like a secret (${leftOut.slice(0, 3).join(', ')}). Rules are kept on disk, so this one was not made.`,
      );
  }

  async #change(change: (book: RuleBook) => RuleBook): Promise<void> {
    // What is new comes back by the watch of `load`.
    await this.#deps.ruleBook.update((file) => ({ ...file, ...checkedSize(change(file)) }));
  }

  #take({ active, profiles }: RuleBook): void {
    this.#book = { active, profiles };
    this.#deps.state.apply({ op: 'put', topic: 'rules', id: 'rules', value: this.#book });
  }
}
