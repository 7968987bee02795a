import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Context } from './context.ts';

/** What Electron reads from its command line: `electron [switches] <app> [arguments]`. */
export interface Arguments {
  switches: string[];
  appPath: string;
  packageJson: Context['packageJson'];
  /** The app's main module. */
  entry: string;
}

interface PackageJson {
  name?: string;
  productName?: string;
  version?: string;
  main?: string;
}

function readPackage(folder: string): PackageJson {
  try {
    // npm's own file; members that are absent are optional in the type.
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageJson;
  } catch (error) {
    // A bare file may be run without a package.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}

/** @throws when the app's path does not exist */
export function readArguments(given: string[]): Arguments {
  let at = 0;
  while (given[at]?.startsWith('-')) at += given[at] === '-r' || given[at] === '--require' ? 2 : 1;
  const path = resolve(given[at] ?? '.');
  const isFolder = statSync(path).isDirectory();
  const appPath = isFolder ? path : dirname(path);
  const packageJson = readPackage(appPath);
  return {
    // Chromium reads switches wherever they stand.
    switches: given.filter((one) => one.startsWith('--')),
    appPath,
    packageJson,
    entry: isFolder ? join(path, packageJson.main ?? 'index.js') : path,
  };
}
