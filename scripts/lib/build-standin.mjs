/** Bundles the stand-in for Electron's binary and the browser's finder into .cache/standin: Node 20 runs no TypeScript. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hashFiles, isStamped } from './build.mjs';
import { root } from './process.mjs';

const target = join(root, '.cache', 'standin');
const stamp = join(target, '.stamp');
const source = (...path) => join(root, 'tests', ...path);

/** One bundle for each: Node's parts as modules, the pages' parts as plain scripts. */
const bundles = [
  { entry: source('electron', 'boot.ts'), file: 'boot.mjs', format: 'es' },
  { entry: source('e2e', 'support', 'check-browser.ts'), file: 'check-browser.mjs', format: 'es' },
  { entry: source('e2e', 'support', 'find-chromium.ts'), file: 'find-chromium.mjs', format: 'es' },
  { entry: source('electron', 'page', 'main-world.ts'), file: 'main-world.js', format: 'iife' },
  { entry: source('electron', 'page', 'isolated-world.ts'), file: 'isolated-world.js', format: 'iife' },
];

/** Builds what changed since the last time. */
export async function buildStandin() {
  const hash = hashFiles(['tests/electron', 'tests/e2e/support', 'scripts/lib/build-standin.mjs', 'package-lock.json']);
  if (isStamped(stamp, hash)) return;
  rmSync(stamp, { force: true });
  const { build } = await import('vite');
  for (const { entry, file, format } of bundles) {
    await build({
      root,
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      build: {
        outDir: target,
        emptyOutDir: false,
        minify: false,
        target: format === 'es' ? 'node20.19' : 'es2023',
        lib: { entry, formats: [format], name: 'standInWorld', fileName: () => file },
        rolldownOptions: format === 'es' ? { external: [/^node:/, /^[^./]/] } : {},
      },
    });
  }
  mkdirSync(target, { recursive: true });
  writeFileSync(stamp, hash);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await buildStandin();
