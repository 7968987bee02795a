import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** A living process and how it was started. */
export interface LiveProcess {
  pid: number;
  command: string;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return ''; // it ended meanwhile, or belongs to somebody else
  }
}

function fromProc(marker: string): LiveProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => read(`/proc/${name}/environ`).includes(marker))
    .map((name) => ({ pid: Number(name), command: read(`/proc/${name}/cmdline`).replaceAll('\0', ' ').trim() }));
}

function fromPs(marker: string): LiveProcess[] {
  const { stdout } = spawnSync('ps', ['axeww', '-o', 'pid=,command='], { encoding: 'utf8', timeout: 10_000 });
  return (stdout ?? '')
    .split('\n')
    .filter((line) => line.includes(marker))
    .map((line) => ({ pid: Number.parseInt(line, 10), command: line.trim().slice(0, 200) }));
}

/**
 * Processes that have `marker` in their environment, so children of children too. A test puts its own temp folder into
 * TMPDIR, which the app hands on to every server it starts. Windows shows no environments: there the list is empty.
 */
export function processesAlive(marker: string): LiveProcess[] {
  if (process.platform === 'linux') return fromProc(marker);
  return process.platform === 'win32' ? [] : fromPs(marker);
}
