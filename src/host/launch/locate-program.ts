import { posix, win32 } from 'node:path';
import type { LaunchFacts } from '#shared/session.ts';
import { foldersOf, isPath, type ProgramAnswer, type ProgramQuery, resolveProgram } from './resolve-program.ts';

export interface LocateQuery extends ProgramQuery {
  /** Folders of `path` that only the login shell knew. */
  fromShell: readonly string[];
  /** The PATH of the login shell, where it was asked. */
  shellPath: string | undefined;
  /** Where version managers and installers put programs. */
  usual(): Promise<string[]>;
}

export interface LocatedProgram {
  found: true;
  /** Absolute. */
  program: string;
  foundIn: string;
  foundBy: NonNullable<LaunchFacts['foundBy']>;
  /** Folders its PATH lacks: that of the program, to go before the others, and that of its interpreter. */
  add: { folder: string; why: 'program' | 'interpreter'; name: string }[];
}

export type Located = LocatedProgram | Extract<ProgramAnswer, { found: false }>;

type Elsewhere = Pick<LocatedProgram, 'program' | 'foundIn' | 'foundBy'>;

/**
 * Finds a program on the PATH it will have, then on the login shell's, then in the usual places. Also says which folders
 * its PATH lacks: the program's own, and that of the interpreter its first line asks for, such as node for npx.
 */
export async function locateProgram(query: LocateQuery): Promise<Located> {
  const here = await resolveProgram(query);
  const elsewhere = here.found ? undefined : await lookElsewhere(query);
  if (!here.found && !elsewhere) return here;
  const found: Elsewhere = elsewhere ?? { ...foundHere(here), foundBy: foundByOf(query, here) };
  const name = baseName(query);
  const add: LocatedProgram['add'] = elsewhere ? [{ folder: elsewhere.foundIn, why: 'program', name }] : [];
  const interpreter = await interpreterOf(query, found.program);
  const folder = interpreter === undefined ? undefined : await folderOf(interpreter, query, found.foundIn);
  if (folder !== undefined && interpreter !== undefined && !add.some((one) => one.folder === folder)) {
    add.push({ folder, why: 'interpreter', name: interpreter });
  }
  return { found: true, ...found, add };
}

function foundHere(here: ProgramAnswer): { program: string; foundIn: string } {
  return here.found ? { program: here.program, foundIn: here.foundIn } : { program: '', foundIn: '' };
}

function baseName({ command, platform }: ProgramQuery): string {
  return (platform === 'win32' ? win32 : posix).basename(command);
}

function foundByOf(query: LocateQuery, here: ProgramAnswer): LocatedProgram['foundBy'] {
  if (isPath(query.command, query.platform)) return 'path';
  const path = query.platform === 'win32' ? win32 : posix;
  const known = query.fromShell.map((folder) => path.resolve(query.cwd, folder));
  return here.found && known.includes(here.foundIn) ? 'shell' : 'search';
}

async function lookElsewhere(query: LocateQuery): Promise<Elsewhere | undefined> {
  if (isPath(query.command, query.platform)) return undefined;
  const onShell = query.shellPath === undefined ? undefined : await resolveProgram({ ...query, path: query.shellPath });
  if (onShell?.found) return { program: onShell.program, foundIn: onShell.foundIn, foundBy: 'shell' };
  const usual = await resolveProgram({ ...query, path: joined(await query.usual(), query.platform) });
  return usual.found ? { program: usual.program, foundIn: usual.foundIn, foundBy: 'usual' } : undefined;
}

function joined(folders: readonly string[], platform: NodeJS.Platform): string {
  return folders.join(platform === 'win32' ? ';' : ':');
}

const NODE_SCRIPT = /^(?:npx|npm|pnpm|pnpx|yarn|corepack)(?:\.cmd|\.ps1)?$/i;

/** The program that the first line of a script asks `env` for. On Windows known by the name of the script. */
async function interpreterOf(query: LocateQuery, program: string): Promise<string | undefined> {
  if (query.platform === 'win32') return NODE_SCRIPT.test(win32.basename(program)) ? 'node' : undefined;
  const line = await query.files.firstLine(program);
  return /^#!\s*\S*\/env\s+(?:-S\s+)?([\w.+-]+)(?:\s|$)/.exec(line)?.[1];
}

/** The folder of an interpreter that is not on the child's PATH; undefined when it is, or when it is nowhere. */
async function folderOf(name: string, query: LocateQuery, beside: string): Promise<string | undefined> {
  const ask = { ...query, command: name };
  if ((await resolveProgram(ask)).found) return undefined;
  const folders = [beside, ...foldersOf(query.shellPath ?? '', query.platform), ...(await query.usual())];
  const found = await resolveProgram({ ...ask, path: joined(folders, query.platform) });
  return found.found ? found.foundIn : undefined;
}
