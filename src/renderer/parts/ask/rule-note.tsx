import type { PendingInput } from '#shared/entities.ts';
import { Callout } from '../../ui/callout.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { plural } from '../../ui/format.ts';
import { useNow } from '../../ui/use-now.ts';

/** What reply rules have to do with an ask: which one answers and when, why one did not. */
export function RuleNote({ ask }: { ask: PendingInput }) {
  const { rule, ruleDueAt, ruleFailed, ruleMissed, ruleStopped, status } = ask;
  const waiting = status === 'waiting';
  const now = useNow(waiting && ruleDueAt !== undefined ? 1000 : undefined);
  if (ruleFailed !== undefined) {
    return (
      <Callout kind="wait" title="A rule could not answer, so you are asked">
        <ForeignText text={`${rule?.title ?? 'A rule'}: ${ruleFailed}`} limit={600} />
      </Callout>
    );
  }
  if (rule && waiting) {
    const left = ruleDueAt === undefined ? undefined : Math.max(0, Math.ceil((ruleDueAt - now) / 1000));
    const title = left === undefined ? 'A provider is asked by a rule' : `A rule answers in ${left} s`;
    return (
      <Callout kind="ntf" title={title}>
        <ForeignText text={`${rule.title}. You can answer first.`} limit={400} />
      </Callout>
    );
  }
  if (rule) {
    return (
      <Callout kind="ntf" title="Answered by a rule">
        <ForeignText text={rule.title} limit={400} />
      </Callout>
    );
  }
  if (ruleStopped !== undefined && waiting) {
    // Beside every call a rule's answers are counted by the minute.
    const where = ask.operationId === undefined ? 'for now' : 'in this call';
    return (
      <Callout kind="wait" title={`A rule answers no more ${where}, so you are asked`}>
        <ForeignText
          text={`${ruleStopped.title}: it has answered ${plural(ruleStopped.answers, 'time')}.`}
          limit={400}
        />
      </Callout>
    );
  }
  if (ruleMissed === undefined || !waiting) return null;
  return (
    <Callout kind="wait" title="A rule no longer answers this">
      <ForeignText text={`${ruleMissed.title}: the schema has changed since it was made.`} limit={400} />
    </Callout>
  );
}
