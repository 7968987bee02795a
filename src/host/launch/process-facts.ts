import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { ProcessFacts } from '#shared/contract.ts';
import type { ProcessEntry } from './process-table.ts';
import { ProcessTree } from './process-tree.ts';

const COMMAND_MS = 5000;
/** Longest command line that is shown. */
const COMMAND_CHARS = 1000;
/** Processes of one server that are shown. */
const SHOWN = 200;
/** Clock ticks a second of /proc/<pid>/stat; the same on every Linux that runs Node. */
const TICKS = 100;
// Places of the fields in /proc/<pid>/stat after the name in parentheses, see proc(5).
const USER_TIME = 11;
const SYSTEM_TIME = 12;
const START = 19;

type Facts = Omit<ProcessFacts, 'pid' | 'ppid'>;

/** The processes of a server, its root first, then in the order they were started. Empty when the root does not live. */
export async function processFacts(root: number): Promise<ProcessFacts[]> {
  const members = (await new ProcessTree({ pid: root }).look()).slice(0, SHOWN);
  if (!members.some(({ pid }) => pid === root)) return [];
  const facts = await factsOf(members);
  const known = members.flatMap(({ pid, ppid }) => {
    const found = facts.get(pid);
    return found ? [{ pid, ppid, ...found }] : [];
  });
  const age = (one: ProcessFacts) => (one.pid === root ? Number.POSITIVE_INFINITY : (one.upMs ?? 0));
  return known.sort((a, b) => age(b) - age(a));
}

async function factsOf(members: readonly ProcessEntry[]): Promise<Map<number, Facts>> {
  const pids = members.map(({ pid }) => pid);
  if (process.platform === 'linux') return linuxFacts(pids);
  if (process.platform === 'win32') return windowsFacts(await run('powershell.exe', windowsArgs(pids)), Date.now());
  return psFacts(await run('ps', ['-o', 'pid=,time=,rss=,etime=,command=', '-p', pids.join(',')]));
}

function linuxFacts(pids: readonly number[]): Map<number, Facts> {
  const upMs = Number(readFileSync('/proc/uptime', 'latin1').split(' ')[0]) * 1000;
  const facts = new Map<number, Facts>();
  for (const pid of pids) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const ticks = (at: number): number => Number(fields[at]) * (1000 / TICKS);
      const rss = /^VmRSS:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
      const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean).join(' ');
      facts.set(pid, {
        command: shown(args === '' ? `[${name}]` : args),
        cpuMs: ticks(USER_TIME) + ticks(SYSTEM_TIME),
        ...(rss === undefined ? {} : { memory: Number(rss) * 1024 }),
        upMs: Math.max(0, Math.round(upMs - ticks(START))),
      });
    } catch (error) {
      // It ended meanwhile, which is what the answer then says.
      if (!(error instanceof Error && 'code' in error)) throw error;
    }
  }
  return facts;
}

/** Reads the output of `ps -o pid=,time=,rss=,etime=,command=`; memory there is in KiB. */
export function psFacts(text: string): Map<number, Facts> {
  const facts = new Map<number, Facts>();
  for (const line of text.split('\n')) {
    const match = /^\s*(\d+)\s+(\S+)\s+(\d+)\s+(\S+)\s+(.*\S)/.exec(line);
    if (!match) continue;
    const [, pid, time = '', rss, etime = '', command = ''] = match;
    facts.set(Number(pid), {
      command: shown(command),
      cpuMs: psMs(time),
      memory: Number(rss) * 1024,
      upMs: psMs(etime),
    });
  }
  return facts;
}

/** `dd-hh:mm:ss.cc` with the larger parts left out as it likes, in milliseconds. */
function psMs(text: string): number {
  const [days, clock] = text.includes('-') ? text.split('-') : ['0', text];
  const seconds = (clock ?? '').split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return Math.round((Number(days) * 86_400 + seconds) * 1000);
}

function windowsArgs(pids: readonly number[]): string[] {
  const which = pids.map((pid) => `ProcessId=${pid}`).join(' or ');
  const line =
    '"$($_.ProcessId) $($_.KernelModeTime + $_.UserModeTime) $($_.WorkingSetSize) $(([DateTimeOffset]$_.CreationDate).ToUnixTimeMilliseconds()) $($_.CommandLine)"';
  const command = `Get-CimInstance Win32_Process -Filter '${which}' | ForEach-Object { ${line} }`;
  return ['-NoProfile', '-NonInteractive', '-Command', command];
}

/** Reads lines of `pid, processor time in 100 ns, bytes, start in Unix milliseconds, command line`. */
export function windowsFacts(text: string, now: number): Map<number, Facts> {
  const facts = new Map<number, Facts>();
  for (const line of text.split('\n')) {
    const match = /^(\d+) (\d+) (\d+) (\d+)(?: (.*\S))?\s*$/.exec(line);
    if (!match) continue;
    const [, pid, time, memory, start, command = ''] = match;
    const cpuMs = Math.round(Number(time) / 10_000);
    facts.set(Number(pid), {
      command: shown(command),
      cpuMs,
      memory: Number(memory),
      upMs: Math.max(0, now - Number(start)),
    });
  }
  return facts;
}

function shown(command: string): string {
  return command.length > COMMAND_CHARS ? `${command.slice(0, COMMAND_CHARS - 1)}…` : command;
}

function run(file: string, args: string[]): Promise<string> {
  return new Promise((resolve) => {
    const env = { ...process.env, LC_ALL: 'C' };
    execFile(file, args, { timeout: COMMAND_MS, windowsHide: true, env }, (_error, stdout) => resolve(stdout));
  });
}
