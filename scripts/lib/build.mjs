import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { writeCodeCache } from './code-cache.mjs';
import { root, runQuietly, say } from './process.mjs';

const inputs = [
  'src',
  'resources',
  'electron.vite.config.ts',
  'tsconfig.base.json',
  'package.json',
  'package-lock.json',
];
const stampFile = join(root, 'out', '.stamp');

function filesIn(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}

/**
 * One hash over names and contents: dates differ between two checkouts of the same commit.
 * @param {string[]} paths files or folders, relative to the project
 */
export function hashFiles(paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap((path) => filesIn(join(root, path)))) {
    const content = readFileSync(file);
    hash.update(`${relative(root, file).split(sep).join('/')}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** Whether `stamp` holds this hash. */
export function isStamped(stamp, hash) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
}

/**
 * Builds `out/` when something it is made from changed.
 * @returns {boolean} false when the build failed; its output is then on stderr
 */
export function ensureBuilt() {
  const hash = hashFiles(inputs);
  if (isStamped(stampFile, hash)) return true;
  say('building …');
  // Without the stamp a build that is cut short is never taken for a finished one.
  rmSync(stampFile, { force: true });
  const tool = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  if (!runQuietly(tool, ['build', '--logLevel', 'warn']) || !writeCodeCache()) return false;
  mkdirSync(join(root, 'out'), { recursive: true });
  writeFileSync(stampFile, hash);
  return true;
}
