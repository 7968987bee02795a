import { isAscii } from 'node:buffer';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { scriptOf } from '../../src/cli/code-cache.ts';

const chunks = fileURLToPath(new URL('../../out/main/chunks', import.meta.url));

test('the code that the build kept is taken by this engine, for each chunk of a short command', () => {
  const kept = readdirSync(chunks).filter((name) => name.endsWith('.code'));
  const names = kept.map((name) => name.replace(/-[\w-]{8}\.js\.code$/, ''));
  expect(names).toEqual(expect.arrayContaining(['commands', 'headless-command', 'headless-host', 'host']));
  for (const name of kept) {
    expect(isAscii(readFileSync(join(chunks, name.slice(0, -'.code'.length)))), name).toBe(true);
    const script = scriptOf(join(chunks, name.slice(0, -'.code'.length)), readFileSync(join(chunks, name)));
    expect(script.cachedDataRejected, name).toBe(false);
  }
});
