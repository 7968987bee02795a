import { messageOf } from '#shared/errors.ts';
import { isJsonObject, parseJson, writeJson } from '#shared/exact-json.ts';
import type { JsonObject } from '#shared/json.ts';
import { isSecretName } from '#shared/secret-names.ts';
import { UsageError } from '../usage.ts';
import { readTextFile } from './options.ts';

/** Splits `key=value` at the first equals sign. Throws UsageError. */
function pairOf(text: string, option: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError(`${option} takes NAME=VALUE, not "${text}".`);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** What a value on the command line means: JSON where it is JSON, else the text itself. */
function coerced(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text; // not JSON, so it is meant as it stands
  }
}

function jsonArguments(given: string | undefined): JsonObject {
  if (given === undefined) return {};
  const file = given.startsWith('@') ? given.slice(1) : undefined;
  let value: unknown;
  try {
    value = parseJson(file === undefined ? given : readTextFile(file, 'The file of --args'));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`The JSON of --args cannot be read: ${messageOf(error)}`);
  }
  if (!isJsonObject(value))
    throw new UsageError('--args takes a JSON object, such as {"city":"Oslo"}, or @FILE with one.');
  return value;
}

type Given = { arg?: string[] | undefined; args?: string | undefined };

/** Arguments of --args and --arg; the latter win, and their values are JSON where they can be. Throws UsageError. */
export function argumentsOf({ arg = [], args }: Given): JsonObject {
  const pairs = arg.map((text) => {
    const [name, value] = pairOf(text, '--arg');
    return [name, coerced(value)] as const;
  });
  return { ...jsonArguments(args), ...Object.fromEntries(pairs) };
}

/** The same for prompts, whose arguments are text. */
export function textArgumentsOf({ arg = [], args }: Given): Record<string, string> {
  const json = Object.entries(jsonArguments(args)).map(([name, value]) => {
    return [name, typeof value === 'string' ? value : writeJson(value)] as const;
  });
  return Object.fromEntries([...json, ...arg.map((text) => pairOf(text, '--arg'))]);
}

/** Headers from a file of `Name: value` lines and from variables named as `Name=VARIABLE`. Throws UsageError. */
export function headersOf(file: string | undefined, fromEnv: readonly string[]): [name: string, value: string][] {
  const lines = file === undefined ? [] : readTextFile(file, 'The file of --header-file').split(/\r?\n/);
  const headers = lines
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line): [string, string] => {
      const at = line.indexOf(':');
      // The line is not repeated: it may be a secret that stands alone.
      if (at < 1)
        throw new UsageError('--header-file takes lines such as "Authorization: Bearer …". One has no colon.');
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    });
  for (const text of fromEnv) {
    const [name, variable] = pairOf(text, '--header-env');
    headers.push([name, ownVariable(variable, '--header-env')]);
  }
  return headers;
}

/** Variables of a server: lines `NAME=value` of a file, and names that are taken over from this process. Throws UsageError. */
export function variablesOf(file: string | undefined, names: readonly string[]): [name: string, value: string][] {
  const lines = file === undefined ? [] : readTextFile(file, 'The file of --env-file').split(/\r?\n/);
  const pairs = lines
    .map((line) => line.trim().replace(/^export\s+/, ''))
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line): [string, string] => {
      const at = line.indexOf('=');
      if (at < 1) throw new UsageError('--env-file takes lines such as NAME=value. One has no equals sign.');
      return [line.slice(0, at).trim(), unquoted(line.slice(at + 1).trim())];
    });
  return [...pairs, ...names.map((name): [string, string] => [name, ownVariable(name, '--env')])];
}

function unquoted(text: string): string {
  const found = /^(["'])(.*)\1$/s.exec(text);
  return found?.[2] ?? text;
}

function ownVariable(name: string, option: string): string {
  const value = process.env[name];
  if (value === undefined)
    throw new UsageError(`${option} names the variable "${name.slice(0, 80)}", which is not set.`);
  return value;
}

/** `true`, `off`, `stdio`, `3000` of a variable not named like a secret: replacing them everywhere would garble the log. */
export function isModeWord(name: string, value: string): boolean {
  return (
    !isSecretName(name) &&
    /^(?:\d{1,5}|true|false|yes|no|on|off|none|stdio|http|sse|debug|info|production|development)$/i.test(value)
  );
}
