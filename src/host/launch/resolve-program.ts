import { access, constants, stat } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import type { FileView } from './file-view.ts';

export interface ProgramQuery {
  /** As configured: a name, a relative path or an absolute one. */
  command: string;
  /** Absolute; relative paths with a slash start here. */
  cwd: string;
  /** The value of PATH that is searched. */
  path: string;
  /** Windows: the value of PATHEXT. */
  pathExt?: string | undefined;
  platform: NodeJS.Platform;
  files: FileView;
}

export type ProgramAnswer =
  | { found: true; program: string; foundIn: string }
  | {
      found: false;
      code: 'ENOENT' | 'EACCES' | 'EISDIR';
      /** The file that is there but cannot run. */
      at?: string;
      /** Folders that were searched; empty when the command is a path. */
      searched: string[];
    };

const WINDOWS_ENDINGS = '.COM;.EXE;.BAT;.CMD';

/** True when a command names a file rather than a program to search for. */
export function isPath(command: string, platform: NodeJS.Platform): boolean {
  return platform === 'win32' ? /[\\/]|^[a-z]:/i.test(command) : command.includes('/');
}

/** Finds the program a command means, as the system would, without starting anything. */
export async function resolveProgram(query: ProgramQuery): Promise<ProgramAnswer> {
  const windows = query.platform === 'win32';
  const path = windows ? win32 : posix;
  const named = isPath(query.command, query.platform);
  const folders = named ? [] : foldersOf(query.path, query.platform);
  const places = named
    ? [path.resolve(query.cwd, query.command)]
    : folders.map((folder) => path.resolve(query.cwd, folder, query.command));
  let best: { code: 'EACCES' | 'EISDIR'; at: string } | undefined;
  for (const place of places) {
    for (const file of windows ? endings(place, query.pathExt) : [place]) {
      const state = await query.files.state(file);
      if (state === 'runs') return { found: true, program: file, foundIn: path.dirname(file) };
      // A folder of that name on the search path means nothing; one that was named exactly does.
      if (state === 'EACCES' || (state === 'EISDIR' && named)) best ??= { code: state, at: file };
    }
  }
  return best ? { found: false, ...best, searched: folders } : { found: false, code: 'ENOENT', searched: folders };
}

/** The folders of a value of PATH, each once. */
export function foldersOf(path: string, platform: NodeJS.Platform): string[] {
  const folders = path.split(separatorOf(platform)).map((folder) => folder.replace(/^"(.*)"$/, '$1'));
  return [...new Set(folders.filter((folder) => folder !== ''))];
}

/** What stands between the folders of PATH. */
export function separatorOf(platform: NodeJS.Platform): ';' | ':' {
  return platform === 'win32' ? ';' : ':';
}

function endings(place: string, pathExt: string | undefined): string[] {
  const list = (pathExt || WINDOWS_ENDINGS).split(';').filter((ending) => ending !== '');
  const tried = list.map((ending) => place + ending.toLowerCase());
  // A name with one of the endings is meant as it is; a bare name such as the shell script beside npx.cmd cannot run.
  return list.some((ending) => place.toLowerCase().endsWith(ending.toLowerCase())) ? [place, ...tried] : tried;
}

/** What is wrong with a working folder; undefined when it can be used. */
export async function folderProblem(cwd: string): Promise<'missing' | 'not-a-folder' | 'no-access' | undefined> {
  try {
    if (!(await stat(cwd)).isDirectory()) return 'not-a-folder';
    await access(cwd, constants.X_OK);
    return undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'EACCES' || code === 'EPERM' ? 'no-access' : 'missing';
  }
}
