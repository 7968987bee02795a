import type { ErrorObject } from 'ajv';
import type { SchemaProblem } from '#shared/contract.ts';
import { pointerPart } from '#shared/json-pointer.ts';

const MAX_PROBLEMS = 100;

const TYPES: Record<string, string> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

/** The errors of a validator as problems for a person, each at the value it is about (a JSON pointer). At most 100. */
export function schemaProblems(errors: readonly ErrorObject[]): SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  const seen = new Set<string>();
  for (const error of withoutBranches(errors)) {
    const mend = mendOf(error);
    const problem = {
      path: pathOf(error),
      message: messageFor(error, errors),
      keyword: error.keyword,
      ...(mend ? { mend } : {}),
    };
    const key = `${problem.path}\n${problem.message}`;
    if (seen.has(key)) continue;
    seen.add(key);
    problems.push(problem);
    if (problems.length === MAX_PROBLEMS) break;
  }
  return problems;
}

/** What mends a problem without a doubt: the nearest number, the only value, or that a key goes. */
function mendOf({ keyword, params }: ErrorObject): SchemaProblem['mend'] {
  switch (keyword) {
    case 'minimum':
    case 'maximum':
      return typeof params.limit === 'number' && Math.abs(params.limit) <= Number.MAX_SAFE_INTEGER
        ? { value: params.limit }
        : undefined;
    case 'const':
      return { value: params.allowedValue };
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return {};
    default:
      return undefined;
  }
}

function isUnion(error: ErrorObject): boolean {
  return error.keyword === 'anyOf' || error.keyword === 'oneOf';
}

function isBranchOf(error: ErrorObject, union: ErrorObject): boolean {
  return (
    error !== union &&
    error.schemaPath.startsWith(`${union.schemaPath}/`) &&
    error.instancePath.startsWith(union.instancePath)
  );
}

/** Each branch of a union complains, and they contradict each other: the union itself says it once. */
function withoutBranches(errors: readonly ErrorObject[]): ErrorObject[] {
  const unions = errors.filter(isUnion);
  return errors.filter((error) => error.keyword !== 'if' && !unions.some((union) => isBranchOf(error, union)));
}

/** What is missing or too much has a place of its own, below the object that the validator names. */
function pathOf({ instancePath, params }: ErrorObject): string {
  const key: unknown = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty;
  if (typeof key !== 'string') return instancePath;
  return instancePath + pointerPart(key);
}

function messageFor(error: ErrorObject, all: readonly ErrorObject[]): string {
  const { keyword, params } = error;
  switch (keyword) {
    case 'required':
      return 'This value is required.';
    case 'dependentRequired':
    case 'dependencies':
      return `This value is required when ${params.property} is given.`;
    case 'type':
      return `Must be ${typeWords([params.type].flat())}.`;
    case 'enum':
      return `Must be one of ${choices(params.allowedValues)}.`;
    case 'const':
      return `Must be ${shown(params.allowedValue)}.`;
    case 'anyOf':
    case 'oneOf':
      return unionMessage(error, all);
    case 'not':
      return 'Has a form that the schema rules out.';
    case 'pattern':
      return `Must match the pattern ${String(params.pattern).slice(0, 200)}`;
    case 'format':
      return `Is not a valid ${params.format}.`;
    case 'additionalProperties':
    case 'unevaluatedProperties':
    case 'propertyNames':
      return 'The schema does not allow this key.';
    case 'multipleOf':
      return `Must be a multiple of ${params.multipleOf}.`;
    case 'uniqueItems':
      return `Entries ${params.j + 1} and ${params.i + 1} are the same.`;
    default:
      return limitMessage(error);
  }
}

function limitMessage({ keyword, params, message }: ErrorObject): string {
  const limit = Number(params.limit);
  switch (keyword) {
    case 'minimum':
      return `Enter ${limit} or more.`;
    case 'maximum':
      return `Enter ${limit} or less.`;
    case 'exclusiveMinimum':
      return `Enter more than ${limit}.`;
    case 'exclusiveMaximum':
      return `Enter less than ${limit}.`;
    case 'minLength':
      return `Enter at least ${counted(limit, 'character')}.`;
    case 'maxLength':
      return `Enter at most ${counted(limit, 'character')}.`;
    case 'minItems':
      return `Needs at least ${counted(limit, 'entry', 'entries')}.`;
    case 'maxItems':
      return `Allows at most ${counted(limit, 'entry', 'entries')}.`;
    case 'minProperties':
      return `Needs at least ${counted(limit, 'key')}.`;
    case 'maxProperties':
      return `Allows at most ${counted(limit, 'key')}.`;
    default:
      return `The schema says: ${message ?? keyword}.`;
  }
}

function unionMessage(union: ErrorObject, all: readonly ErrorObject[]): string {
  if (union.keyword === 'oneOf' && Array.isArray(union.params.passingSchemas)) {
    return 'Fits more than one of the forms of which exactly one is allowed.';
  }
  const branches = all.filter((error) => isBranchOf(error, union) && !isUnion(error));
  const simple = branches.every((error) => error.instancePath === union.instancePath);
  if (simple && branches.length > 0 && branches.every((error) => error.keyword === 'type')) {
    return `Must be ${typeWords(branches.flatMap((error) => error.params.type))}.`;
  }
  if (simple && branches.length > 0 && branches.every((error) => error.keyword === 'const')) {
    return `Must be one of ${choices(branches.map((error) => error.params.allowedValue))}.`;
  }
  return 'Fits none of the forms the schema allows.';
}

function typeWords(types: string[]): string {
  return [...new Set(types)].map((type) => TYPES[type] ?? type).join(' or ');
}

function choices(values: unknown[]): string {
  const some = values.slice(0, 10).map(shown).join(', ');
  return values.length > 10 ? `${some} and ${values.length - 10} more` : some;
}

function shown(value: unknown): string {
  return JSON.stringify(value).slice(0, 100);
}

function counted(count: number, noun: string, plural = `${noun}s`): string {
  return count === 1 ? `1 ${noun}` : `${count} ${plural}`;
}
