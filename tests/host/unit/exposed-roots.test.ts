import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exposedRoots, rootTroubles } from '#host/exposed-roots.ts';

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
  const texts = await rootTroubles([...good, at('file'), at('gone'), at('broken'), { uri: 'file://other%2fhost/x' }]);
  expect(texts).toHaveLength(4);
  expect(texts[0]).toMatch(/file is not a folder\.$/);
  expect(texts[1]).toContain('/gone, which the server was told of as a root, cannot be read');
});
