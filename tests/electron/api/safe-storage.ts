import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { SafeStorage } from 'electron';
import type { Context } from '../context.ts';
import { strict } from '../strict.ts';

const prefix = Buffer.from('v11');
const nonceLength = 12;
const tagLength = 16;

/**
 * `safeStorage`, old and new API. The key follows from `userData`, so that a secret survives a restart and is useless elsewhere.
 * `ELECTRON_STANDIN_KEYRING=none` in the environment plays a desktop without a keyring.
 */
export function createSafeStorage(context: Context, userData: () => string): SafeStorage {
  const hasKeyring = () => process.env.ELECTRON_STANDIN_KEYRING !== 'none';
  const key = () => createHash('sha256').update(`stand-in ${userData()}`).digest();
  const isEncryptionAvailable = () => context.isReady() && hasKeyring();
  const requireEncryption = (what: string) => {
    if (!isEncryptionAvailable())
      throw new Error(`Error while ${what} the text provided to safeStorage. Encryption is not available.`);
  };
  const encryptString = (plainText: string) => {
    requireEncryption('encrypting');
    const nonce = randomBytes(nonceLength);
    const cipher = createCipheriv('aes-256-gcm', key(), nonce);
    const body = Buffer.concat([cipher.update(plainText, 'utf8'), cipher.final()]);
    return Buffer.concat([prefix, nonce, cipher.getAuthTag(), body]);
  };
  const decryptString = (encrypted: Buffer) => {
    requireEncryption('decrypting');
    const bodyStart = prefix.length + nonceLength + tagLength;
    const decipher = createDecipheriv(
      'aes-256-gcm',
      key(),
      encrypted.subarray(prefix.length, prefix.length + nonceLength),
    );
    decipher.setAuthTag(encrypted.subarray(prefix.length + nonceLength, bodyStart));
    return decipher.update(encrypted.subarray(bodyStart), undefined, 'utf8') + decipher.final('utf8');
  };
  return strict('safeStorage', {
    isEncryptionAvailable,
    encryptString,
    decryptString,
    getSelectedStorageBackend: () => (hasKeyring() ? 'gnome_libsecret' : 'basic_text'),
    setUsePlainTextEncryption: (use: boolean) => context.record('safeStorage.setUsePlainTextEncryption', use),
    isAsyncEncryptionAvailable: async () => isEncryptionAvailable(),
    encryptStringAsync: async (plainText: string) => encryptString(plainText),
    decryptStringAsync: async (encrypted: Buffer) => ({ result: decryptString(encrypted), shouldReEncrypt: false }),
  } satisfies SafeStorage);
}
