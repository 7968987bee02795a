import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const testsFolder = fileURLToPath(new URL('..', import.meta.url));

/** Which test files cite which requirement, as `[STD-01]` in the name of a test. */
export function findCitations(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const name of readdirSync(testsFolder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.test\.tsx?$/.test(name)) continue;
    const text = readFileSync(join(testsFolder, name), 'utf8');
    for (const [, id = ''] of text.matchAll(/\[([A-Z]+-\d+)\]/g)) {
      const files = found.get(id) ?? [];
      if (!files.includes(name)) found.set(id, [...files, name]);
    }
  }
  return found;
}
