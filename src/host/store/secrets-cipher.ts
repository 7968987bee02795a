/** An encrypted value as it lies in secrets.json. */
export interface Sealed {
  /** Base64. */
  data: string;
  /** Name of the key, where there are several. */
  key?: string | undefined;
}

/** Something of the operating system that makes a value unreadable for anybody but this account. */
export interface SecretCipher {
  /** `keychain`: of the desktop app; `keyring`: of the command line and the browser host. They do not share keys. */
  in: 'keychain' | 'keyring';
  /** Tries it once; undefined when it works, else why not, as a clause: `no keyring answers`. Never rejects. */
  trouble(): Promise<string | undefined>;
  /** `known` is the key of an entry of the same file. Rejects with an Error whose message is a clause for a person. */
  encrypt(text: string, known?: string): Promise<Sealed>;
  /** `renew`: the value should be encrypted again, the key has changed. Rejects like `encrypt`. */
  decrypt(sealed: Sealed): Promise<{ text: string; renew: boolean }>;
}
