import { useCallback } from 'react';
import type { PendingInput } from '#shared/entities.ts';
import { messageOf } from '#shared/errors.ts';
import type { RuleAction } from '#shared/reply-rules.ts';
import { actionWords, RULE_KINDS } from '#shared/rule-words.ts';
import { useHost } from '../../store/wirebench.tsx';
import { useFeedback } from '../../ui/feedback.tsx';

/** Makes a reply rule for asks like this one: the same server, tool, kind and schema. It can be undone at once. */
export function useAskRule(ask: PendingInput): (action: RuleAction) => void {
  const host = useHost();
  const { toast } = useFeedback();
  return useCallback(
    (action) => {
      if (ask.kind === 'approval') return;
      const words = `${actionWords(action, ask.kind)} ${RULE_KINDS[ask.kind]}`;
      const of = ask.tool === undefined ? 'of this server' : 'of this tool';
      const failed = (error: unknown) => toast(`The rule was not made. ${messageOf(error)}`);
      host['rule.fromAsk']({ pendingId: ask.id, action }).then(({ id }) => {
        const undo = () => void host['rule.remove']({ id }).catch(failed);
        toast(`Rule made: ${words} ${of}, from now on`, { label: 'Undo', run: undo });
      }, failed);
    },
    [ask, host, toast],
  );
}
