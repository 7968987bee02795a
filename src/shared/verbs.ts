import { z } from 'zod';
import { isObject, type JsonObject } from './json.ts';
import { LogLevel } from './session.ts';

const meta = z.record(z.string(), z.unknown()).optional();
/** Milliseconds; 0 means no limit; absent means the server's setting. */
const timeoutMs = z.number().int().min(0).optional();
/** Milliseconds in all, signs of life or not; 0 means no limit; absent means the server's setting. */
const totalMs = z.number().int().min(0).optional();
/** Send a `traceparent`; absent means as the server's settings say. */
const trace = z.boolean().optional();

/** A list: `next` reads one more page, `all` the rest; absent means again, as far as it is shown. */
const list = z.object({ pages: z.enum(['next', 'all']).optional() });

/**
 * What a person can want of a server: verb to input. Each feature of `core/features` carries out its own;
 * `operation.run` takes exactly these.
 */
export const verbs = {
  'tools.list': list,
  'tools.call': z.object({
    name: z.string(),
    /** Any JSON object, passed on as it is: a record would drop a key named `__proto__`. */
    args: z.custom<JsonObject>(isObject),
    /** The arguments as JSON text, instead of `args`, where a number would lose digits on the way. */
    argsText: z.string().optional(),
    meta,
    timeoutMs,
    totalMs,
    trace,
    /** False sends no progress token. */
    progress: z.boolean().optional(),
    /** Modern era: level of the log messages of this call; absent means that of the session. */
    logLevel: LogLevel.optional(),
    /** HTTP: headers of this call's requests, which take the place of those of the same name. */
    headers: z.array(z.tuple([z.string().min(1), z.string()])).optional(),
    /** Legacy era: run it as a task; absent means as the tool itself demands. */
    asTask: z.boolean().optional(),
    /** How long the server shall keep such a task, milliseconds. */
    ttlMs: z.number().int().min(1).optional(),
    /** True asks a person whatever the server asks within the call; reply rules leave it alone. */
    noRules: z.boolean().optional(),
  }),
  'resources.list': list,
  'resources.templates': list,
  'resources.read': z.object({ uri: z.string().min(1), meta, timeoutMs, trace }),
  'resources.watch': z.object({ uri: z.string().min(1), on: z.boolean() }),
  'prompts.list': list,
  'prompts.get': z.object({ name: z.string(), args: z.record(z.string(), z.string()), meta, timeoutMs, trace }),
  'completion.complete': z.object({
    ref: z.union([
      z.object({ type: z.literal('ref/prompt'), name: z.string() }),
      z.object({ type: z.literal('ref/resource'), uri: z.string() }),
    ]),
    argument: z.object({ name: z.string(), value: z.string() }),
    context: z.record(z.string(), z.string()).optional(),
  }),
  'logging.level': z.object({ level: LogLevel }),
  'tasks.list': z.object({}),
  'tasks.get': z.object({ taskId: z.string() }),
  'tasks.cancel': z.object({ taskId: z.string() }),
  /** Polls it to its end, answers what it asks; the operation's result is that of the task. */
  'tasks.follow': z.object({ taskId: z.string() }),
  /** What the call would have given: `tasks/result`, which waits for the end (legacy), or out of `tasks/get`. */
  'tasks.result': z.object({ taskId: z.string() }),
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
