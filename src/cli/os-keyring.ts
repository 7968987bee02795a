import { join } from 'node:path';
import type { SecretCipher } from '#host/store/secrets-cipher.ts';
import { createKeyringCipher } from '#host/store/secrets-keyring.ts';
import { createKeyringChild } from '#host/store/secrets-keyring-child.ts';

/** The keyring of the operating system, not touched before a secret needs it. `folder` holds the built entries. */
export function osKeyring(folder: string, env: NodeJS.ProcessEnv): SecretCipher | undefined {
  if (env.WIREBENCH_SECRETS === 'file') return undefined;
  return createKeyringCipher(createKeyringChild(join(folder, 'keyring.js')));
}
