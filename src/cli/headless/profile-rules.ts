import { profileOfFile } from '#host/replies/profile-file.ts';
import { messageOf } from '#shared/errors.ts';
import type { ReplyRule, RuleKind } from '#shared/reply-rules.ts';
import { UsageError } from '../usage.ts';
import { type HeadlessOptions, readTextFile } from './options.ts';

/** The kinds that an option of the command line answers: it wins over the profile. */
function answeredKinds({ elicit, sample, roots, yes }: HeadlessOptions['values']): Set<RuleKind> {
  const kinds = new Set<RuleKind>();
  if (elicit !== undefined) kinds.add('form');
  if (sample !== undefined) kinds.add('sampling');
  if (roots !== undefined) kinds.add('roots');
  if (yes) kinds.add('url');
  return kinds;
}

/** The rules of --profile that count; undefined without one. Throws UsageError. */
export function profileRules({ values }: Pick<HeadlessOptions, 'values'>): ReplyRule[] | undefined {
  const { profile } = values;
  if (profile === undefined) return undefined;
  const text = readTextFile(profile, 'The profile');
  const answered = answeredKinds(values);
  try {
    return profileOfFile(text).rules.filter(({ kind }) => !answered.has(kind));
  } catch (error) {
    throw new UsageError(`"${profile}": ${messageOf(error)}. Export one in Settings, What servers may ask.`);
  }
}
