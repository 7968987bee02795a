import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadCases } from './cases.ts';

/** Kinds of which a person sees the outcome in the page. */
const KINDS = ['schema', 'content', 'names', 'timing', 'tasks', 'interaction'];

/** Text of every test of the page, with real components or in a real browser. */
const pageTests = ['../renderer/', '../e2e/']
  .flatMap((folder) => {
    const root = new URL(folder, import.meta.url);
    return readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => readFileSync(new URL(name, root), 'utf8'));
  })
  .join('\n');

test('every case of what a person sees has a test in the page', () => {
  const ids = loadCases().flatMap(({ id, kind }) => (KINDS.includes(kind) ? [id] : []));
  const unproven = ids.filter((id) => !new RegExp(`case ${id}(?![\\w-])`).test(pageTests));
  expect(unproven).toEqual([]);
});
