import { isObject, type JsonObject } from '#shared/json.ts';

export type Path = readonly (string | number)[];

/** One place where a value is not what its schema wants. */
export interface ShapeProblem {
  path: Path;
  /** What belongs there, in words; undefined when the member is there but of no known kind. */
  expected: string;
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  null: 'null',
};
/** Choices named in one sentence. */
const NAMED = 10;
const WHERE_CHARS = 120;
const VALUE_CHARS = 60;

/** The value at a path; undefined where the path leads nowhere. */
export function valueAt(value: unknown, path: Path): unknown {
  let at = value;
  for (const key of path) {
    if (Array.isArray(at)) at = at[Number(key)];
    else if (isObject(at) && Object.hasOwn(at, key)) at = at[key];
    else return undefined;
  }
  return at;
}

/**
 * The issues of the SDK's validator as problems, each at its own place. Of a union only the branch the value means is
 * told. Unknown members are none: the protocol wants them tolerated.
 */
export function shapeProblems(issues: readonly unknown[], value: unknown, base: Path = []): ShapeProblem[] {
  return issues.filter(isObject).flatMap((issue): ShapeProblem[] => {
    const path = [...base, ...pathOf(issue)];
    if (issue.code === 'unrecognized_keys') return [];
    if (issue.code === 'invalid_union' && Array.isArray(issue.errors)) return ofUnion(issue.errors, value, path);
    return [{ path, expected: expectedBy(issue) }];
  });
}

function pathOf(issue: JsonObject): (string | number)[] {
  const path = Array.isArray(issue.path) ? issue.path : [];
  return path.filter((key) => typeof key === 'string' || typeof key === 'number');
}

function expectedBy(issue: JsonObject): string {
  const { code, expected, values, message } = issue;
  if (code === 'invalid_type' && typeof expected === 'string') return KINDS[expected] ?? 'a value';
  if (code === 'invalid_value' && Array.isArray(values)) return oneOf(values);
  if (code === 'too_small' && 'minimum' in issue) return `at least ${String(issue.minimum)}`;
  if (code === 'too_big' && 'maximum' in issue) return `at most ${String(issue.maximum)}`;
  if (code === 'invalid_format' && typeof issue.prefix === 'string') return `text that begins with ${issue.prefix}`;
  if (code === 'invalid_format' && typeof issue.format === 'string') return `text of the format ${issue.format}`;
  if (typeof message === 'string' && /base64/i.test(message)) return 'base64';
  return 'something else';
}

function oneOf(values: readonly unknown[]): string {
  const words = values.slice(0, NAMED).map((value) => String(value));
  if (words.length === 1) return JSON.stringify(values[0]);
  return `one of ${words.join(', ')}${values.length > NAMED ? ' or others' : ''}`;
}

/** The branch whose own kind (its `type`, `method` or `mode`) fits, else all the kinds there are, else the nearest branch. */
function ofUnion(branches: readonly unknown[], value: unknown, path: Path): ShapeProblem[] {
  const read = branches.map((issues) => shapeProblems(Array.isArray(issues) ? issues : [], value, path));
  for (const key of ['type', 'method', 'mode']) {
    const isKind = (problem: ShapeProblem) => problem.path.length === path.length + 1 && problem.path.at(-1) === key;
    const fitting = read.filter((problems) => !problems.some(isKind));
    if (fitting.length === read.length) continue;
    if (fitting.length > 0) return nearest(fitting, value, path);
    const kinds = read.flatMap((problems) => problems.filter(isKind).map(({ expected }) => expected));
    return [{ path: [...path, key], expected: kindsInWords(kinds) }];
  }
  return nearest(read, value, path);
}

function kindsInWords(expected: readonly string[]): string {
  const words = expected.flatMap((text) => text.replace(/^one of /, '').split(', '));
  const kinds = [...new Set(words.map((word) => word.replaceAll('"', '')))];
  return kinds.length === 1 ? JSON.stringify(kinds[0]) : `one of ${kinds.join(', ')}`;
}

/** The branch that is nearest: right in kind at the place itself, without missing members, with the fewest problems. */
function nearest(all: readonly ShapeProblem[][], value: unknown, path: Path): ShapeProblem[] {
  const deeper = all.filter((problems) => problems.every((problem) => problem.path.length > path.length));
  const branches = deeper.length > 0 ? deeper : all;
  const isThere = ({ path: at }: ShapeProblem) => valueAt(value, at) !== undefined;
  const single = branches.flatMap((problems) => (problems.length === 1 ? problems : []));
  if (single.length === branches.length) {
    if (deeper.length === 0) {
      return [{ path, expected: [...new Set(single.map(({ expected }) => expected))].join(' or ') }];
    }
    // Members of which one is wanted, such as the text or the blob of a resource.
    const keys = new Set(single.map((problem) => String(problem.path.at(-1))));
    if (keys.size > 1 && !single.some(isThere)) return [{ path, expected: `one with ${[...keys].join(' or ')}` }];
  }
  const complete = branches.filter((problems) => problems.every(isThere));
  const from = complete.length > 0 ? complete : branches;
  return from.reduce((best, problems) => (problems.length < best.length ? problems : best), from[0] ?? []);
}

function shown(value: unknown): string {
  if (value === undefined) return 'is missing';
  if (value === null) return 'is null';
  if (typeof value === 'string') {
    const text = JSON.stringify(value.length > VALUE_CHARS ? `${value.slice(0, VALUE_CHARS)}…` : value);
    return `is ${text}`;
  }
  if (typeof value !== 'object') return `is ${String(value)}`;
  return Array.isArray(value) ? 'is a list' : 'is an object';
}

function where(path: Path): string {
  const text = path.map((key, at) => (typeof key === 'number' ? `[${key}]` : `${at > 0 ? '.' : ''}${key}`)).join('');
  if (text === '') return 'It';
  return text.length > WHERE_CHARS ? `${text.slice(0, WHERE_CHARS)}…` : text;
}

/** One problem as half a sentence: `tools[0].title is null where text belongs`. */
export function problemText({ path, expected }: ShapeProblem, value: unknown): string {
  const found = valueAt(value, path);
  return `${where(path)} ${shown(found)} where ${expected} belongs`;
}
