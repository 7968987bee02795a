import type { ConfigInput } from '#shared/config.ts';
import { isObject, type JsonObject } from '#shared/json.ts';
import type { Warning } from './endpoint-warnings.ts';
import type { InputSet } from './input-set.ts';
import { field, filledValue, inputOf, textField } from './server-json-inputs.ts';

/** What the readers of one package write to. */
export interface PackageNotes {
  inputs: InputSet;
  warnings: Warning[];
}

/** Options of package runners that stand alone. */
const SWITCHES =
  /^(?:-[ityqd]+|--(?:yes|rm|interactive|tty|init|quiet|prerelease|refresh|isolated|no-cache|privileged))$/;
/** Keys that say that an argument has a value. */
const VALUE_KEYS = ['value', 'default', 'choices', 'valueHint', 'placeholder', 'isSecret', 'variables'];

/** The arguments of server.json as an argv, with references for what has to be asked. `forRunner`: they are `runtimeArguments`. */
export function argumentsOf(list: readonly unknown[], notes: PackageNotes, forRunner = false): string[] {
  return list.flatMap((given, at) => {
    if (typeof given === 'string') return [given];
    if (!isObject(given)) return [];
    const name = textField(given, 'name');
    // `--a=b` and `--a b` are both found in names.
    return name === undefined || given.type === 'positional'
      ? positional(given, at, notes)
      : named({ given, name, forRunner }, notes);
  });
}

function isRepeated(given: JsonObject): boolean {
  return field(given, 'isRepeated') === true;
}

function fixedValue(given: JsonObject, { inputs }: PackageNotes): string | undefined {
  const { value } = given;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? filledValue(value, given, inputs) : undefined;
}

function positional(given: JsonObject, at: number, notes: PackageNotes): string[] {
  const hint = textField(given, 'valueHint') ?? textField(given, 'name') ?? `argument ${at + 1}`;
  const value = fixedValue(given, notes);
  if (value !== undefined) {
    if (isRepeated(given) && value.includes('${input:')) notes.warnings.push(repeated(hint));
    return [value];
  }
  const input: ConfigInput = { ...inputOf(given, hint), ...(isRepeated(given) && { multiple: true }) };
  return [notes.inputs.add(hint, input)];
}

interface Named {
  given: JsonObject;
  name: string;
  forRunner: boolean;
}

function named({ given, name, forRunner }: Named, notes: PackageNotes): string[] {
  const value = fixedValue(given, notes);
  if (value === '') return [name];
  if (value === undefined && isSwitch({ given, name, forRunner })) return [name];
  if (isRepeated(given)) notes.warnings.push(repeated(name));
  if (value !== undefined) return joined(name, value);
  const input = inputOf(given, textField(given, 'valueHint') ?? name);
  // Its name would stay on the command line without a value.
  if (!input.required && input.default === undefined) {
    notes.warnings.push(leftOut(name, input.description));
    return [];
  }
  if (input.kind === 'boolean' && VALUE_KEYS.every((key) => key === 'default' || field(given, key) === undefined)) {
    if (input.default !== 'false') return [name];
    notes.warnings.push(leftOut(name, input.description));
    return [];
  }
  return joined(name, notes.inputs.add(name.replace(/^-+/, ''), input));
}

function isSwitch({ given, name, forRunner }: Named): boolean {
  if (VALUE_KEYS.some((key) => field(given, key) !== undefined)) return false;
  return forRunner && (SWITCHES.test(name) || field(given, 'isRequired') !== true);
}

function joined(name: string, value: string): string[] {
  return name.endsWith('=') ? [`${name}${value}`] : [name, value];
}

function repeated(name: string): Warning {
  const text = `${name.slice(0, 200)} may be given several times. It is given once here; add the others to the arguments.`;
  return { code: 'repeated', text };
}

function leftOut(name: string, description: string | undefined): Warning {
  const said = description === undefined ? '' : ` (${description.slice(0, 300)})`;
  const text = `${name.slice(0, 200)}${said} is optional and left out. Add it to the arguments where you need it.`;
  return { code: 'optional-argument', text };
}
