import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { EraChoice } from '#shared/config.ts';
import { messageOf } from '#shared/errors.ts';
import { UsageError } from '../usage.ts';
import { type AnswerPolicy, elicitPolicy } from './answer-policy.ts';

const text = { type: 'string' } as const;
const list = { type: 'string', multiple: true } as const;
const flag = { type: 'boolean', default: false } as const;

const OPTIONS = {
  server: text,
  config: text,
  url: text,
  transport: text,
  'header-file': text,
  'header-env': list,
  env: list,
  'env-file': text,
  'inherit-env': flag,
  arg: list,
  args: text,
  era: text,
  elicit: text,
  sample: text,
  roots: list,
  profile: text,
  timeout: text,
  trace: flag,
  yes: flag,
  format: text,
  events: text,
  for: text,
  'data-dir': text,
  quiet: flag,
  'no-color': flag,
} as const;

const FORMATS = ['text', 'json', 'jsonl'] as const;
export type Format = (typeof FORMATS)[number];

type Values = ReturnType<typeof parse>['values'];

/** The command line after the command's name, checked as far as it can be without a server. */
export interface HeadlessOptions {
  /** What stands before the options: the command's own arguments. */
  own: string[];
  /** What stands after `--`: program and arguments of a server. */
  program: string[] | undefined;
  values: Values;
  format: Format;
  era: string | undefined;
  /** Limit for connecting and for each request, milliseconds; 0 means none. */
  timeoutMs: number | undefined;
  /** How long `watch` runs, milliseconds. */
  forMs: number | undefined;
  policy: AnswerPolicy;
}

function parse(args: string[]) {
  return parseArgs({ args, options: OPTIONS, allowPositionals: true });
}

/** `20`, `20s`, `1.5m` or `500ms` in milliseconds; a plain number is seconds. Throws UsageError. */
export function durationOf(value: string | undefined, option: string): number | undefined {
  if (value === undefined) return undefined;
  const found = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(value);
  if (!found) throw new UsageError(`${option} takes seconds such as 20, or 500ms, 20s or 2m, not "${value}".`);
  const factor = { ms: 1, s: 1000, m: 60_000 }[found[2] ?? 's'] ?? 1000;
  return Math.round(Number(found[1]) * factor);
}

function oneOf<T extends string>(known: readonly T[], value: string, option: string): T {
  const found = known.find((one) => one === value);
  if (found === undefined) throw new UsageError(`${option} takes ${known.join(', ')}, not "${value}".`);
  return found;
}

function eraOf(value: string | undefined): string | undefined {
  if (value !== undefined && !EraChoice.safeParse(value).success) {
    throw new UsageError(`--era takes auto, legacy, modern or a version such as 2025-11-25, not "${value}".`);
  }
  return value;
}

/** Reads the command line. Throws UsageError, or what parseArgs throws. */
export function readOptions(args: string[]): HeadlessOptions {
  const end = args.indexOf('--');
  const program = end < 0 ? undefined : args.slice(end + 1);
  const { values, positionals } = parse(end < 0 ? args : args.slice(0, end));
  if (program?.length === 0) throw new UsageError('Put the command of a server after --.');
  const { sample, yes } = values;
  return {
    own: positionals,
    program,
    values,
    format: oneOf(FORMATS, values.format ?? 'text', '--format'),
    era: eraOf(values.era),
    timeoutMs: durationOf(values.timeout, '--timeout'),
    forMs: durationOf(values.for, '--for'),
    policy: { elicit: elicitPolicy(values.elicit), sample: sample === 'decline' ? undefined : sample, yes },
  };
}

/** A file named on the command line; `-` is standard input. Throws UsageError. */
export function readTextFile(path: string, what: string): string {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8');
  } catch (error) {
    throw new UsageError(`${what} "${path}" cannot be read: ${messageOf(error)}`);
  }
}
