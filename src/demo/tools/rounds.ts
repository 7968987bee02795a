import { type InputRequest, inputRequired, type McpServer } from '@modelcontextprotocol/server';
import { type DemoContext, noteCall } from '../demo-context.ts';
import {
  askFor,
  foreignRetry,
  NO_ARGUMENTS,
  type PersonAnswer,
  personAnswer,
  refusal,
  roundOf,
  text,
} from './ask-kit.ts';

const CONFIG = { inputSchema: NO_ARGUMENTS, annotations: { readOnlyHint: true, openWorldHint: false } };

/** Registers the tools that ask more than once: ask_two (in one round), ask_twice (in two) and ask_forever. */
export function registerRoundTools(server: McpServer, context: DemoContext): void {
  registerAskTwo(server, context);
  registerAskTwice(server, context);
  registerAskForever(server, context);
}

function registerAskTwo(server: McpServer, context: DemoContext): void {
  const description = 'Asks for a drink and a dish with two forms in one round, then sums the order up.';
  const forms: Record<string, () => InputRequest> = {
    drink: () => choice('What would you like to drink?', 'drink', 'Drink', ['water', 'tea', 'coffee']),
    dish: () => choice('And what would you like to eat?', 'dish', 'Dish', ['soup', 'salad', 'cake']),
  };
  server.registerTool('ask_two', { ...CONFIG, title: 'Ask two things at once', description }, async (_args, ctx) => {
    const round = roundOf('ask_two', ctx);
    if (round === 'foreign') return foreignRetry();
    if (round === 'first') noteCall(context, 'ask_two');
    const kept: Record<string, unknown> = round === 'first' ? {} : { ...round.kept };
    for (const key of Object.keys(forms)) {
      const answer = personAnswer(ctx, key);
      if (answer.action !== 'missing') kept[key] = outcomeOf(answer, key);
    }
    // A client may answer a part only: what is missing is asked for again.
    const open = Object.entries(forms).filter(([key]) => kept[key] === undefined);
    if (open.length > 0) {
      const requests = Object.fromEntries(open.map(([key, form]) => [key, form()]));
      return askFor(context, ctx, requests, { tool: 'ask_two', kept });
    }
    return text(`Drink: ${kept.drink}. Dish: ${kept.dish}.`);
  });
}

function registerAskTwice(server: McpServer, context: DemoContext): void {
  const description = 'Plans a trip with two forms, one after the other. The second depends on the first answer.';
  server.registerTool('ask_twice', { ...CONFIG, title: 'Ask twice', description }, async (_args, ctx) => {
    const round = roundOf('ask_twice', ctx);
    if (round === 'foreign') return foreignRetry();
    if (round === 'first') noteCall(context, 'ask_twice');
    const place = round === 'first' ? undefined : round.kept?.place;
    if (place === undefined) {
      const answer = personAnswer(ctx, 'place');
      if (answer.action === 'missing') return askFor(context, ctx, { place: placeForm() }, { tool: 'ask_twice' });
      if (answer.action !== 'accept') return refusal(answer.action, 'choose a place');
      const kept = { place: String(answer.content.place ?? 'nowhere') };
      return askFor(context, ctx, { day: dayForm(kept.place) }, { tool: 'ask_twice', kept });
    }
    const answer = personAnswer(ctx, 'day');
    if (answer.action === 'missing')
      return askFor(context, ctx, { day: dayForm(String(place)) }, { tool: 'ask_twice', kept: { place } });
    if (answer.action !== 'accept') return refusal(answer.action, `travel to ${place}`);
    return text(`A trip to ${place} on ${answer.content.day ?? 'an open day'}.`);
  });
}

function registerAskForever(server: McpServer, context: DemoContext): void {
  const description = 'Answers every answer with one more question. A client should set it a limit.';
  server.registerTool('ask_forever', { ...CONFIG, title: 'Ask without end', description }, async (_args, ctx) => {
    const round = roundOf('ask_forever', ctx);
    if (round === 'foreign') return foreignRetry();
    if (round === 'first') noteCall(context, 'ask_forever');
    const asked = round === 'first' ? 0 : Number(round.kept?.asked ?? 0);
    const answer = personAnswer(ctx, 'more');
    if (answer.action === 'decline' || answer.action === 'cancel') return text(`Stopped after ${asked} questions.`);
    const kept = { asked: asked + 1 };
    return askFor(context, ctx, { more: moreForm(kept.asked) }, { tool: 'ask_forever', kept });
  });
}

function outcomeOf(answer: Exclude<PersonAnswer, { action: 'missing' }>, key: string): string {
  if (answer.action === 'accept') return String(answer.content[key] ?? 'no choice');
  return answer.action === 'decline' ? 'declined' : 'closed';
}

function choice(message: string, key: string, title: string, values: string[]): InputRequest {
  const properties = { [key]: { type: 'string' as const, title, enum: values } };
  return inputRequired.elicit({ message, requestedSchema: { type: 'object', properties, required: [key] } });
}

function placeForm(): InputRequest {
  return choice('Where to?', 'place', 'Place', ['Bergen', 'Lisbon', 'Zurich']);
}

function dayForm(place: string): InputRequest {
  const day = { type: 'string' as const, title: 'Day', format: 'date' as const };
  return inputRequired.elicit({
    message: `When do you travel to ${place}?`,
    requestedSchema: { type: 'object', properties: { day }, required: ['day'] },
  });
}

function moreForm(count: number): InputRequest {
  const more = { type: 'boolean' as const, title: 'One more', default: true };
  return inputRequired.elicit({
    message: `Question ${count}. There will be another one.`,
    requestedSchema: { type: 'object', properties: { more } },
  });
}
