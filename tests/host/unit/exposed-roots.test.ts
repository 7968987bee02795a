import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exposedRoots, rootOfPath, rootTroubles, toldOthers } from '#host/exposed-roots.ts';
import { type Root, rootsFor } from '#shared/roots.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wirebench-roots-'));
  await mkdir(join(folder, 'a b'));
  await writeFile(join(folder, 'file'), '');
  await symlink(join(folder, 'a b'), join(folder, 'link'));
  await symlink(join(folder, 'gone'), join(folder, 'broken'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each([
  ['file:///home/me', 'file:///home/me'],
  ['file:///home/me/../other', 'file:///home/other'],
  ['file:///home/%2e%2e/%2E%2e/etc', 'file:///etc'],
  ['file:///home/me/a b', 'file:///home/me/a%20b'],
  ['git://host/../x', 'git://host/../x'],
])('[ROOT-03] %s is told as %s', (uri, told) => {
  expect(exposedRoots([{ uri, name: 'Me' }])).toEqual([{ uri: told, name: 'Me' }]);
});

test('[ROOT-03] nothing is told but what is set, and no address that is none', () => {
  expect(exposedRoots([])).toEqual([]);
  expect(exposedRoots([{ uri: '/home/me' }, { uri: '../x' }, { uri: '' }])).toEqual([]);
});

test('[ROOT-03] a folder that cannot be read is named', async () => {
  const at = (name: string) => ({ uri: pathToFileURL(join(folder, name)).href });
  const good = [at('a b'), at('link'), { uri: 'https://x.test/' }];
  expect(await rootTroubles(good)).toEqual([]);
  const bad = [at('file'), at('gone'), at('broken'), { uri: 'file://other%2fhost/x' }, { uri: 'no address' }];
  const troubles = await rootTroubles([...good, ...bad]);
  expect(troubles.map(({ uri }) => uri)).toEqual(bad.map(({ uri }) => uri));
  expect(troubles.map(({ text }) => text)).toEqual([
    'Not a folder',
    'Folder not found',
    'Folder not found',
    'Folder not found',
    'No whole address',
  ]);
});

const ROOTS: readonly [Root, Root, Root, Root] = [
  { uri: 'file:///a', name: 'A' },
  { uri: 'file:///b', servers: ['one', 'two'] },
  { uri: 'file:///c', off: true },
  { uri: 'file:///d', servers: [] },
];

test('[ROOT-03] [ROOT-04] a server is told of what is on and chosen for it, and of nothing else of the setting', () => {
  expect(exposedRoots(rootsFor(ROOTS, 'one'))).toEqual([{ uri: 'file:///a', name: 'A' }, { uri: 'file:///b' }]);
  expect(exposedRoots(rootsFor(ROOTS, 'three'))).toEqual([{ uri: 'file:///a', name: 'A' }]);
});

test('[ROOT-05] only a server that is told something else is told of a change', () => {
  const [a, b, c, d] = ROOTS;
  expect(toldOthers(ROOTS, [a, { ...b, off: true }, c, d], 'one')).toBe(true);
  expect(toldOthers(ROOTS, [a, { ...b, off: true }, c, d], 'three')).toBe(false);
  expect(toldOthers(ROOTS, [{ ...a, name: 'Z' }, b, c, d], 'three')).toBe(true);
  expect(toldOthers(ROOTS, [a, b, c], 'one')).toBe(false);
});

test('[ROOT-02] a path becomes the address of a folder', async () => {
  expect(await rootOfPath(join(folder, 'a b'))).toEqual({ uri: pathToFileURL(join(folder, 'a b')).href, name: 'a b' });
  expect(await rootOfPath(` ${join(folder, 'gone')}${sep} `)).toEqual({
    uri: pathToFileURL(join(folder, 'gone')).href,
    name: 'gone',
    trouble: 'Folder not found',
  });
  expect((await rootOfPath('~')).uri).toBe(pathToFileURL(homedir()).href);
  await expect(rootOfPath('a/b')).rejects.toMatchObject({ code: 'BAD_INPUT' });
});
