import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ListBaseline } from '#host/drift/compare-listing.ts';
import { type BaselineStore, createBaselineStore } from '#host/store/baselines.ts';

let root: string;
let store: BaselineStore;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'wirebench-baselines-'));
  store = createBaselineStore(join(root, 'data'), () => undefined);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const LIST: ListBaseline = { madeAt: 1, acceptedAt: 2, items: [{ name: '__proto__', hash: 'f' }], differs: [] };
const put = (id: string) => store.update(id, (old) => ({ ...old, era: 'modern', eras: { modern: { tools: LIST } } }));

test('each server has a file for its owner alone, and none once it is forgotten', async () => {
  await put('orders-1a2b3c');
  const path = join(root, 'data', 'state', 'baselines', 'orders-1a2b3c.json');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const again = createBaselineStore(join(root, 'data'), () => undefined);
  expect((await again.read('orders-1a2b3c')).eras.modern?.tools).toEqual(LIST);
  await store.forget('orders-1a2b3c');
  expect(await readdir(join(root, 'data', 'state', 'baselines'))).toEqual([]);
  expect(await store.read('orders-1a2b3c')).toEqual({ format: 1, eras: {} });
});

test('an id that somebody wrote by hand leads nowhere else, and two of them have two files', async () => {
  const ids = ['../../../etc/passwd', 'A', 'a', '', 'con.json', 'x'.repeat(300)];
  for (const id of ids) await put(id);
  expect(await readdir(join(root, 'data', 'state', 'baselines'))).toHaveLength(ids.length);
  expect(await readdir(root)).toEqual(['data']);
});
