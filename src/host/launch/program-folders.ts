import { createFileView } from './file-view.ts';
import type { LaunchHost } from './plan-launch.ts';
import { foldersOf } from './resolve-program.ts';
import { usualPlaces } from './usual-places.ts';

/** Every folder in which a program of this computer may be: the PATH of this app and of the login shell, then the usual ones. */
export async function programFolders(launch: LaunchHost): Promise<string[]> {
  const { platform, env, home, shell } = launch;
  const files = launch.files ?? createFileView(platform);
  const answer = await shell?.read();
  const usual = await usualPlaces({ platform, home, env, files });
  return [
    ...new Set([...foldersOf(env.PATH ?? '', platform), ...foldersOf(answer?.env?.PATH ?? '', platform), ...usual]),
  ];
}
