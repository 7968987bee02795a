import { completable, type McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { DemoContext } from './demo-context.ts';
import { completeItemId, itemUri } from './resources.ts';

const LANGUAGES = ['c', 'go', 'java', 'javascript', 'kotlin', 'python', 'ruby', 'rust', 'swift', 'typescript'];

const CITIES: Record<string, string[]> = {
  norway: ['Bergen', 'Oslo', 'Tromso', 'Trondheim'],
  portugal: ['Braga', 'Lisbon', 'Porto'],
  switzerland: ['Basel', 'Bern', 'Lugano', 'Zurich'],
};

const REVIEW_CODE_INPUT = z.object({
  language: completable(z.string().describe('Programming language'), (typed) => starting(LANGUAGES, typed)),
  code: z.string().describe('The code'),
  focus: z.string().optional().describe('What to look at first'),
});
const PLAN_TRIP_INPUT = z.object({
  country: completable(z.string().describe('Country'), (typed) => starting(Object.keys(CITIES), typed)),
  city: completable(z.string().describe('City'), (typed, others) => {
    const country = others?.arguments?.country?.toLowerCase() ?? '';
    return starting(CITIES[country] ?? Object.values(CITIES).flat(), typed);
  }),
});

/**
 * Registers the prompts: review_code (arguments with completion), describe_item (embeds a resource) and plan_trip (what
 * completes one argument depends on the other).
 */
export function registerPrompts(server: McpServer, context: DemoContext): void {
  server.registerPrompt(
    'review_code',
    {
      title: 'Review code',
      description: 'Asks for a short review of a piece of code.',
      argsSchema: REVIEW_CODE_INPUT,
    },
    ({ language, code, focus }) => {
      context.log(`prompt review_code (${language})`);
      const wish = focus === undefined ? '' : ` Look first at: ${focus}.`;
      const request = `Review this ${language} code in at most five points.${wish}\n\n${code}`;
      return { description: 'Code review', messages: [{ role: 'user', content: { type: 'text', text: request } }] };
    },
  );
  server.registerPrompt(
    'describe_item',
    {
      title: 'Describe an item',
      description: 'Asks for a description of an item and attaches its resource.',
      argsSchema: z.object({
        id: completable(z.string().describe('Id of the item'), (typed) => completeItemId(context, typed)),
      }),
    },
    ({ id }) => {
      context.log(`prompt describe_item (${id})`);
      const known = context.items.get(id) ?? { id, note: 'There is no such item.' };
      const resource = { uri: itemUri(id), mimeType: 'application/json', text: JSON.stringify(known) };
      return {
        description: `Description of ${id}`,
        messages: [
          { role: 'user', content: { type: 'text', text: 'Describe this item in two sentences.' } },
          { role: 'user', content: { type: 'resource', resource } },
        ],
      };
    },
  );
  registerPlanTrip(server, context);
}

function registerPlanTrip(server: McpServer, context: DemoContext): void {
  server.registerPrompt(
    'plan_trip',
    {
      title: 'Plan a trip',
      description: 'Asks for a plan for a weekend. The cities offered are those of the country.',
      argsSchema: PLAN_TRIP_INPUT,
    },
    ({ country, city }) => {
      context.log(`prompt plan_trip (${city})`);
      const request = `Plan a weekend in ${city}, ${country}, with one museum and one walk.`;
      return { description: 'A trip', messages: [{ role: 'user', content: { type: 'text', text: request } }] };
    },
  );
}

function starting(names: string[], typed: string): string[] {
  return names.filter((name) => name.toLowerCase().startsWith(typed.toLowerCase()));
}
