import type { PendingReply } from '#shared/contract.ts';
import type { PendingInput } from '#shared/entities.ts';
import { objectAt, textAt } from '#shared/json.ts';
import { askFields, entriesFor, startEntries } from './form-values.ts';
import { emptyBlock, type ReplyFields } from './sampling-draft.ts';

/** What the sheet of an ask holds when a reply stands in it; undefined where there is nothing to fill in. */
export function filledDraft(ask: PendingInput, reply: PendingReply): object | undefined {
  if (reply.action !== 'accept' || !reply.content) return undefined;
  const { content } = reply;
  if (ask.kind === 'form') {
    const fields = askFields(ask.params.requestedSchema);
    const given = fields.filter(({ name }) => Object.hasOwn(content, name));
    return { entries: { ...startEntries(fields), ...entriesFor(given, content) }, json: undefined };
  }
  const text = textAt(objectAt(content, 'content'), 'text');
  if (ask.kind !== 'sampling' || text === undefined) return undefined;
  const filled: ReplyFields = {
    blocks: [{ ...emptyBlock('text'), text }],
    model: textAt(content, 'model') ?? '',
    stopReason: textAt(content, 'stopReason') ?? 'endTurn',
    json: undefined,
  };
  return filled;
}
