import { setTimeout as sleep } from 'node:timers/promises';
import { createFileView } from './file-view.ts';
import type { LaunchHost } from './plan-launch.ts';
import { foldersOf } from './resolve-program.ts';
import { usualPlaces } from './usual-places.ts';

/** Longest wait for a login shell that was not asked before, milliseconds; without its answer the others are known. */
const SHELL_MS = 1000;

/** Every folder in which a program of this computer may be: the PATH of this app and of the login shell, then the usual ones. */
export async function programFolders(launch: LaunchHost): Promise<string[]> {
  const { platform, env, home, shell } = launch;
  const files = launch.files ?? createFileView(platform);
  const answer = shell && (await Promise.race([shell.read(), sleep(SHELL_MS, undefined, { ref: false })]));
  const usual = await usualPlaces({ platform, home, env, files });
  return [
    ...new Set([...foldersOf(env.PATH ?? '', platform), ...foldersOf(answer?.env?.PATH ?? '', platform), ...usual]),
  ];
}
