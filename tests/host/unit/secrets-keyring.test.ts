import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createKeyringCipher } from '#host/store/secrets-keyring.ts';
import { createKeyringChild } from '#host/store/secrets-keyring-child.ts';
import { FakeKeyring } from '../support/fake-keyring.ts';

describe('a key in the keyring', () => {
  test('is tried by writing, reading and deleting, and leaves nothing behind', async () => {
    const keyring = new FakeKeyring();
    expect(await createKeyringCipher(keyring).trouble()).toBeUndefined();
    expect(keyring.calls).toEqual(['write probe', 'read probe', 'remove probe']);
    expect(keyring.entries.size).toBe(0);
    keyring.trouble = 'no keyring answers';
    expect(await createKeyringCipher(keyring).trouble()).toBe('no keyring answers');
    const forgetful = Object.assign(new FakeKeyring(), { read: async () => undefined });
    expect(await createKeyringCipher(forgetful).trouble()).toBe('it did not give back what was put in');
  });

  test('encrypts any length, never twice alike, and is read once', async () => {
    const keyring = new FakeKeyring();
    const cipher = createKeyringCipher(keyring);
    const long = 'é"\n'.repeat(50_000);
    const [one, two] = [await cipher.encrypt(long), await cipher.encrypt(long)];
    expect(one.data).not.toBe(two.data);
    expect(one.key).toBe(two.key);
    expect(keyring.calls).toEqual(['write key', 'read key']);
    const other = createKeyringCipher(keyring);
    expect(await other.decrypt(one)).toEqual({ text: long, renew: false });
    expect(await other.decrypt(two)).toEqual({ text: long, renew: false });
    expect(keyring.calls.slice(2)).toEqual(['read key']);
  });

  test('is used again by the next process, and replaced when it is gone', async () => {
    const keyring = new FakeKeyring();
    const { key } = await createKeyringCipher(keyring).encrypt('x');
    expect((await createKeyringCipher(keyring).encrypt('y', key)).key).toBe(key);
    keyring.entries.clear();
    const fresh = await createKeyringCipher(keyring).encrypt('z', key);
    expect(fresh.key).not.toBe(key);
    await expect(createKeyringCipher(keyring).decrypt({ key, data: fresh.data })).rejects.toThrow(
      'its key is no longer in the keyring',
    );
  });

  test('a keyring that was locked is asked again', async () => {
    const keyring = new FakeKeyring();
    const sealed = await createKeyringCipher(keyring).encrypt('x');
    const cipher = createKeyringCipher(keyring);
    keyring.trouble = 'locked';
    await expect(cipher.decrypt(sealed)).rejects.toThrow('locked');
    await expect(cipher.encrypt('y', sealed.key)).rejects.toThrow('locked');
    keyring.trouble = undefined;
    expect((await cipher.decrypt(sealed)).text).toBe('x');
    expect((await cipher.encrypt('y', sealed.key)).key).toBe(sealed.key);
  });

  test('a value that was changed is not opened', async () => {
    const cipher = createKeyringCipher(new FakeKeyring());
    const { key, data } = await cipher.encrypt('x');
    const bytes = Buffer.from(data, 'base64');
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    for (const wrong of [bytes.toString('base64'), 'AAAA', ''])
      await expect(cipher.decrypt({ key, data: wrong })).rejects.toThrow('the entry is damaged');
    await expect(cipher.decrypt({ data })).rejects.toThrow('names no key');
  });
});

describe('the child that asks the keyring', () => {
  let dir = '';
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'wirebench-keyring-'));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  /** A child with a keyring of its own: `hang` blocks like a locked one, `die` ends, `refuse` fails. */
  async function child() {
    const entry = join(dir, 'child.mjs');
    await writeFile(
      entry,
      `const kept = new Map();
       process.on('disconnect', () => process.exit(0));
       process.on('message', ({ id, op, account, text }) => {
         if (account === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20000);
         if (account === 'die') process.exit(3);
         if (account === 'none') return process.send({ id, ok: false });
         if (account === 'refuse') return process.send({ id, ok: false, why: 'no\\nservice' });
         if (op === 'write') kept.set(account, text);
         if (op === 'remove') kept.delete(account);
         process.send({ id, ok: true, text: op === 'read' ? kept.get(account) : undefined });
       });`,
    );
    return createKeyringChild(entry);
  }
  const MS = 5000;

  test('carries the calls, many at once', async () => {
    const keyring = await child();
    await Promise.all(['a', 'b', 'c'].map((name) => keyring.write(name, `of ${name}`, MS)));
    expect(await keyring.read('b', MS)).toBe('of b');
    await keyring.remove('b', MS);
    expect(await keyring.read('b', MS)).toBeUndefined();
  });

  test('is ended when it blocks, while this process goes on; the next call gets a new one', async () => {
    const keyring = await child();
    let ticks = 0;
    const clock = setInterval(() => {
      ticks += 1;
    }, 10);
    await expect(keyring.read('hang', 400)).rejects.toThrow(/did not answer within .* may be locked/);
    clearInterval(clock);
    expect(ticks).toBeGreaterThan(5);
    await keyring.write('a', '1', MS);
    expect(await keyring.read('a', MS)).toBe('1');
  });

  test('says why it cannot', async () => {
    const keyring = await child();
    await expect(keyring.read('refuse', MS)).rejects.toThrow('it answers "no service"');
    await expect(keyring.read('none', MS)).rejects.toThrow('no keyring service runs here');
    await expect(keyring.read('die', MS)).rejects.toThrow('not installed, or does not run here');
    const missing = createKeyringChild(join(dir, 'nowhere.mjs'));
    await expect(missing.read('a', MS)).rejects.toThrow('not installed, or does not run here');
  });
});
