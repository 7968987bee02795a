import { join } from 'node:path';
import { z } from 'zod';
import type { SecretPlace } from '#shared/contract.ts';
import { HostError, messageOf } from '#shared/errors.ts';
import { createJsonFile, type JsonFile } from './json-file.ts';
import type { SecretCipher } from './secrets-cipher.ts';
import { keptElsewhere, SecretUnreadable } from './secrets-unreadable.ts';

/** Values behind SecretRefs, by name. Everything is asynchronous, because a keychain is. */
export interface SecretStore {
  /** Undefined when there is none of this name. Rejects with SecretUnreadable when it is there but not for this shell. */
  get(name: string): Promise<string | undefined>;
  /** Rejects with IO, also when the keychain that worked before fails now: nothing falls back to plain text then. */
  set(name: string, value: string): Promise<void>;
  /** Needs no keychain. */
  delete(name: string): Promise<void>;
  /** Sorted; those that cannot be read here too. */
  names(): Promise<string[]>;
  /** Where a new secret goes. The first call tries the keychain, which takes up to two seconds. */
  place(): Promise<SecretPlace>;
}

export interface SecretStoreOptions {
  dataDir: string;
  /** Absent: this shell has no keychain, and the values are plain text. */
  cipher?: SecretCipher | undefined;
  onProblem(problem: HostError): void;
  /** Told once, when a secret was written as plain text. */
  onPlain?(text: string): void;
}

// Entries of a later version stay as they are, so each is looked at only when it is asked for.
const File = z.looseObject({ format: z.literal(1), secrets: z.record(z.string(), z.unknown()) });
type File = z.infer<typeof File>;

const SealedEntry = z.object({ in: z.enum(['keychain', 'keyring']), data: z.string(), key: z.string().optional() });
type SealedEntry = z.infer<typeof SealedEntry>;

/**
 * Secrets in secrets.json of the data folder, mode 0600: encrypted where the operating system has a keychain that
 * works, else as plain text. Entries of both kinds may stand side by side.
 */
export function createSecretStore(options: SecretStoreOptions): SecretStore {
  return new SecretFile(options);
}

class SecretFile implements SecretStore {
  readonly #options: SecretStoreOptions;
  readonly #path: string;
  readonly #file: JsonFile<File>;
  #tried: Promise<string | undefined> | undefined;
  #toldPlain = false;

  constructor(options: SecretStoreOptions) {
    this.#options = options;
    this.#path = join(options.dataDir, 'secrets.json');
    this.#file = createJsonFile<File>({
      path: this.#path,
      schema: File,
      empty: () => ({ format: 1, secrets: {} }),
      onProblem: options.onProblem,
    });
  }

  async get(name: string): Promise<string | undefined> {
    const entry = (await this.#entries()).get(name);
    if (entry === undefined || typeof entry === 'string') return entry;
    const sealed = SealedEntry.safeParse(entry);
    if (!sealed.success) {
      const why = `Its entry in "${this.#path}" is of a kind this version does not know. It was not changed.`;
      throw new SecretUnreadable(name, why, 'Update this app, or enter the value again in the settings of the server.');
    }
    return this.#open(name, sealed.data);
  }

  async set(name: string, value: string): Promise<void> {
    const { cipher } = this.#options;
    if (!cipher || (await this.#trouble()) !== undefined) {
      await this.#change((entries) => entries.set(name, value));
      await this.#sayPlain();
      return;
    }
    const entry = await this.#seal(cipher, value).catch((error: unknown) => {
      const text = `The secret "${name}" was not saved: ${messageOf(error)}. Unlock the ${cipher.in} and try again.`;
      throw new HostError('IO', text);
    });
    await this.#change((entries) => entries.set(name, entry));
  }

  async delete(name: string): Promise<void> {
    await this.#change((entries) => entries.delete(name));
  }

  async names(): Promise<string[]> {
    return [...(await this.#entries()).keys()].sort();
  }

  async place(): Promise<SecretPlace> {
    const { cipher } = this.#options;
    const trouble = await this.#trouble();
    if (!cipher || trouble !== undefined) {
      const why = trouble === undefined ? '' : ` The ${cipher?.in} is not used: ${trouble}.`;
      const text = `Secrets are kept as plain text in "${this.#path}", a file that only this account can read.${why}`;
      return { in: 'file', text };
    }
    const text = `Secrets are encrypted with the ${cipher.in} of this computer.${plainNote(await this.#entries())}`;
    return { in: cipher.in, text };
  }

  /** Tried once per process. */
  #trouble(): Promise<string | undefined> {
    this.#tried ??= this.#options.cipher?.trouble() ?? Promise.resolve(undefined);
    return this.#tried;
  }

  async #seal(cipher: SecretCipher, value: string): Promise<SealedEntry> {
    const others = [...(await this.#entries()).values()].map((entry) => SealedEntry.safeParse(entry).data);
    const { data, key } = await cipher.encrypt(value, others.find((entry) => entry?.in === cipher.in)?.key);
    return { in: cipher.in, data, ...(key === undefined ? {} : { key }) };
  }

  async #open(name: string, entry: SealedEntry): Promise<string> {
    const { cipher, onProblem } = this.#options;
    if (!cipher || cipher.in !== entry.in) throw keptElsewhere(name, entry.in);
    // Not asked whether it works: a keychain that was locked when it was tried may be open by now.
    const { text, renew } = await cipher.decrypt(entry).catch((error: unknown) => {
      const why = `It lies encrypted in "${this.#path}", and the ${entry.in} did not open it: ${messageOf(error)}. The file was not changed.`;
      const todo = `Unlock the ${entry.in} and start again, or enter the value again in the settings of the server.`;
      throw new SecretUnreadable(name, why, todo);
    });
    if (renew) {
      await this.#renew(cipher, name, { entry, text }).catch((error: unknown) =>
        onProblem(new HostError('IO', `The secret "${name}" was not encrypted again: ${messageOf(error)}.`)),
      );
    }
    return text;
  }

  async #renew(cipher: SecretCipher, name: string, old: { entry: SealedEntry; text: string }): Promise<void> {
    const fresh = await this.#seal(cipher, old.text);
    await this.#change((entries) => {
      const now = SealedEntry.safeParse(entries.get(name));
      // Another host may have changed it meanwhile.
      if (now.success && now.data.data === old.entry.data) entries.set(name, fresh);
    });
  }

  async #sayPlain(): Promise<void> {
    if (this.#toldPlain) return;
    this.#toldPlain = true;
    this.#options.onPlain?.((await this.place()).text);
  }

  async #entries(): Promise<Map<string, unknown>> {
    return new Map(Object.entries((await this.#file.read()).secrets));
  }

  async #change(fn: (entries: Map<string, unknown>) => unknown): Promise<void> {
    await this.#file.update((value) => {
      const entries = new Map(Object.entries(value.secrets));
      fn(entries);
      return { ...value, secrets: Object.fromEntries(entries) };
    });
  }
}

function plainNote(entries: Map<string, unknown>): string {
  const count = [...entries.values()].filter((entry) => typeof entry === 'string').length;
  if (count === 0) return '';
  const what = count === 1 ? 'One saved before is' : `${count} saved before are`;
  return ` ${what} still plain text in secrets.json; saving the value again encrypts it.`;
}
