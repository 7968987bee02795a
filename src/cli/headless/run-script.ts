import { z } from 'zod';
import { messageOf } from '#shared/errors.ts';
import { UsageError } from '../usage.ts';

const args = z.record(z.string(), z.unknown()).default({});
const textArgs = z.record(z.string(), z.string()).default({});

/** What a step does, each with its own `with`. */
const Deeds = {
  list: z.strictObject({ what: z.enum(['tools', 'resources', 'templates', 'prompts', 'all']) }),
  read: z.strictObject({ uri: z.string().min(1) }),
  prompt: z.strictObject({ name: z.string().min(1), args: textArgs }),
  call: z.strictObject({ name: z.string().min(1), args, asTask: z.boolean().optional() }),
  'call-all': z.strictObject({ except: z.array(z.string()).default([]) }),
  complete: z.strictObject({
    ref: z.union([
      z.strictObject({ type: z.literal('ref/prompt'), name: z.string() }),
      z.strictObject({ type: z.literal('ref/resource'), uri: z.string() }),
    ]),
    argument: z.strictObject({ name: z.string(), value: z.string() }),
    context: z.record(z.string(), z.string()).optional(),
  }),
  ping: z.strictObject({}),
  raw: z.union([
    z.strictObject({ text: z.string().min(1).meta({ description: 'Sent as it is, valid or not.' }) }),
    z.strictObject({ message: z.record(z.string(), z.unknown()).meta({ description: 'Sent as JSON.' }) }),
  ]),
  wait: z.strictObject({ ms: z.number().int().min(0).max(600_000) }),
} as const;

export type Deed = keyof typeof Deeds;
export type DeedInput<D extends Deed> = z.output<(typeof Deeds)[D]>;

const Expect = z
  .strictObject({
    ok: z.boolean().optional().meta({ description: 'False: the step must end in an error of the server or tool.' }),
    code: z.number().int().optional().meta({ description: 'Code of the JSON-RPC error it must end in.' }),
    contains: z.string().optional().meta({ description: 'Text that the JSON of the result must contain.' }),
    result: z.unknown().optional().meta({ description: 'JSON that the result must hold; objects may hold more.' }),
  })
  .meta({ description: 'Without it a step must end without an error.' });
export type Expect = z.output<typeof Expect>;

const shown = {
  say: z.strictObject({ title: z.string().optional(), text: z.string().optional() }).optional(),
  pause: z.boolean().optional(),
  expect: Expect.optional(),
};
const none = z.strictObject({}).optional();

export const Step = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('list'), with: Deeds.list, ...shown }),
  z.strictObject({ do: z.literal('read'), with: Deeds.read, ...shown }),
  z.strictObject({ do: z.literal('prompt'), with: Deeds.prompt, ...shown }),
  z.strictObject({ do: z.literal('call'), with: Deeds.call, ...shown }),
  z.strictObject({ do: z.literal('call-all'), with: Deeds['call-all'].optional(), ...shown }),
  z.strictObject({ do: z.literal('complete'), with: Deeds.complete, ...shown }),
  z.strictObject({ do: z.literal('ping'), with: none, ...shown }),
  z.strictObject({ do: z.literal('raw'), with: Deeds.raw, ...shown }),
  z.strictObject({ do: z.literal('wait'), with: Deeds.wait, ...shown }),
]);
export type Step = z.output<typeof Step>;

/** A file of steps for `run FILE`; demo scripts of the app are of the same form and know more verbs. */
export const RunScript = z.strictObject({ version: z.literal(1), steps: z.array(Step).min(1).max(10_000) });
export type RunScript = z.output<typeof RunScript>;

/** The JSON Schema that is published as resources/run-script.schema.json. */
export function runScriptSchema(): Record<string, unknown> {
  return { title: 'Wirebench run script', ...z.toJSONSchema(RunScript, { io: 'input' }) };
}

/** Reads YAML or JSON, which is YAML too. Throws UsageError with the place of the first mistake. */
export async function readRunScript(text: string, path: string): Promise<RunScript> {
  // Loaded here, so that the other commands start without it.
  const { parse: parseYaml } = await import('yaml');
  let value: unknown;
  try {
    value = parseYaml(text, { maxAliasCount: 100 });
  } catch (error) {
    throw new UsageError(`"${path}" is neither YAML nor JSON: ${messageOf(error)}`);
  }
  const parsed = RunScript.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path.map(String).join('.') || 'the file';
  throw new UsageError(`"${path}" is not a run script. At ${place}: ${issue?.message ?? 'it is not valid'}`);
}
