import { access, constants, stat } from 'node:fs/promises';
import { posix, win32 } from 'node:path';

export interface ProgramQuery {
  /** As configured: a name, a relative path or an absolute one. */
  command: string;
  /** Absolute; relative paths with a slash start here. */
  cwd: string;
  /** The value of PATH the program gets. */
  path: string;
  /** Windows: the value of PATHEXT. */
  pathExt?: string;
  platform: NodeJS.Platform;
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

/** Finds the program a command means, as the system would, without starting anything. */
export async function resolveProgram(query: ProgramQuery): Promise<ProgramAnswer> {
  const windows = query.platform === 'win32';
  const path = windows ? win32 : posix;
  const isPath = windows ? /[\\/]|^[a-z]:/i.test(query.command) : query.command.includes('/');
  const folders = isPath ? [] : foldersOf(query.path, windows);
  const places = isPath
    ? [path.resolve(query.cwd, query.command)]
    : folders.map((folder) => path.resolve(query.cwd, folder, query.command));
  let best: { code: 'EACCES' | 'EISDIR'; at: string } | undefined;
  for (const place of places) {
    for (const file of windows ? endings(place, query.pathExt) : [place]) {
      const state = await stateOf(file, windows);
      if (state === 'runs') return { found: true, program: file, foundIn: path.dirname(file) };
      // A folder of that name on the search path means nothing; one that was named exactly does.
      if (state === 'EACCES' || (state === 'EISDIR' && isPath)) best ??= { code: state, at: file };
    }
  }
  return best ? { found: false, ...best, searched: folders } : { found: false, code: 'ENOENT', searched: folders };
}

function foldersOf(path: string, windows: boolean): string[] {
  const folders = path.split(windows ? ';' : ':').map((folder) => folder.replace(/^"(.*)"$/, '$1'));
  return [...new Set(folders.filter((folder) => folder !== ''))];
}

function endings(place: string, pathExt: string | undefined): string[] {
  const list = (pathExt || WINDOWS_ENDINGS).split(';').filter((ending) => ending !== '');
  const tried = list.map((ending) => place + ending.toLowerCase());
  // A name with one of the endings is meant as it is; a bare name such as the shell script beside npx.cmd cannot run.
  return list.some((ending) => place.toLowerCase().endsWith(ending.toLowerCase())) ? [place, ...tried] : tried;
}

async function stateOf(file: string, windows: boolean): Promise<'runs' | 'ENOENT' | 'EACCES' | 'EISDIR'> {
  try {
    const found = await stat(file);
    if (found.isDirectory()) return 'EISDIR';
    if (!windows) await access(file, constants.X_OK);
    return 'runs';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'EACCES' || code === 'EPERM' ? 'EACCES' : 'ENOENT';
  }
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
