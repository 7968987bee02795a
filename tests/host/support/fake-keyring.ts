import type { Keyring } from '#host/store/secrets-keyring.ts';

/** A keyring in memory; hosts that share it run on the same computer. */
export class FakeKeyring implements Keyring {
  readonly entries = new Map<string, string>();
  /** Every call: `read key-…`. */
  readonly calls: string[] = [];
  /** What it answers instead of working. */
  trouble: string | undefined;

  async read(account: string): Promise<string | undefined> {
    this.#enter('read', account);
    return this.entries.get(account);
  }

  async write(account: string, text: string): Promise<void> {
    this.#enter('write', account);
    this.entries.set(account, text);
  }

  async remove(account: string): Promise<void> {
    this.#enter('remove', account);
    this.entries.delete(account);
  }

  #enter(op: string, account: string): void {
    this.calls.push(`${op} ${account.replace(/-.*/, '')}`);
    if (this.trouble !== undefined) throw new Error(this.trouble);
  }
}
