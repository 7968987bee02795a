import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSecretStore, type SecretStore } from '#host/store/secrets.ts';
import type { SecretCipher } from '#host/store/secrets-cipher.ts';
import { createKeyringCipher } from '#host/store/secrets-keyring.ts';
import { deleteUnused } from '#host/store/secrets-unused.ts';
import { createServerStore } from '#host/store/servers.ts';
import { fakeKeychain } from '../support/fake-keychain.ts';
import { FakeKeyring } from '../support/fake-keyring.ts';

let dir = '';
const problems: string[] = [];
const plain: string[] = [];
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'wirebench-secrets-'));
});
afterEach(async () => {
  problems.length = 0;
  plain.length = 0;
  await rm(dir, { recursive: true, force: true });
});

function open(cipher?: SecretCipher): SecretStore {
  return createSecretStore({
    dataDir: dir,
    cipher,
    onProblem: ({ message }) => void problems.push(message),
    onPlain: (text) => void plain.push(text),
  });
}
const path = () => join(dir, 'secrets.json');
const text = () => readFile(path(), 'utf8');
const entries = async () => JSON.parse(await text()).secrets as Record<string, unknown>; // the file of this test
const modeOf = async () => (await stat(path())).mode & 0o777;

describe('a file of plain text', () => {
  test('is for this account only, also when somebody opened it wider', async () => {
    const store = open();
    expect(await store.get('constructor')).toBeUndefined();
    await store.set('B', 'two');
    await chmod(path(), 0o644);
    await store.set('A', 'one');
    expect(await store.names()).toEqual(['A', 'B']);
    expect(await open().get('B')).toBe('two');
    await store.delete('B');
    expect(await store.get('B')).toBeUndefined();
    expect(await modeOf()).toBe(0o600);
  });

  test('says once that it is one, and where', async () => {
    const store = open();
    await store.set('a', '1');
    await store.set('b', '2');
    expect(plain).toEqual([`Secrets are kept as plain text in "${path()}", a file that only this account can read.`]);
    expect(await store.place()).toEqual({ in: 'file', text: plain[0] });
  });

  test('is what is left when the keychain does not work, with the reason', async () => {
    const store = open(fakeKeychain({ trouble: async () => 'this desktop has no keyring' }));
    await store.set('a', 'value');
    expect(await entries()).toEqual({ a: 'value' });
    expect(plain[0]).toMatch(/plain text .* The keychain is not used: this desktop has no keyring\.$/);
  });
});

describe('a keychain', () => {
  test('leaves nothing readable in the file', async () => {
    const store = open(fakeKeychain());
    await store.set('a', 'the value');
    expect(await entries()).toEqual({ a: { in: 'keychain', data: expect.any(String) } });
    expect(await text()).not.toContain('the value');
    expect(await modeOf()).toBe(0o600);
    expect(await open(fakeKeychain()).get('a')).toBe('the value');
    expect(plain).toEqual([]);
    expect(await store.place()).toEqual({
      in: 'keychain',
      text: 'Secrets are encrypted with the keychain of this computer.',
    });
  });

  test('that fails after it worked stores nothing as plain text', async () => {
    const encrypt = () => Promise.reject(new Error('it was locked'));
    const store = open(fakeKeychain({ encrypt }));
    await expect(store.set('a', 'value')).rejects.toMatchObject({
      code: 'IO',
      message: 'The secret "a" was not saved: it was locked. Unlock the keychain and try again.',
    });
    expect(await store.names()).toEqual([]);
  });

  test('whose key has changed encrypts again what it reads', async () => {
    await open(fakeKeychain()).set('a', 'value');
    const renewed = fakeKeychain({
      decrypt: async () => ({ text: 'value', renew: true }),
      encrypt: async () => ({ data: 'bmV3' }),
    });
    expect(await open(renewed).get('a')).toBe('value');
    expect(await entries()).toEqual({ a: { in: 'keychain', data: 'bmV3' } });
  });

  test('an entry it cannot open is an error that says so, and the file stays as it is', async () => {
    const damaged = { in: 'keychain', data: 'AAAA' };
    const later = { in: 'vault', ref: 7 };
    await writeFile(path(), JSON.stringify({ format: 1, more: 1, secrets: { damaged, later, good: 'g' } }));
    const before = await text();
    const store = open(fakeKeychain());
    await expect(store.get('damaged')).rejects.toMatchObject({
      message: expect.stringMatching(
        /"damaged" cannot be read here.*did not open it: it is not mine.*enter the value/s,
      ),
      failure: { rule: 'dx-secret', short: 'Secret not readable' },
    });
    await expect(store.get('later')).rejects.toThrow(/a kind this version does not know/);
    expect(await store.get('good')).toBe('g');
    expect(await text()).toBe(before);
    await store.set('other', 'x');
    expect(await entries()).toMatchObject({ damaged, later, good: 'g' });
    expect(JSON.parse(await text()).more).toBe(1);
    expect(problems).toEqual([]);
  });
});

describe('one data folder, several shells', () => {
  const keyring = new FakeKeyring();
  const shells = {
    desktop: () => fakeKeychain(),
    serve: () => createKeyringCipher(keyring),
    file: () => undefined,
  };

  test('plain text is found by all of them, and told as what it is', async () => {
    await open().set('a', 'old');
    for (const shell of Object.values(shells)) expect(await open(shell()).get('a')).toBe('old');
    const store = open(shells.desktop());
    expect((await store.place()).text).toMatch(/ One saved before is still plain text/);
    await store.set('a', 'new');
    expect((await store.place()).text).not.toContain('plain');
    expect(await text()).not.toContain('new');
  });

  test('what the desktop app encrypted is named as such elsewhere, and the other way round', async () => {
    await open(shells.desktop()).set('d', '1');
    await open(shells.serve()).set('s', '2');
    for (const shell of [shells.serve, shells.file])
      await expect(open(shell()).get('d')).rejects.toThrow(/kept in the keychain of the desktop app/);
    for (const shell of [shells.desktop, shells.file])
      await expect(open(shell()).get('s')).rejects.toThrow(/key of the keyring, which only the command line/);
    // Names need no key, nor does deleting.
    expect(await open().names()).toEqual(['d', 's']);
    await open().delete('d');
    expect(await open(shells.serve()).get('s')).toBe('2');
    expect(await open().names()).toEqual(['s']);
  });

  test('that write at the same time lose nothing', async () => {
    const stores = [open(), open(shells.desktop()), open(shells.serve()), open(shells.serve())];
    const wanted = stores.flatMap((store, at) => [1, 2, 3].map((n) => ({ store, name: `${at}-${n}` })));
    await Promise.all(wanted.map(({ store, name }) => store.set(name, `value ${name}`)));
    for (const { store, name } of wanted) expect(await store.get(name)).toBe(`value ${name}`);
    // A shell of the same kind reads them as well.
    expect(await open(shells.serve()).get('2-1')).toBe('value 2-1');
    expect(await open(shells.serve()).get('3-1')).toBe('value 3-1');
  });
});

describe('secrets nobody uses', () => {
  const endpoint = (name: string) => ({
    kind: 'stdio' as const,
    command: 'x',
    args: [],
    env: { A: { secret: name } },
    inherit: 'short' as const,
  });
  const opened = () => {
    const servers = createServerStore(dir, ({ message }) => void problems.push(message));
    return { dataDir: dir, servers, secrets: open() };
  };

  test('are deleted, but not those of a server, of an entry that is not understood, or of a damaged list', async () => {
    const { servers, secrets } = opened();
    const names = ['used', 'unclear', 'aside', 'settings', 'free', 'untouched'];
    for (const name of names) await secrets.set(name, 'v');
    await servers.save({ name: 'one', endpoint: endpoint('used') });
    const list = JSON.parse(await readFile(join(dir, 'servers.json'), 'utf8'));
    list.servers.push({ id: 'later', endpoint: { kind: 'pigeon', key: { secret: 'unclear' } } });
    await writeFile(join(dir, 'servers.json'), JSON.stringify(list));
    await writeFile(join(dir, 'servers.json.damaged-1'), '{"servers":[{"env":{"secret":"aside"}');
    await writeFile(join(dir, 'settings.json'), '{"format":1,"proxy":{"secret":"settings"}}');
    const wanted = names.filter((name) => name !== 'untouched');
    await deleteUnused(wanted, opened());
    expect(await secrets.names()).toEqual(['aside', 'settings', 'unclear', 'untouched', 'used']);
  });

  test('stay when the list of servers cannot be read', async () => {
    const { secrets } = opened();
    await secrets.set('free', 'v');
    await writeFile(join(dir, 'servers.json'), '{"format":99,"servers":[]}');
    await expect(deleteUnused(['free'], opened())).rejects.toMatchObject({ code: 'IO' });
    expect(await secrets.names()).toEqual(['free']);
  });
});
