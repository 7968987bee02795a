import { z } from 'zod';
import { isObject, type JsonObject } from './json.ts';

const meta = z.record(z.string(), z.unknown()).optional();
/** Milliseconds; 0 means no limit; absent means the server's setting. */
const timeoutMs = z.number().int().min(0).optional();
/** Send a `traceparent`; absent means as the server's settings say. */
const trace = z.boolean().optional();

/**
 * What a person can want of a server: verb to input. Each feature of `core/features` carries out its own;
 * `operation.run` takes exactly these.
 */
export const verbs = {
  'tools.list': z.object({}),
  'tools.call': z.object({
    name: z.string(),
    /** Any JSON object, passed on as it is: a record would drop a key named `__proto__`. */
    args: z.custom<JsonObject>(isObject),
    meta,
    timeoutMs,
    trace,
    /** Legacy era: run it as a task; absent means as the tool itself demands. */
    /** The arguments as JSON text, instead of `args`, where a number would lose digits on the way. */
    argsText: z.string().optional(),
    asTask: z.boolean().optional(),
  }),
  'resources.list': z.object({}),
  'resources.templates': z.object({}),
  'resources.read': z.object({ uri: z.string().min(1), meta, timeoutMs, trace }),
  'resources.watch': z.object({ uri: z.string().min(1), on: z.boolean() }),
  'prompts.list': z.object({}),
  'prompts.get': z.object({ name: z.string(), args: z.record(z.string(), z.string()), meta, timeoutMs, trace }),
  'completion.complete': z.object({
    ref: z.union([
      z.object({ type: z.literal('ref/prompt'), name: z.string() }),
      z.object({ type: z.literal('ref/resource'), uri: z.string() }),
    ]),
    argument: z.object({ name: z.string(), value: z.string() }),
    context: z.record(z.string(), z.string()).optional(),
  }),
  'logging.level': z.object({
    level: z.enum(['off', 'debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']),
  }),
  'tasks.list': z.object({}),
  'tasks.get': z.object({ taskId: z.string() }),
  'tasks.cancel': z.object({ taskId: z.string() }),
  ping: z.object({}),
  /** A request with these params as they are, to the digit, under a new id; its answer is the operation's result. */
  'request.send': z.object({
    method: z.string().min(1).max(1000),
    /** JSON text of an object, `_meta` included; absent sends no params. A progress token in it is made new. */
    params: z.string().optional(),
    timeoutMs,
    /** As for a call; a `traceparent` that is made takes the place of one in the text. */
    trace,
    /** The protocol's own keys of `_meta` are those of this session, and a later round of a call is a first one again. */
    ownEnvelope: z.boolean().optional(),
  }),
  /** Sends the text as it is, valid or not. */
  'raw.send': z.object({ text: z.string().min(1) }),
} as const;

export type Verb = keyof typeof verbs;
export type VerbInput<V extends Verb> = z.input<(typeof verbs)[V]>;
export type VerbParsed<V extends Verb> = z.output<(typeof verbs)[V]>;
