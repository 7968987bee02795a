import { useMemo } from 'react';
import { messageOf } from '#shared/errors.ts';
import { activeRules, EMPTY_BOOK, type ReplyRule, type ReplyRuleDraft, type RuleBook } from '#shared/reply-rules.ts';
import { useEntity, useHost } from '../../store/wirebench.tsx';
import { useFeedback } from '../../ui/feedback.tsx';

export interface RuleBookActions {
  readonly book: RuleBook;
  /** Those of the profile that counts. */
  readonly rules: readonly ReplyRule[];
  /** Both say what was done, with a way back; a failure is said too. */
  readonly save: (words: string, draft: ReplyRuleDraft, before: ReplyRule | undefined) => void;
  readonly remove: (words: string, rule: ReplyRule) => void;
}

/** The reply rules as they are kept, and what changes them at once. */
export function useRuleBook(): RuleBookActions {
  const host = useHost();
  const { toast } = useFeedback();
  const book = useEntity('rules', 'rules') ?? EMPTY_BOOK;
  return useMemo(() => {
    const failed = (error: unknown) => toast(`The rules were not changed. ${messageOf(error)}`);
    const change = (words: string, act: () => Promise<unknown>, undo: () => Promise<unknown>) => {
      act().then(() => toast(words, { label: 'Undo', run: () => void undo().catch(failed) }), failed);
    };
    // The way back leads into the profile that was changed, whichever counts by then.
    const keepAgain = (rule: ReplyRule) => host['rule.save']({ ...rule, profile: book.active });
    return {
      book,
      rules: activeRules(book),
      save: (words, draft, before) => {
        let made = draft.id;
        const act = async () => {
          made = (await host['rule.save'](draft)).id;
        };
        change(words, act, () => (before ? keepAgain(before) : host['rule.remove']({ id: made ?? '' })));
      },
      remove: (words, rule) =>
        change(
          words,
          () => host['rule.remove']({ id: rule.id }),
          () => keepAgain(rule),
        ),
    };
  }, [book, host, toast]);
}
