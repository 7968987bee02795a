import type { ConfigInput } from '#shared/config.ts';
import { arrayAt, isObject, type JsonObject, objectAt } from '#shared/json.ts';
import type { InputSet } from './input-set.ts';

/** Longest description that is shown, in characters. */
const MAX_TEXT = 1000;

/** A value by its camelCase name, or by the snake_case one of older files. */
export function field(value: unknown, name: string): unknown {
  if (!isObject(value)) return undefined;
  return value[name] ?? value[snake(name)];
}

/** The older spelling of a name: `isRequired` was `is_required`. */
export function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** As `field`; undefined when it is anything but a text with characters. */
export function textField(value: unknown, name: string): string | undefined {
  const found = field(value, name);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

/** As `field`; empty when it is anything but a list. */
export function listField(value: unknown, name: string): unknown[] {
  const found = field(value, name);
  return Array.isArray(found) ? found : [];
}

function scalar(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** What a person is asked for by an `Input` of server.json. */
export function inputOf(given: JsonObject, title: string): ConfigInput {
  const choices = arrayAt(given, 'choices')
    .map(scalar)
    .filter((choice) => choice !== undefined);
  const description = textField(given, 'description')?.slice(0, MAX_TEXT);
  const placeholder = textField(given, 'placeholder')?.slice(0, 200);
  const shown =
    placeholder === undefined ? description : [description, `For example ${placeholder}`].filter(Boolean).join(' ');
  const fallback = scalar(given.default);
  return {
    title: title.slice(0, 200),
    ...(shown && { description: shown }),
    kind: choices.length > 0 ? 'choice' : kindOf(textField(given, 'format')),
    secret: field(given, 'isSecret') === true,
    required: field(given, 'isRequired') === true,
    ...(choices.length > 0 && { choices: choices.slice(0, 1000) }),
    ...(fallback !== undefined && fallback !== '' && { default: fallback }),
  };
}

function kindOf(format: string | undefined): ConfigInput['kind'] {
  switch (format) {
    case 'number':
    case 'boolean':
      return format;
    case 'filepath':
    case 'file_path':
      return 'file';
    default:
      return 'text';
  }
}

/**
 * A written value with its `{variables}` as references. Only those that are described count, as a brace may be part of
 * the value; with `all` every `{name}` does.
 */
export function filledValue(value: string, holder: JsonObject, inputs: InputSet, all = false): string {
  const variables = objectAt(holder, 'variables') ?? {};
  return value.replace(/(\$?)\{([A-Za-z_][\w.-]*)\}/g, (whole, dollar: string, name: string) => {
    const described = Object.hasOwn(variables, name) && isObject(variables[name]) ? variables[name] : undefined;
    if (dollar !== '' || (!described && !all)) return whole;
    // What is part of a longer text cannot be left out of it.
    const given = described ?? { isRequired: true };
    const fixed = described && scalar(described.value);
    return fixed ?? inputs.add(name, inputOf(given, name));
  });
}

/** The value of a variable or header: as it is written, or a reference to what has to be asked. */
function settingOf(given: JsonObject, name: string, inputs: InputSet): string {
  const value = scalar(given.value);
  return value === undefined ? inputs.add(name, inputOf(given, name)) : filledValue(value, given, inputs);
}

/** Name and value of each variable or header of a list; entries without a name are left out. */
export function settingsOf(list: readonly unknown[], inputs: InputSet): [string, string][] {
  return list.flatMap((given): [string, string][] => {
    const name = textField(given, 'name');
    return name === undefined || !isObject(given) ? [] : [[name, settingOf(given, name, inputs)]];
  });
}
