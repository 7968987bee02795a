import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { bundle } from './bundle.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Built files: the workers of a host, and a host in a process of its own. */
    entries: { demo: string; check: string; host: string };
  }
}

// Of its own for each run, so that two runs in one checkout do not build over each other.
const folder = fileURLToPath(new URL(`../../../.cache/test-entries-${process.pid}`, import.meta.url));

/** Once per test run, before the first file of the project. */
export async function setup(project: TestProject): Promise<void> {
  await bundle(folder, {
    demo: 'src/demo/index.ts',
    check: 'src/host/workers/check.ts',
    host: 'tests/host/support/host-process.ts',
  });
  const entry = (name: string): string => join(folder, `${name}.js`);
  project.provide('entries', { demo: entry('demo'), check: entry('check'), host: entry('host') });
}

export function teardown(): void {
  rmSync(folder, { recursive: true, force: true });
}
