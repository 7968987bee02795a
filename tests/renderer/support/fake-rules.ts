import type { WirebenchContract } from '#shared/contract.ts';
import { EMPTY_BOOK, type ReplyRule, type RuleBook } from '#shared/reply-rules.ts';
import type { Handlers } from '#shared/rpc.ts';

type Names = Extract<keyof WirebenchContract, `rule.${string}` | `profile.${string}`>;

/** Rules and profiles of a fake host: every change is shown as the entity it is. */
export function fakeRules(show: (book: RuleBook) => void): Pick<Handlers<WirebenchContract>, Names> {
  let book: RuleBook = EMPTY_BOOK;
  let made = 0;
  const change = (next: RuleBook) => {
    book = next;
    show(book);
  };
  const inProfile = (id: string, fn: (rules: readonly ReplyRule[]) => ReplyRule[]) =>
    change({ ...book, profiles: book.profiles.map((one) => (one.id === id ? { ...one, rules: fn(one.rules) } : one)) });
  const inActive = (fn: (rules: readonly ReplyRule[]) => ReplyRule[]) => inProfile(book.active, fn);
  const newId = () => {
    made += 1;
    return `made${made}`;
  };
  return {
    'rule.save': ({ profile, ...draft }) => {
      const rule = { ...draft, id: draft.id ?? newId() };
      inProfile(profile ?? book.active, (rules) => [rule, ...rules.filter(({ id }) => id !== rule.id)]);
      return { id: rule.id };
    },
    'rule.remove': ({ id }) => inActive((rules) => rules.filter((one) => one.id !== id)),
    'rule.fromAsk': ({ action }) => {
      const id = newId();
      inActive((rules) => [{ id, kind: 'form', action }, ...rules]);
      return { id };
    },
    'profile.save': ({ id = newId(), name }) => {
      const others = book.profiles.filter((one) => one.id !== id);
      const rules = book.profiles.find((one) => one.id === id)?.rules ?? [];
      change({ ...book, profiles: [...others, { id, name, rules }] });
      return { id };
    },
    'profile.remove': ({ id }) => change({ ...book, profiles: book.profiles.filter((one) => one.id !== id) }),
    'profile.use': ({ id }) => change({ ...book, active: id }),
    'profile.export': ({ id }) => ({
      name: book.profiles.find((one) => one.id === id)?.name ?? '',
      text: JSON.stringify(book.profiles.find((one) => one.id === id)),
    }),
    'profile.import': ({ text }) => {
      const id = newId();
      change({ ...book, profiles: [...book.profiles, { ...JSON.parse(text), id }] });
      return { id };
    },
  };
}
