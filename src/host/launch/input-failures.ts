import type { ConfigInput } from '#shared/config.ts';
import type { SettingField } from '#shared/fix.ts';
import type { Failure } from '#shared/session.ts';
import { plainLine } from './evidence.ts';

/** A value that `${input:ID}` asks for was not given. `field` is the setting that refers to it. */
export function inputFailure(id: string, input: ConfigInput | undefined, field: SettingField): Failure {
  const title = plainLine(input?.title ?? id);
  const said = input?.description ? ` ${plainLine(input.description)}` : '';
  return {
    rule: 'dx-input',
    title: `A value for "${title}" is needed`,
    why: `The settings of this server refer to it as \${input:${plainLine(id)}}, and it has no value yet.${said}`,
    todo: `Enter a value for "${title}" in the settings of this server.`,
    short: 'A value is needed',
    step: 'config',
    fixes: [{ label: 'Open the settings', action: { do: 'edit', field } }],
  };
}

/** The file of variables cannot be used. `file` is absolute. */
export function envFileFailure(problem: 'missing' | 'no-access' | 'not-a-file' | 'too-large', file: string): Failure {
  const reasons = {
    missing: `There is no file "${file}".`,
    'no-access': `This account may not read "${file}".`,
    'not-a-file': `"${file}" is not a file.`,
    'too-large': `"${file}" is larger than 1 MB, so it is no list of variables.`,
  };
  return {
    rule: 'dx-env-file',
    title: problem === 'missing' ? 'The environment file does not exist' : 'The environment file cannot be read',
    why: `${reasons[problem]} The program was not started, because it would lack its variables.`,
    todo: 'Correct the path of the environment file, or remove it from the settings of this server.',
    short: problem === 'missing' ? 'Environment file missing' : 'Environment file unreadable',
    step: 'config',
    fixes: [{ label: 'Open the settings', action: { do: 'edit', field: 'env' } }],
  };
}
