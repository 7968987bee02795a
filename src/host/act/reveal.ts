import { HostError } from '#shared/errors.ts';

const PLACEHOLDER = /\{\{(secret|hidden):([^}]*)\}\}/g;

/**
 * JSON text out of a log with the values of secrets in place of their marks. `secret` knows the secrets of the session
 * that gets it. Throws REFUSED for a mark without a value: what was hidden is nowhere, and no server gets the secrets
 * of another one.
 */
export function revealed(text: string, secret: (name: string) => string | undefined): string {
  return text.replace(PLACEHOLDER, (_mark, kind: string, name: string) => {
    const value = kind === 'secret' ? secret(name) : undefined;
    if (value !== undefined) return JSON.stringify(value).slice(1, -1);
    const why =
      kind === 'secret'
        ? `It holds the secret “${name}”, which this server does not have.`
        : 'It holds a value that was hidden in the log and is kept nowhere.';
    throw new HostError('REFUSED', `The request cannot be sent as it is. ${why} Edit it and write the value yourself.`);
  });
}
