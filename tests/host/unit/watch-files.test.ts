import { mkdir, mkdtemp, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FileWatchHandle, watchFiles } from '#host/watch-files.ts';

let root = '';
let seen: string[] = [];
let notes: string[] = [];
let watching: FileWatchHandle | undefined;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'wirebench-watch-'));
  seen = [];
  notes = [];
});
afterEach(async () => {
  watching?.end();
  await rm(root, { recursive: true, force: true });
});

async function put(path: string, text = 'x'): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

async function begin(patterns: string[], maxFolders?: number): Promise<void> {
  watching = watchFiles({
    root,
    patterns,
    onChange: (path) => void seen.push(path),
    onNote: (text) => void notes.push(text),
    ...(maxFolders === undefined ? {} : { maxFolders }),
  });
  await watching.ready;
}

/** Waits until a file that is written after everything else was seen: what is not seen by then was left out. */
async function settled(marker: string): Promise<string[]> {
  await put(marker, 'end');
  await vi.waitFor(() => expect(seen).toContain(marker));
  return [...new Set(seen)].filter((path) => path !== marker);
}

describe('what counts as a change', () => {
  test('a file, a folder with what is below, and simple globs, relative to the folder', async () => {
    for (const path of ['server.mjs', 'other.mjs', 'src/a/b/deep.ts', 'lib/x.py', 'lib/x.txt', 'lib/in/y.py'])
      await put(path);
    await begin(['server.mjs', 'src', 'lib/**/*.py', 'end']);
    for (const path of ['server.mjs', 'other.mjs', 'src/a/b/deep.ts', 'lib/x.py', 'lib/x.txt', 'lib/in/y.py'])
      await put(path, 'y');
    expect((await settled('end')).sort()).toEqual(['lib/in/y.py', 'lib/x.py', 'server.mjs', 'src/a/b/deep.ts']);
    expect(notes).toEqual([]);
  });

  test('a pattern of a folder that is not there yet fits nothing beside it', async () => {
    await begin(['src/**', 'end']);
    await put('beside.js');
    expect(await settled('end')).toEqual([]);
  });

  test('one star stays in its folder, a question mark is one character', async () => {
    for (const path of ['a.js', 'ab.js', 'in/a.js', 'a.jsx']) await put(path);
    await begin(['?.js', 'in*', 'end']);
    for (const path of ['ab.js', 'in/a.js', 'a.jsx', 'a.js']) await put(path, 'y');
    expect(await settled('end')).toEqual(['a.js']);
  });

  test('a file that is replaced by renaming, one that goes and one that comes', async () => {
    await put('server.mjs');
    await put('gone.mjs');
    await begin(['server.mjs', 'gone.mjs', 'later.mjs', 'end']);
    await put('.server.mjs.tmp', 'new');
    await rename(join(root, '.server.mjs.tmp'), join(root, 'server.mjs'));
    await vi.waitFor(() => expect(seen).toEqual(['server.mjs']));
    // The new file is watched as the old one was.
    seen = [];
    await put('server.mjs', 'newer');
    await unlink(join(root, 'gone.mjs'));
    await put('later.mjs');
    expect((await settled('end')).sort()).toEqual(['gone.mjs', 'later.mjs', 'server.mjs']);
  });

  test('folders that come later are watched too', async () => {
    await put('src/a.ts');
    await begin(['src']);
    await put('src/new/deep/b.ts');
    await vi.waitFor(() => expect(seen).toContain('src/new/deep/b.ts'));
    seen = [];
    await put('src/new/deep/c.ts');
    await vi.waitFor(() => expect(seen).toContain('src/new/deep/c.ts'));
  });

  test('node_modules, .git, caches of Python and files of editors do not count', async () => {
    const left = ['node_modules/m/x.js', '.git/HEAD', 'pkg/__pycache__/x.pyc', '.x.ts.swp', 'x.ts~', '4913', '.#x.ts'];
    for (const path of ['x.ts', ...left]) await put(path);
    await begin(['.']);
    for (const path of left) await put(path, 'y');
    expect(await settled('end')).toEqual([]);
  });
});

test('the number of watched folders is bounded, and that is said once', async () => {
  for (let i = 0; i < 6; i += 1) await put(`src/${i}/x.ts`);
  await begin(['src'], 3);
  expect(notes).toEqual([
    '3 folders are watched, the most there may be. Changes elsewhere are not seen. Name fewer folders under Watch.',
  ]);
});

test('a path in a folder that is not there is said', async () => {
  await begin(['nowhere/in/x.ts']);
  expect(notes).toEqual(['nowhere/in/x.ts is not there, so it is not watched.']);
});

test('nothing is told after the end', async () => {
  await put('src/a.ts');
  await begin(['src']);
  watching?.end();
  await put('src/a.ts', 'y');
  const other = watchFiles({
    root,
    patterns: ['src'],
    onChange: (path) => void seen.push(`other ${path}`),
    onNote: () => undefined,
  });
  await other.ready;
  await put('src/a.ts', 'z');
  await vi.waitFor(() => expect(seen.length).toBeGreaterThan(0));
  other.end();
  expect(new Set(seen)).toEqual(new Set(['other src/a.ts']));
});
