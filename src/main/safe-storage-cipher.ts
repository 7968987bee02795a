import type { SafeStorage } from 'electron';
import type { SecretCipher } from '#host/store/secrets-cipher.ts';
import { messageOf } from '#shared/errors.ts';

/** The keychain by way of Electron; usable once the app is ready. */
export function createSafeStorageCipher(
  storage: Pick<
    SafeStorage,
    'isAsyncEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptStringAsync' | 'decryptStringAsync'
  >,
  platform: NodeJS.Platform,
): SecretCipher {
  return {
    in: 'keychain',
    trouble: async () => {
      try {
        if (!(await storage.isAsyncEncryptionAvailable())) return 'the system offers none, or it is locked';
        // Without a keyring Electron encrypts with a key that everybody knows.
        const open = platform === 'linux' && ['basic_text', 'unknown'].includes(storage.getSelectedStorageBackend());
        return open ? 'this desktop has no keyring' : undefined;
      } catch (error) {
        return messageOf(error);
      }
    },
    encrypt: async (text) => ({ data: (await storage.encryptStringAsync(text)).toString('base64') }),
    decrypt: async ({ data }) => {
      const { result, shouldReEncrypt } = await storage.decryptStringAsync(Buffer.from(data, 'base64'));
      return { text: result, renew: shouldReEncrypt };
    },
  };
}
