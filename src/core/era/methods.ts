import type { EraName } from '#shared/product.ts';

/** Requests of a client that only one era has, and what to say of it in the other. */
const ONLY: Readonly<Record<EraName, ReadonlyMap<string, string>>> = {
  legacy: new Map([
    ['initialize', 'A session greets by server/discover there, which it does by itself.'],
    ['ping', 'Nothing takes its place.'],
    ['logging/setLevel', 'The level is part of every request there.'],
    ['resources/subscribe', 'Changes come over subscriptions/listen there.'],
    ['resources/unsubscribe', 'Changes come over subscriptions/listen there.'],
    ['tasks/list', 'A task is only known to who started it there.'],
    ['tasks/result', 'The result of a task comes with tasks/get there.'],
  ]),
  modern: new Map([
    ['server/discover', 'A session greets by initialize there, which it does by itself.'],
    ['subscriptions/listen', 'Changes are subscribed to one by one there.'],
    ['tasks/update', 'A server asks by a request of its own there.'],
  ]),
};

/** Why an era has no such request, a sentence or two; undefined when it has it, or the method is of no era's own. */
export function noSuchRequest(method: string, era: EraName): string | undefined {
  const instead = ONLY[era === 'legacy' ? 'modern' : 'legacy'].get(method);
  return instead === undefined ? undefined : `The ${era} era has no ${method}. ${instead}`;
}
