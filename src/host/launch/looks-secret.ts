import { isSecretName, isSecretValue } from '#shared/secret-names.ts';

/** Shorter values that are only named like secrets are more likely words such as `none`, which logs are full of. */
export const SURE_SECRET = 8;

/** Whether a variable that nobody marked as secret looks like one. */
export function looksSecret(name: string, value: string): boolean {
  if (value === '') return false;
  return (isSecretName(name) && !/^(?:OLD)?PWD$/.test(name)) || isSecretValue(value);
}
