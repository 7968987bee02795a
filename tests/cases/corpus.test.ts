import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { corpus } from '../schemas/corpus.ts';

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));

test('the schemas that forms are tested with hold those of every pinned server, at its version', () => {
  // Both files are part of the repository.
  const pinned = read('../real-servers/servers.json') as { package: string; version: string; pinned?: boolean }[];
  const recorded = read('../schemas/real-servers.json') as { server: string; tools: unknown[] }[];
  const wanted = pinned.filter((one) => one.pinned).map((one) => `${one.package}@${one.version}`);
  expect(wanted).toHaveLength(10);
  expect(recorded.map(({ server }) => server).sort()).toEqual(wanted.sort());
  expect(corpus().length).toBeGreaterThanOrEqual(120);
});
