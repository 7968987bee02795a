import { z } from 'zod';
import { EraChoice } from '../config.ts';
import { PendingKind } from '../entities.ts';

const args = z.record(z.string(), z.unknown()).default({});
const textArgs = z.record(z.string(), z.string()).default({});
const era = EraChoice.optional().meta({ description: 'Era or version to speak; as the server can when absent.' });

/** A server that a script works with. */
export const ScriptServer = z.union([
  z.strictObject({ builtin: z.literal('demo'), era }).meta({ description: 'The demo server inside the app.' }),
  z.strictObject({ saved: z.string().min(1) }).meta({ description: 'A server of the list, by its name.' }),
  z.strictObject({ url: z.string().regex(/^https?:\/\//i), era }),
  z.strictObject({ command: z.string().min(1), args: z.array(z.string()).default([]), era }),
]);
export type ScriptServer = z.output<typeof ScriptServer>;

/** How a script replies to one question of a server. */
export const ScriptAnswer = z.strictObject({
  action: z.enum(['accept', 'decline', 'cancel']).default('accept'),
  kind: PendingKind.optional().meta({ description: 'Only a question of this kind; any when absent.' }),
  key: z.string().optional().meta({ description: 'Only the question with this key of `inputRequests`.' }),
  content: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: 'Values of the form; for a model reply the whole result.' }),
  text: z.string().optional().meta({ description: 'A model reply that is text.' }),
  model: z.string().optional().meta({ description: 'Name of the model that a text is said to come from.' }),
});
export type ScriptAnswer = z.output<typeof ScriptAnswer>;

const place = z.number().int().min(1).optional();

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
  raw: z.union([
    z.strictObject({ text: z.string().min(1).meta({ description: 'Sent as it is, valid or not.' }) }),
    z.strictObject({ message: z.record(z.string(), z.unknown()).meta({ description: 'Sent as JSON.' }) }),
  ]),
  wait: z.strictObject({ ms: z.number().int().min(0).max(600_000) }),
  stop: z.strictObject({
    progress: z.number().int().min(0).default(0).meta({ description: 'Waits for so many progress messages first.' }),
  }),
  compare: z.strictObject({
    a: place.meta({ description: 'Which result of the script, from 1; the last but one when absent.' }),
    b: place.meta({ description: 'The last result when absent.' }),
    ignore: z.array(z.string()).default([]).meta({ description: 'JSON Pointers that are left out.' }),
  }),
  show: z.union([
    z.strictObject({ tool: z.string().min(1) }).meta({ description: 'A tool with its form.' }),
    z
      .strictObject({ result: z.number().int().min(1) })
      .meta({ description: 'An earlier result of the script, from 1.' }),
    z.strictObject({ text: z.string().min(1) }),
  ]),
} as const;

type Deed = keyof typeof Deeds;
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

const Say = z
  .strictObject({
    title: z.string().optional(),
    text: z.string().optional(),
    notes: z.string().optional().meta({ description: 'Only for the window with the notes of the presenter.' }),
  })
  .meta({
    description: 'What the audience reads. In demo mode a step without it belongs to the page of the step before.',
  });

const shown = {
  say: Say.optional(),
  target: z.string().min(1).optional().meta({ description: 'A name of `servers`, or of a server of the list.' }),
  auto: z.boolean().optional().meta({ description: 'Demo mode goes on by itself 3 seconds after the result.' }),
  pause: z.boolean().optional().meta({ description: 'Demo mode never goes on by itself here.' }),
  expect: Expect.optional(),
};
const none = z.strictObject({}).optional();

export const Step = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('connect'), with: none, ...shown }),
  z.strictObject({ do: z.literal('list'), with: Deeds.list, ...shown }),
  z.strictObject({ do: z.literal('read'), with: Deeds.read, ...shown }),
  z.strictObject({ do: z.literal('prompt'), with: Deeds.prompt, ...shown }),
  z.strictObject({ do: z.literal('call'), with: Deeds.call, ...shown }),
  z.strictObject({ do: z.literal('call-all'), with: Deeds['call-all'].optional(), ...shown }),
  z.strictObject({ do: z.literal('complete'), with: Deeds.complete, ...shown }),
  z.strictObject({ do: z.literal('ping'), with: none, ...shown }),
  z.strictObject({ do: z.literal('raw'), with: Deeds.raw, ...shown }),
  z.strictObject({ do: z.literal('answer'), with: ScriptAnswer.prefault({}), ...shown }),
  z.strictObject({ do: z.literal('stop'), with: Deeds.stop.prefault({}), ...shown }),
  z.strictObject({ do: z.literal('compare'), with: Deeds.compare.prefault({}), ...shown }),
  z.strictObject({ do: z.literal('show'), with: Deeds.show, ...shown }),
  z.strictObject({ do: z.literal('wait'), with: Deeds.wait, ...shown }),
]);
export type Step = z.output<typeof Step>;

/** A file of steps, played by `wirebench run FILE` and by demo mode alike. */
export const RunScript = z.strictObject({
  version: z.literal(1),
  title: z.string().max(200).optional(),
  servers: z
    .record(z.string().min(1), ScriptServer)
    .optional()
    .meta({ description: 'The first is that of steps without a target.' }),
  auto: z.boolean().optional().meta({ description: 'Demo mode goes on by itself after every step.' }),
  steps: z.array(Step).min(1).max(10_000),
});
export type RunScript = z.output<typeof RunScript>;
export type RunScriptInput = z.input<typeof RunScript>;

/** The JSON Schema that is published as resources/run-script.schema.json. */
export function runScriptSchema(): Record<string, unknown> {
  return { title: 'Wirebench run script', ...z.toJSONSchema(RunScript, { io: 'input' }) };
}
