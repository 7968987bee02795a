import { constants } from 'node:fs';
import { access, open, readdir, stat } from 'node:fs/promises';

const FIRST_BYTES = 512;

/** What can be asked of the files of a computer; a test may give another computer's. */
export interface FileView {
  /** Whether a file can be run as a program, or why it cannot. */
  state(file: string): Promise<'runs' | 'ENOENT' | 'EACCES' | 'EISDIR'>;
  /** Names in a folder; none when it cannot be read. */
  names(folder: string): Promise<string[]>;
  /** The first line of a file, at most 512 bytes of it; empty when it cannot be read. */
  firstLine(file: string): Promise<string>;
}

/** The files of this computer. On Windows every file that is there counts as one that runs. */
export function createFileView(platform: NodeJS.Platform): FileView {
  return {
    state: (file) => stateOf(file, platform === 'win32'),
    // A folder that is not there has no names; a usual place mostly is not.
    names: (folder) => readdir(folder).catch(() => []),
    firstLine: (file) => firstLineOf(file).catch(() => ''),
  };
}

async function stateOf(file: string, windows: boolean): ReturnType<FileView['state']> {
  try {
    if ((await stat(file)).isDirectory()) return 'EISDIR';
    if (!windows) await access(file, constants.X_OK);
    return 'runs';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'EACCES' || code === 'EPERM' ? 'EACCES' : 'ENOENT';
  }
}

async function firstLineOf(file: string): Promise<string> {
  // Without waiting: a pipe of that name would never answer.
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!(await handle.stat()).isFile()) return '';
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(FIRST_BYTES), 0, FIRST_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead).split('\n', 1)[0] ?? '';
  } finally {
    await handle.close();
  }
}
