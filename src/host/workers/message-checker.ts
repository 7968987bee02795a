import { isObject, type JsonObject } from '#shared/json.ts';
import { remarkOnDoubleKeys } from './double-keys.ts';
import type { MessageJob, Remark } from './message-job.ts';
import { messageShapes, type Shape } from './message-shapes.ts';
import { OutputCheck } from './output-check.ts';
import { problemText, type ShapeProblem, shapeProblems, valueAt } from './shape-problems.ts';

/** Problems told with one message. */
const TOLD = 3;
const VERSION = { legacy: '2025-11-25', modern: '2026-07-28' };
/** What the redactor writes in place of a secret: what stood there is not known. */
const PLACEHOLDER = /\{\{(?:secret|hidden):[^}]*\}\}/;

/**
 * Checks messages against the official schemas of the SDK, results of tools against the schema of their tool, and the
 * keys of all of them. What is left out: where the SDK is stricter than the specification, and what the fold remarks on already.
 */
export function createMessageChecker(): (job: MessageJob) => Remark[] {
  const shapes = messageShapes();
  const output = new OutputCheck();
  const shapeOf = (job: MessageJob, value: JsonObject): Shape | undefined => {
    const known = Object.hasOwn(shapes[job.era][job.part], job.method)
      ? shapes[job.era][job.part][job.method]
      : undefined;
    if (job.part !== 'result') return known;
    if (job.era === 'modern') {
      if (value.resultType === 'input_required') return shapes.standIns.input;
      return value.resultType === undefined || value.resultType === 'complete' ? known : undefined;
    }
    if (isObject(value.task) && job.method !== 'tasks/result') return shapes.standIns.task;
    // The form of 2024-10-07.
    return 'toolResult' in value ? undefined : known;
  };
  return (job) => {
    const text = job.text.charCodeAt(0) === 0xfeff ? job.text.slice(1) : job.text;
    const value = partOf(job, text);
    const remarks = remarkOnDoubleKeys(text, subject(job), job);
    if (value === undefined || job.keysOnly) return remarks;
    const shape = shapeOf(job, isObject(value) ? value : {});
    if (shape) remarks.push(...byShape(job, shape, value));
    if (job.part !== 'result' || !isObject(value)) return remarks;
    if (job.method === 'tools/list') remarks.push(...output.listing(job, value));
    if (job.tool) remarks.push(...output.result(job, job.tool, value));
    return remarks;
  };
}

/** What the schema of a part describes; the envelope is checked by the fold. */
function partOf({ part }: MessageJob, text: string): unknown {
  const message: unknown = JSON.parse(text);
  if (!isObject(message)) return undefined;
  if (part === 'result') return message.result;
  const { method, params } = message;
  return params === undefined ? { method } : { method, params };
}

function byShape(job: MessageJob, shape: Shape, value: unknown): Remark[] {
  const parsed = shape.schema.safeParse(value);
  const ref = `${VERSION[job.era]} ${shape.page}`;
  if (parsed.success || !parsed.error) {
    const text = `${subject(job)} matches the schema of the protocol`;
    return job.all ? [{ rule: shape.rule, severity: 'info', text, ref, passed: true }] : [];
  }
  const problems = shapeProblems(parsed.error.issues, value).filter((problem) => {
    const found = valueAt(value, problem.path);
    if (typeof found === 'string' && PLACEHOLDER.test(found)) return false;
    return !isKnown(job, problem, found);
  });
  const first = oneOfEach(problems, value);
  if (first.length === 0) return [];
  const more = first.length > TOLD ? ` And ${first.length - TOLD} more.` : '';
  const told = first.slice(0, TOLD).map(({ problem, times }) => {
    const others = times > 1 ? ` (and ${times - 1} more like it)` : '';
    return `${problemText(problem, value)}${others}`;
  });
  const text = `${subject(job)} breaks the schema of the protocol: ${told.join('; ')}.${more} ${ending(job)}`;
  return [{ rule: shape.rule, severity: 'warn', text, ref }];
}

function subject({ part, method, sent }: MessageJob): string {
  if (part === 'result') {
    if (method === '') return 'An answer to no known request';
    return sent ? `The answer that was sent to ${method}` : `The answer to ${method}`;
  }
  return sent ? `The ${part} ${method} that was sent` : `The ${part} ${method}`;
}

function ending({ sent }: MessageJob): string {
  return sent ? 'It was sent as written.' : 'It is shown as it came.';
}

/** Problems that differ only in the place in a list are one, with how often it came. */
function oneOfEach(problems: readonly ShapeProblem[], value: unknown): { problem: ShapeProblem; times: number }[] {
  const found = new Map<string, { problem: ShapeProblem; times: number }>();
  for (const problem of problems) {
    const steps = problem.path.map((step) => (typeof step === 'number' ? '' : step));
    const key = JSON.stringify([steps, problem.expected, valueAt(value, problem.path) === undefined]);
    const before = found.get(key);
    if (before) before.times += 1;
    else found.set(key, { problem, times: 1 });
  }
  return [...found.values()];
}

/** Places where another check speaks, or where the SDK wants more than the specification. */
function isKnown({ method, part }: MessageJob, { path, expected }: ShapeProblem, found: unknown): boolean {
  const last = path.at(-1);
  // `[]` for `{}` is RPC-14.
  if (Array.isArray(found) && found.length === 0 && expected === 'an object') return last !== 'structuredContent';
  // META-11 reads these, and is milder on times.
  if (path.includes('annotations') && /^(audience|priority|lastModified)$/.test(String(last))) return true;
  if (method === 'tools/list') {
    // SCHEMA-08; below the root any JSON Schema is allowed, true and false as well.
    if (path[2] === 'inputSchema') return true;
    if (path[2] === 'outputSchema' && path.length > 3 && last !== 'type') return true;
  }
  if (method === 'completion/complete' && path[1] === 'values' && path.length === 2) return Array.isArray(found);
  return method === 'notifications/progress' && part === 'notification' && /^progress(Token)?$/.test(String(last));
}
