import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { npmCommand, root, say } from './process.mjs';

const lockFile = join(root, 'package-lock.json');
const installedFile = join(root, 'node_modules', '.package-lock.json');

/** Whether node_modules holds what package-lock.json asks for. A newer date alone does not mean that it changed. */
function isInstalled() {
  if (!existsSync(installedFile)) return false;
  if (statSync(installedFile).mtimeMs >= statSync(lockFile).mtimeMs) return true;
  const wanted = JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  const present = JSON.parse(readFileSync(installedFile, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, entry]) => path === '' || entry.optional || present[path]?.version === entry.version,
  );
}

/** Installs the locked packages when they are missing or out of date. Exits with npm's status when that fails. */
export function ensureInstalled() {
  if (isInstalled()) return;
  say('installing packages (npm ci) …');
  const npm = npmCommand();
  const result = spawnSync(npm.command, [...npm.args, 'ci'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: npm.shell,
    // Dev packages are the program: an environment that says "production" must not leave them out.
    env: { ...process.env, NODE_ENV: 'development', npm_config_omit: '' },
  });
  if (result.status === 0) return;
  say(`npm ci failed (${result.error?.message ?? `exit ${result.status}`}); its output is above.`);
  process.exit(result.status || 1);
}
