import { HostError } from '#shared/errors.ts';
import type { Failure } from '#shared/session.ts';

/** A secret is stored but cannot be read here. */
export class SecretUnreadable extends HostError {
  readonly failure: Failure;

  constructor(name: string, why: string, todo: string) {
    const title = `The secret "${name}" cannot be read here`;
    super('IO', `${title}. ${why} ${todo}`);
    this.failure = { rule: 'dx-secret', title, why, todo, short: 'Secret not readable' };
  }
}

/** The desktop app and the command line encrypt with keys of their own, which the other one cannot get. */
export function keptElsewhere(name: string, kept: 'keychain' | 'keyring'): SecretUnreadable {
  const [why, there] =
    kept === 'keychain'
      ? ['It is kept in the keychain of the desktop app, which nothing else can open.', 'in the desktop app']
      : [
          'It is kept with a key of the keyring, which only the command line and "wirebench serve" use.',
          'with the command line or "wirebench serve"',
        ];
  return new SecretUnreadable(name, why, `Start the server ${there}, or enter the value again in its settings here.`);
}
