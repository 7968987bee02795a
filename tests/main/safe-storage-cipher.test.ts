import { describe, expect, test } from 'vitest';
import { createSafeStorageCipher } from '../../src/main/safe-storage-cipher.ts';

type Storage = Parameters<typeof createSafeStorageCipher>[0];

const storage = (over: Partial<Storage> = {}): Storage => ({
  isAsyncEncryptionAvailable: async () => true,
  getSelectedStorageBackend: () => 'gnome_libsecret',
  encryptStringAsync: async (text) => Buffer.from(text).reverse(),
  decryptStringAsync: async (bytes) => ({ result: Buffer.from(bytes).reverse().toString(), shouldReEncrypt: true }),
  ...over,
});

describe('safeStorage as a keychain', () => {
  test('encrypts to base64 and back, and passes on that the key has changed', async () => {
    const cipher = createSafeStorageCipher(storage(), 'linux');
    expect(await cipher.trouble()).toBeUndefined();
    const sealed = await cipher.encrypt('abc');
    expect(sealed).toEqual({ data: Buffer.from('cba').toString('base64') });
    expect(await cipher.decrypt(sealed)).toEqual({ text: 'abc', renew: true });
  });

  test('a key that everybody knows is no keychain', async () => {
    for (const backend of ['basic_text', 'unknown'] as const) {
      const open = storage({ getSelectedStorageBackend: () => backend });
      expect(await createSafeStorageCipher(open, 'linux').trouble()).toBe('this desktop has no keyring');
    }
  });

  test('other systems are not asked for a backend they do not have', async () => {
    const getSelectedStorageBackend = () => {
      throw new Error('only on Linux');
    };
    expect(await createSafeStorageCipher(storage({ getSelectedStorageBackend }), 'darwin').trouble()).toBeUndefined();
    expect(await createSafeStorageCipher(storage({ getSelectedStorageBackend }), 'linux').trouble()).toBe(
      'only on Linux',
    );
    const none = storage({ isAsyncEncryptionAvailable: async () => false });
    expect(await createSafeStorageCipher(none, 'darwin').trouble()).toBe('the system offers none, or it is locked');
  });
});
