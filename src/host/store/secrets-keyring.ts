import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { messageOf } from '#shared/errors.ts';
import type { SecretCipher } from './secrets-cipher.ts';

/** Texts by account in the keyring of the operating system. Each call rejects after `ms` at the latest. */
export interface Keyring {
  read(account: string, ms: number): Promise<string | undefined>;
  write(account: string, text: string, ms: number): Promise<void>;
  remove(account: string, ms: number): Promise<void>;
}

/** Longest time of the first try, milliseconds. */
const TRY_MS = 2000;
/** A person may have to unlock it first. */
const UNLOCK_MS = 30_000;
const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts with a key that lies in the keyring: one entry there, whatever the number and length of the secrets. Each
 * value names its key, so two hosts that make one at the same time do no harm.
 */
export function createKeyringCipher(keyring: Keyring): SecretCipher {
  return new KeyringCipher(keyring);
}

class KeyGone extends Error {}

class KeyringCipher implements SecretCipher {
  readonly in = 'keyring';
  readonly #keyring: Keyring;
  readonly #keys = new Map<string, Promise<Buffer>>();
  #own: Promise<{ id: string; key: Buffer }> | undefined;

  constructor(keyring: Keyring) {
    this.#keyring = keyring;
  }

  async trouble(): Promise<string | undefined> {
    const account = `probe-${randomBytes(6).toString('hex')}`;
    const until = Date.now() + TRY_MS;
    const left = () => Math.max(1, until - Date.now());
    try {
      await this.#keyring.write(account, account, left());
      const read = await this.#keyring.read(account, left());
      await this.#keyring.remove(account, left());
      return read === account ? undefined : 'it did not give back what was put in';
    } catch (error) {
      return messageOf(error);
    }
  }

  async encrypt(text: string, known?: string) {
    this.#own ??= this.#oldKey(known).then((again) => again ?? this.#newKey());
    // A failure is not kept: the next try may find the keyring unlocked.
    const { id, key } = await this.#own.catch((error: unknown) => {
      this.#own = undefined;
      throw error;
    });
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, nonce);
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return { key: id, data: Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64') };
  }

  async decrypt({ key: id, data }: { key?: string | undefined; data: string }) {
    if (id === undefined) throw new Error('the entry names no key');
    const key = await this.#key(id);
    const bytes = Buffer.from(data, 'base64');
    if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new Error('the entry is damaged');
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const start = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    try {
      return { text: Buffer.concat([start, decipher.final()]).toString('utf8'), renew: false };
    } catch {
      throw new Error('the entry is damaged'); // what OpenSSL says helps nobody
    }
  }

  #key(id: string): Promise<Buffer> {
    const known = this.#keys.get(id);
    if (known) return known;
    const key = this.#keyring.read(`key-${id}`, UNLOCK_MS).then((text) => {
      if (text === undefined) throw new KeyGone('its key is no longer in the keyring');
      return Buffer.from(text, 'base64');
    });
    this.#keys.set(id, key);
    key.catch(() => this.#keys.delete(id));
    return key;
  }

  /** Undefined when the key is gone; rejects when the keyring does not answer. */
  async #oldKey(id: string | undefined): Promise<{ id: string; key: Buffer } | undefined> {
    if (id === undefined) return undefined;
    try {
      return { id, key: await this.#key(id) };
    } catch (error) {
      if (error instanceof KeyGone) return undefined;
      throw error;
    }
  }

  /** Read back before anything is encrypted with it. */
  async #newKey(): Promise<{ id: string; key: Buffer }> {
    const id = randomBytes(6).toString('hex');
    const key = randomBytes(32);
    await this.#keyring.write(`key-${id}`, key.toString('base64'), UNLOCK_MS);
    const read = await this.#key(id);
    if (!read.equals(key)) throw new Error('it did not give back what was put in');
    return { id, key };
  }
}
