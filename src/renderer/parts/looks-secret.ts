import { isSecretName, isSecretValue } from '#shared/secret-names.ts';

/** Whether a variable or header should not be readable by whoever looks at the screen or at a copy of it. */
export function looksSecret({ name, value }: { readonly name: string; readonly value?: unknown }): boolean {
  return isSecretName(name) || (typeof value === 'string' && isSecretValue(value));
}
