import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, say } from './process.mjs';

const packageFolder = join(root, 'node_modules', 'electron');
/** Milliseconds for the one download of Electron's binary (about 120 MB). */
const downloadLimit = 300_000;

function binaryPath() {
  const file = join(packageFolder, 'path.txt');
  const name = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override) return join(override, name ?? (process.platform === 'win32' ? 'electron.exe' : 'electron'));
  return name && join(packageFolder, 'dist', name);
}

/**
 * Finds Electron's binary, downloading it once if that is allowed.
 * Never imports `electron`: that call itself downloads, synchronously, and throws without a network.
 * @returns {{ path: string } | { why: string }}
 */
export function findElectron() {
  if (!existsSync(join(packageFolder, 'package.json'))) return { why: 'the electron package is not installed' };
  const present = binaryPath();
  if (present && existsSync(present)) return { path: present };
  if (process.env.ELECTRON_OVERRIDE_DIST_PATH) return { why: `ELECTRON_OVERRIDE_DIST_PATH holds no ${present}` };
  const off = ['CI', 'ELECTRON_SKIP_BINARY_DOWNLOAD'].find((name) => process.env[name]);
  if (off) return { why: `Electron is not downloaded, and ${off} is set, which turns downloads off` };
  say('downloading Electron, once …');
  const result = spawnSync(process.execPath, [join(packageFolder, 'install.js')], {
    encoding: 'utf8',
    timeout: downloadLimit,
  });
  const path = binaryPath();
  if (path && existsSync(path)) return { path };
  const reason = result.error?.message ?? (result.stderr ?? '').split('\n').find((line) => /\S/.test(line));
  return { why: `Electron could not be downloaded (${reason?.trim() || `exit ${result.status}`})` };
}
