import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { bundle } from './bundle.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Built files: the workers of a host, a host in a process of its own, and the command line with its workers beside it. */
    entries: { demo: string; check: string; host: string; cli: string };
  }
}

// Of its own for each run, so that two runs in one checkout do not build over each other.
const cache = fileURLToPath(new URL('../../../.cache', import.meta.url));
const PREFIX = 'test-entries-';
const folder = join(cache, `${PREFIX}${process.pid}`);

/** What runs that were killed left behind. */
function removeOld(): void {
  const names = readdirSync(cache).filter((name) => name.startsWith(PREFIX));
  for (const name of names)
    if (!lives(Number(name.slice(PREFIX.length)))) rmSync(join(cache, name), { recursive: true });
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Once per test run, before the first file of the project. */
export async function setup(project: TestProject): Promise<void> {
  await bundle(folder, {
    demo: 'src/demo/index.ts',
    check: 'src/host/workers/check.ts',
    host: 'tests/host/support/host-process.ts',
    cli: 'src/cli/index.ts',
    'check-worker': 'src/host/workers/check.ts',
    keyring: 'src/host/workers/keyring.ts',
  });
  removeOld();
  const entry = (name: string): string => join(folder, `${name}.js`);
  project.provide('entries', { demo: entry('demo'), check: entry('check'), host: entry('host'), cli: entry('cli') });
}

export function teardown(): void {
  rmSync(folder, { recursive: true, force: true });
}
