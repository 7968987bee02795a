import { z } from 'zod';
import { arrayAt, isObject, textAt } from '#shared/json.ts';
import type { PlainStep } from '#shared/script/script-steps.ts';
import type { ActionResult } from '../headless/action-result.ts';

/** What the suite says in the environment. */
export interface Scenario {
  name: string | undefined;
  context: Context;
}

const Context = z.looseObject({
  toolCalls: z
    .array(z.looseObject({ name: z.string(), arguments: z.record(z.string(), z.unknown()).optional() }))
    .optional(),
});
export type Context = z.infer<typeof Context>;

/** Runs a step and gives its result, whatever it is. */
export type Perform = (step: PlainStep) => Promise<ActionResult>;

/** Reads MCP_CONFORMANCE_SCENARIO and MCP_CONFORMANCE_CONTEXT; a context that cannot be read counts as empty. */
export function readScenario(env: Readonly<Record<string, string | undefined>>): Scenario {
  let given: unknown = {};
  try {
    given = JSON.parse(env.MCP_CONFORMANCE_CONTEXT ?? '{}');
  } catch {
    given = {}; // the suite also sets it for scenarios that need nothing of it
  }
  const context = Context.safeParse(given);
  return { name: env.MCP_CONFORMANCE_SCENARIO, context: context.success ? context.data : {} };
}

function itemsOf(result: ActionResult, key: string): unknown[] {
  return result.ok ? arrayAt(JSON.parse(result.json), key) : [];
}

/** Everything a client can do with a server it knows nothing of: list all, call all, read one, get one. */
async function generic(perform: Perform, { toolCalls }: Context): Promise<void> {
  const lists = await perform({ do: 'list', with: { what: 'all' } });
  if (toolCalls) {
    for (const { name, arguments: args = {} } of toolCalls) await perform({ do: 'call', with: { name, args } });
  } else {
    await perform({ do: 'call-all' });
  }
  const uri = textAt(itemsOf(lists, 'resources')[0], 'uri');
  if (uri !== undefined) await perform({ do: 'read', with: { uri } });
  const prompt = itemsOf(lists, 'prompts')[0];
  const name = textAt(prompt, 'name');
  if (name === undefined) return;
  const required = arrayAt(prompt, 'arguments').filter((one) => isObject(one) && one.required === true);
  const args = Object.fromEntries(required.map((one) => [textAt(one, 'name') ?? '', 'sample']));
  await perform({ do: 'prompt', with: { name, args } });
}

/** Gives one tool's input schema, as it was listed, to the tool that echoes. */
async function echoSchema(perform: Perform): Promise<void> {
  const echo = 'json_schema_echo';
  const tools = itemsOf(await perform({ do: 'list', with: { what: 'tools' } }), 'tools');
  const focal = tools.find((tool) => textAt(tool, 'name') !== echo);
  const schema = isObject(focal) ? focal.inputSchema : undefined;
  await perform({ do: 'call', with: { name: echo, args: { schema } } });
}

/** The only place that knows a scenario by its name. */
const SPECIAL: Record<string, (perform: Perform, context: Context) => Promise<void>> = {
  'json-schema-2020-12-preservation': echoSchema,
};

/** What to do with the scenario's server. */
export function planOf({ name }: Scenario): (perform: Perform, context: Context) => Promise<void> {
  return SPECIAL[name ?? ''] ?? generic;
}
