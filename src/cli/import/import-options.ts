import { parseArgs } from 'node:util';
import { UsageError } from '../usage.ts';

const text = { type: 'string' } as const;
const list = { type: 'string', multiple: true } as const;
const flag = { type: 'boolean', default: false } as const;
const OPTIONS = {
  scan: flag,
  server: list,
  yes: flag,
  input: list,
  'input-env': list,
  format: text,
  'data-dir': text,
  quiet: flag,
  'no-color': flag,
} as const;

/** The command line of `wirebench import`. */
export interface ImportOptions {
  /** The file to read; undefined means to look for those of other clients. */
  file: string | undefined;
  /** Names of the servers to add. */
  servers: readonly string[];
  /** Add all of them. */
  yes: boolean;
  /** Answers by id; several for one that takes several. */
  answers: ReadonlyMap<string, string[]>;
  /** Ids whose answer may be a secret, as it does not stand on the command line. */
  fromEnv: ReadonlySet<string>;
  format: 'text' | 'json';
  dataDir: string | undefined;
  quiet: boolean;
  noColor: boolean;
}

/** Reads the command line. Throws UsageError, or what parseArgs throws. */
export function importOptions(args: string[], env: Readonly<Record<string, string | undefined>>): ImportOptions {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  const [file, ...more] = positionals;
  if (more.length > 0) throw new UsageError('import reads one file. Call it once for each.');
  if (file !== undefined && values.scan) throw new UsageError('import takes a FILE or --scan, not both.');
  if (file === undefined && !values.scan) throw new UsageError('Say what to import: a FILE, or --scan.');
  const { format = 'text' } = values;
  if (format !== 'text' && format !== 'json') throw new UsageError(`--format takes text or json, not "${format}".`);
  const answers = new Map<string, string[]>();
  for (const one of values.input ?? []) {
    const [id, value] = pairOf(one, '--input ID=VALUE');
    answers.set(id, [...(answers.get(id) ?? []), value]);
  }
  const fromEnv = new Set<string>();
  for (const one of values['input-env'] ?? []) {
    const [id, name] = pairOf(one, '--input-env ID=VARIABLE');
    const value = env[name];
    if (value === undefined || value === '')
      throw new UsageError(`--input-env ${id}: the variable ${name} is not set.`);
    answers.set(id, [...(answers.get(id) ?? []), value]);
    fromEnv.add(id);
  }
  return {
    file,
    servers: values.server ?? [],
    yes: values.yes,
    answers,
    fromEnv,
    format,
    dataDir: values['data-dir'],
    quiet: values.quiet,
    noColor: values['no-color'],
  };
}

function pairOf(given: string, form: string): [string, string] {
  const at = given.indexOf('=');
  if (at < 1) throw new UsageError(`${form} is missing a name or an equals sign in "${given.split('=')[0]}".`);
  return [given.slice(0, at), given.slice(at + 1)];
}
