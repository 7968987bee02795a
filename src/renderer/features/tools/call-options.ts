import { z } from 'zod';
import { messageOf } from '#shared/errors.ts';
import { isObject, type JsonObject } from '#shared/json.ts';
import { LogLevel } from '#shared/session.ts';
import type { VerbInput } from '#shared/verbs.ts';

/** What one tool is called with besides its arguments. Absent members mean: as the server's settings say. */
export const CallOptions = z.object({
  /** Milliseconds; 0 means no limit. */
  timeoutMs: z.number().optional(),
  totalMs: z.number().optional(),
  /** False asks for no progress. */
  progress: z.boolean().optional(),
  logLevel: LogLevel.optional(),
  /** With or without a new `traceparent`. */
  trace: z.boolean().optional(),
  asTask: z.boolean().optional(),
  ttlMs: z.number().optional(),
  /** A person answers what the server asks, whatever the reply rules say. */
  noRules: z.boolean().optional(),
  /** As it was typed: JSON text of an object. */
  meta: z.string().optional(),
  /** As they were typed, `Name: value` a line. */
  headers: z.string().optional(),
});
export type CallOptions = z.infer<typeof CallOptions>;

/** What the connection has a place for. */
export interface OptionPlaces {
  /** Headers go with HTTP only. */
  readonly http: boolean;
  readonly era: 'legacy' | 'modern' | undefined;
  /** The tool may run as a task, as it says (legacy era). */
  readonly task: boolean;
  /** The settings of the server give every request a `traceparent`. */
  readonly traced: boolean;
}

const HEADER = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*(.*)$/;

/** The options out of what was kept; nothing where that is damaged. */
export function readOptions(text: string | undefined): CallOptions {
  if (text === undefined) return {};
  try {
    const parsed = CallOptions.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : {};
  } catch {
    return {};
  }
}

/** Undefined when nothing is set. */
export function writeOptions(options: CallOptions): string | undefined {
  const set = Object.entries(options).filter(([, value]) => value !== undefined && value !== '');
  return set.length === 0 ? undefined : JSON.stringify(Object.fromEntries(set));
}

/** Headers and `_meta` may hold a token: they are kept while the page lives only. */
export function mayBeSecret({ meta = '', headers = '' }: CallOptions): boolean {
  return meta.trim() !== '' || headers.trim() !== '';
}

export function readMeta(text: string): { value: JsonObject } | { problem: string } {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { value } : { problem: 'Enter a JSON object, in braces.' };
  } catch (error) {
    return { problem: `This is not JSON. ${messageOf(error)}` };
  }
}

export function readHeaders(text: string): { value: [string, string][] } | { problem: string } {
  const value: [string, string][] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const [, name, content] = HEADER.exec(line.trim()) ?? [];
    if (name === undefined || content === undefined) return { problem: `Line ${index + 1} is no “Name: value”.` };
    value.push([name, content]);
  }
  return { value };
}

type CallInput = Omit<VerbInput<'tools.call'>, 'name' | 'args' | 'argsText'>;

/** The options as a call takes them, without those that have no place; or what is wrong with one. */
export function callInput(options: CallOptions, places: OptionPlaces): { input: CallInput } | { problem: string } {
  const { timeoutMs, totalMs, progress, trace, noRules, logLevel, asTask, ttlMs, meta = '', headers = '' } = options;
  const readM = meta.trim() === '' ? undefined : readMeta(meta);
  if (readM && 'problem' in readM) return { problem: `_meta of the call: ${readM.problem}` };
  const readH = places.http ? readHeaders(headers) : { value: [] };
  if ('problem' in readH) return { problem: `Headers of the call: ${readH.problem}` };
  const task = places.task && places.era === 'legacy' ? { asTask, ttlMs: asTask === false ? undefined : ttlMs } : {};
  const given = {
    ...{ timeoutMs, totalMs, progress, trace, noRules, ...task },
    logLevel: places.era === 'modern' ? logLevel : undefined,
    meta: readM?.value,
    headers: readH.value.length > 0 ? readH.value : undefined,
  };
  return { input: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) };
}

/** How many options differ from the settings and take effect. */
export function countOptions(options: CallOptions, places: OptionPlaces): number {
  const read = callInput(options, places);
  return 'problem' in read ? 1 : Object.keys(read.input).length;
}
