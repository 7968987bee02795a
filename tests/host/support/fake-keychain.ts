import type { SecretCipher } from '#host/store/secrets-cipher.ts';

/** The keychain of a desktop: reversible, and not readable by eye. */
export function fakeKeychain(over: Partial<SecretCipher> = {}): SecretCipher {
  return {
    in: 'keychain',
    trouble: async () => undefined,
    encrypt: async (value) => ({ data: Buffer.from(`sealed ${value}`).toString('base64') }),
    decrypt: async ({ data }) => {
      const found = /^sealed (.*)$/s.exec(Buffer.from(data, 'base64').toString());
      if (!found) throw new Error('it is not mine');
      return { text: found[1] ?? '', renew: false };
    },
    ...over,
  };
}
