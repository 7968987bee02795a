import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { SchemaProblem } from '#shared/contract.ts';
import { messageOf } from '#shared/errors.ts';
import { isObject, type JsonObject } from '#shared/json.ts';
import { schemaProblems } from './schema-problems.ts';

/** The outcome of one check. Not `checked` means that nothing is known of the value; `note` says why. */
export interface SchemaCheck {
  checked: boolean;
  problems: SchemaProblem[];
  note?: string;
}

type Dialect = '2020-12' | '2019-09' | 'draft-07';

// Patterns are written for many languages; one that is only valid without the u flag is still a pattern.
const lenientRegExp = Object.assign(
  (pattern: string, flags: string): RegExp => {
    try {
      return new RegExp(pattern, flags);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return new RegExp(pattern);
    }
  },
  { code: 'new RegExp' },
);

const OPTIONS = {
  strict: false,
  allErrors: true,
  logger: false,
  // Without it a property named `constructor` counts as given on every object.
  ownProperties: true,
  code: { regExp: lenientRegExp },
} as const;

/** Checks one value against one schema. Never throws and never loads anything: a remote `$ref` is named, not fetched. */
export type SchemaChecker = (schema: unknown, value: unknown) => SchemaCheck;

/** A schema made ready for any number of values. `unusable` says why no value can be checked against it. */
export interface CompiledSchema {
  unusable?: string;
  check(value: unknown): SchemaCheck;
}

/** A checker for the dialects 2020-12 (when none is named), 2019-09 and draft-07. It keeps one validator for each. */
export function createSchemaChecker(): SchemaChecker {
  const compile = createSchemaCompiler();
  return (schema, value) => compile(schema).check(value);
}

/** As `createSchemaChecker`, for schemas that are used more than once. Never throws. */
export function createSchemaCompiler(): (schema: unknown) => CompiledSchema {
  const validators = new Map<Dialect, Ajv>();
  const validatorOf = (dialect: Dialect): Ajv => {
    const known = validators.get(dialect);
    if (known) return known;
    const made = makeValidator(dialect);
    addFormats.default(made);
    validators.set(dialect, made);
    return made;
  };
  return (schema) => {
    if (typeof schema !== 'boolean' && !isObject(schema))
      return unusable('the schema is neither an object nor true or false.');
    const named = isObject(schema) ? schema.$schema : undefined;
    const dialect = dialectOf(named);
    if (!dialect) {
      const shown = typeof named === 'string' ? named : JSON.stringify(named);
      return unusable(
        `the schema names the dialect “${shown.slice(0, 200)}”. This app knows 2020-12, 2019-09 and draft-07.`,
      );
    }
    const validator = validatorOf(dialect);
    const body = typeof schema === 'boolean' ? { allOf: [schema] } : withoutDialect(schema);
    // A schema without an id is found by a reference to its root, `#`, only while it is known as the one without.
    validator.opts.addUsedSchema = typeof body.$id !== 'string' || /^#?$/.test(body.$id);
    try {
      return usable(validator.compile(body));
    } catch (error) {
      return unusable(reasonOf(error));
    } finally {
      delete validator.refs[''];
      // By its id it could take a schema of the validator itself along.
      delete body.$id;
      validator.removeSchema(body);
    }
  };
}

function usable(validate: ValidateFunction): CompiledSchema {
  return {
    check: (value) => {
      try {
        return { checked: true, problems: validate(value) === true ? [] : schemaProblems(validate.errors ?? []) };
      } catch (error) {
        return notChecked(reasonOf(error));
      }
    },
  };
}

function unusable(reason: string): CompiledSchema {
  return { unusable: reason, check: () => notChecked(reason) };
}

function makeValidator(dialect: Dialect): Ajv {
  switch (dialect) {
    case '2020-12':
      return new Ajv2020(OPTIONS);
    case '2019-09':
      return new Ajv2019(OPTIONS);
    case 'draft-07':
      return new Ajv(OPTIONS);
  }
}

function dialectOf(named: unknown): Dialect | undefined {
  if (named === undefined) return '2020-12';
  if (typeof named !== 'string') return undefined;
  switch (named.replace(/^https?:\/\//, '').replace(/#$/, '')) {
    case 'json-schema.org/draft/2020-12/schema':
      return '2020-12';
    case 'json-schema.org/draft/2019-09/schema':
      return '2019-09';
    case 'json-schema.org/draft-07/schema':
      return 'draft-07';
    default:
      return undefined;
  }
}

/** The dialect is chosen already, and spellings such as https for draft-07 are unknown to the validator. */
function withoutDialect({ $schema: _dialect, ...schema }: JsonObject): JsonObject {
  return schema;
}

function notChecked(reason: string): SchemaCheck {
  return { checked: false, problems: [], note: `Not checked: ${reason}` };
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && 'missingRef' in error && typeof error.missingRef === 'string') {
    const ref = error.missingRef.slice(0, 200);
    return /^[a-z]+:/i.test(ref)
      ? `the schema points to ${ref}, which this app does not fetch.`
      : `the schema points to ${ref}, which it does not contain.`;
  }
  if (error instanceof RangeError) return 'the schema or the value is nested too deep.';
  return `the schema itself is not valid. ${messageOf(error).slice(0, 300)}`;
}
