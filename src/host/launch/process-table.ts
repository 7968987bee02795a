import { execFile } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';

/** One living process. `start` names its birth, so that a reused pid is never taken for it. */
export interface ProcessEntry {
  pid: number;
  ppid: number;
  /** Process group and session, where the system has them. */
  pgid?: number;
  sid?: number;
  start: string;
}

/** Living processes by pid; dead ones that nobody has collected yet are left out. */
export type ProcessTable = Map<number, ProcessEntry>;

const COMMAND_MS = 5000;
// Places of the fields in /proc/<pid>/stat after the name in parentheses, see proc(5).
const STATE = 0;
const PPID = 1;
const PGRP = 2;
const SESSION = 3;
const START = 19;
/** More than the longest line: 52 numbers and a name of 64 bytes at most. */
const STAT_BYTES = 2048;

/** Reads the processes of this computer: /proc on Linux, `ps` on other POSIX systems, PowerShell on Windows. */
export async function readProcessTable(platform: NodeJS.Platform = process.platform): Promise<ProcessTable> {
  if (platform === 'linux') return linuxTable();
  if (platform === 'win32') return windowsTable(await run('powershell.exe', WINDOWS_ARGS));
  return psTable(await run('ps', ['-axo', 'pid=,ppid=,pgid=,stat=,lstart=']));
}

/** The birth mark of a process, or undefined when it does not live. */
export async function processStart(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return linuxEntry(pid, bootMark())?.start;
  return (await readProcessTable()).get(pid)?.start;
}

/** As `processStart`, at once; only Linux can tell that. */
export function processStartNow(pid: number): string | undefined {
  return process.platform === 'linux' ? linuxEntry(pid, bootMark())?.start : undefined;
}

/** Names this run of the system: birth marks of different boots never match. */
function bootMark(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').slice(0, 8);
  } catch {
    return 'boot'; // not readable in some sandboxes; the clock ticks still tell processes apart
  }
}

function linuxTable(): ProcessTable {
  const table: ProcessTable = new Map();
  const boot = bootMark();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const entry = linuxEntry(pid, boot);
    if (entry) table.set(pid, entry);
  }
  return table;
}

function linuxEntry(pid: number, boot: string): ProcessEntry | undefined {
  const stat = readStat(pid);
  if (stat === undefined) return undefined;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[STATE] === 'Z' || fields[STATE] === 'X') return undefined;
  const number = (at: number): number => Number(fields[at]);
  return { pid, ppid: number(PPID), pgid: number(PGRP), sid: number(SESSION), start: `${boot}:${fields[START] ?? ''}` };
}

/** The line of a process; undefined when it ended meanwhile. Read by hand: `readFileSync` asks for each file's size too. */
function readStat(pid: number): string | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(`/proc/${pid}/stat`, 'r');
    const line = Buffer.allocUnsafe(STAT_BYTES);
    return line.toString('latin1', 0, readSync(fd, line, 0, STAT_BYTES, 0));
  } catch {
    return undefined; // as said above
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** Reads the output of `ps -axo pid=,ppid=,pgid=,stat=,lstart=`. */
export function psTable(text: string): ProcessTable {
  const table: ProcessTable = new Map();
  for (const line of text.split('\n')) {
    const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*\S)/.exec(line);
    if (!match || match[4]?.startsWith('Z')) continue;
    const pid = Number(match[1]);
    table.set(pid, { pid, ppid: Number(match[2]), pgid: Number(match[3]), start: match[5] ?? '' });
  }
  return table;
}

const WINDOWS_ARGS = [
  '-NoProfile',
  '-NonInteractive',
  '-Command',
  'Get-CimInstance Win32_Process | ForEach-Object { "$($_.ProcessId) $($_.ParentProcessId) $($_.CreationDate.Ticks)" }',
];

/** Reads lines of `pid ppid ticks`. */
export function windowsTable(text: string): ProcessTable {
  const table: ProcessTable = new Map();
  for (const line of text.split('\n')) {
    const match = /^(\d+) (\d+) (\d*)\s*$/.exec(line);
    if (!match) continue;
    const pid = Number(match[1]);
    table.set(pid, { pid, ppid: Number(match[2]), start: match[3] ?? '' });
  }
  return table;
}

function run(file: string, args: string[]): Promise<string> {
  return new Promise((resolve) => {
    const env = { ...process.env, LC_ALL: 'C' };
    const options = { timeout: COMMAND_MS, maxBuffer: 16 * 1024 * 1024, windowsHide: true, env };
    // Without an answer nothing is known of any process, and then none is ended by its number.
    execFile(file, args, options, (_error, stdout) => resolve(stdout));
  });
}
