import type { PendingReply } from '#shared/contract.ts';
import type { PendingInput } from '#shared/entities.ts';
import { isObject, objectAt, textAt } from '#shared/json.ts';
import { askFields, startEntries } from './form-values.ts';

/** A schema whose defaults are given values, so that its form opens with them. */
function withDefaults(schema: unknown, content: Record<string, unknown>): unknown {
  const properties = Object.entries(objectAt(schema, 'properties') ?? {}).map(([name, property]) => {
    const given = Object.hasOwn(content, name) && isObject(property);
    return [name, given ? { ...property, default: content[name] } : property];
  });
  return isObject(schema) ? { ...schema, properties: Object.fromEntries(properties) } : schema;
}

/** What the sheet of an ask holds when a reply stands in it; undefined where there is nothing to fill in. */
export function filledDraft(ask: PendingInput, reply: PendingReply): object | undefined {
  if (reply.action !== 'accept' || !reply.content) return undefined;
  if (ask.kind === 'form') {
    const schema = withDefaults(ask.params.requestedSchema, reply.content);
    return { entries: startEntries(askFields(schema)), json: undefined };
  }
  const text = textAt(objectAt(reply.content, 'content'), 'text');
  if (ask.kind !== 'sampling' || text === undefined) return undefined;
  const model = textAt(reply.content, 'model') ?? '';
  return { text, model, stopReason: textAt(reply.content, 'stopReason') ?? 'endTurn', json: undefined };
}
