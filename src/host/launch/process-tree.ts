import { execFile } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ProcessEntry, type ProcessTable, processStartNow, readProcessTable } from './process-table.ts';

const KILL_ROUNDS = 40;
const KILL_PAUSE_MS = 25;

/** What is known of a process that is the root of a tree; `start` is its birth mark. */
export interface TreeRoot {
  pid: number;
  start?: string;
  /** Members that were seen before, by an earlier host. */
  strays?: { pid: number; start: string }[] | undefined;
}

/**
 * A process with everything that came from it. Members are told by parent, by the group and session the root opened,
 * on Linux also by the root's own pipes, and once seen they stay members: also re-parented and in a group of their own.
 * A pid is only ever signalled while the process that was seen under it still lives.
 */
export class ProcessTree {
  readonly #root: TreeRoot;
  readonly #known = new Map<number, string>();
  readonly #pipes: ReadonlySet<string>;

  /** The root must have been started as the leader of its own group (`detached`) on POSIX systems. */
  constructor(root: TreeRoot) {
    const start = root.start ?? processStartNow(root.pid);
    this.#root = { pid: root.pid, ...(start === undefined ? {} : { start }) };
    // Of a process that took over the pid the pipes would lead to strangers.
    const same = start !== undefined && processStartNow(root.pid) === start;
    this.#pipes = new Set(same ? pipesOf(root.pid) : []);
    if (start !== undefined) this.#known.set(root.pid, start);
    for (const stray of root.strays ?? []) this.#known.set(stray.pid, stray.start);
  }

  /** Living members, newly found ones remembered. */
  async look(): Promise<ProcessEntry[]> {
    const table = await readProcessTable();
    const now = table.get(this.#root.pid);
    if (now && this.#root.start === undefined) {
      this.#root.start = now.start;
      this.#known.set(now.pid, now.start);
    }
    const members = new Map<number, ProcessEntry>();
    for (const entry of table.values()) {
      if (this.#known.get(entry.pid) === entry.start || this.#marked(entry, table)) members.set(entry.pid, entry);
    }
    addDescendants(members, table);
    members.delete(process.pid);
    for (const entry of members.values()) this.#known.set(entry.pid, entry.start);
    return [...members.values()];
  }

  /** Sends a signal to every living member; tells how many there were. On Windows every signal ends the tree by force. */
  async signal(signal: 'SIGTERM' | 'SIGKILL'): Promise<number> {
    const members = await this.look();
    if (process.platform === 'win32') {
      await Promise.all(members.map((member) => taskkill(member.pid)));
      return members.length;
    }
    const group = this.#root.pid;
    // The whole group at once, so that a member cannot slip away by forking between two signals.
    if (members.some((member) => member.pgid === group)) send(-group, signal);
    for (const member of members) if (member.pgid !== group) send(member.pid, signal);
    return members.length;
  }

  /** Kills until nothing is left; gives what could not be killed. */
  async kill(): Promise<ProcessEntry[]> {
    for (let round = 0; round < KILL_ROUNDS; round++) {
      if ((await this.signal('SIGKILL')) === 0) return [];
      await sleep(KILL_PAUSE_MS);
    }
    return await this.look();
  }

  /** True when the entry carries a mark only the root can have given it. */
  #marked(entry: ProcessEntry, table: ProcessTable): boolean {
    const { pid, start } = this.#root;
    const holder = table.get(pid);
    // While a group lives its number is not given to a new process: a stranger under it means the group is gone.
    if (holder && holder.start !== start) return false;
    const bornInThisBoot = start === undefined || bootOf(start) === bootOf(entry.start);
    if (bornInThisBoot && start !== undefined && (entry.sid === pid || entry.pgid === pid)) return true;
    // Pipes are only handed down; looking at those of every process of a computer takes long.
    if (start !== undefined && isOlder(entry.start, start)) return false;
    return this.#pipes.size > 0 && pipesOf(entry.pid).some((pipe) => this.#pipes.has(pipe));
  }
}

/** Ends the group of a process and what left it at once; for the moment this process itself ends. */
export function killGroupNow(root: { pid: number; start: string; strays?: TreeRoot['strays'] }): void {
  if (process.platform === 'win32') {
    execFile('taskkill', ['/PID', String(root.pid), '/T', '/F'], { windowsHide: true }, () => undefined);
    return;
  }
  const now = processStartNow(root.pid);
  if (now === undefined || now === root.start) send(-root.pid, 'SIGKILL');
  // Only Linux tells at once whether it is still the same process.
  for (const { pid, start } of root.strays ?? []) if (processStartNow(pid) === start) send(pid, 'SIGKILL');
}

function bootOf(start: string): string {
  const colon = start.indexOf(':');
  // Only Linux marks carry a boot; the date of `ps` has colons too, but spaces before them.
  return colon > 0 && !start.includes(' ') ? start.slice(0, colon) : '';
}

/** True when one mark of this boot's clock ticks is before the other; only Linux has such marks. */
function isOlder(one: string, other: string): boolean {
  const boot = bootOf(one);
  if (boot === '' || boot !== bootOf(other)) return false;
  return Number(one.slice(boot.length + 1)) < Number(other.slice(boot.length + 1));
}

function addDescendants(members: Map<number, ProcessEntry>, table: ProcessTable): void {
  const children = new Map<number, ProcessEntry[]>();
  for (const entry of table.values()) {
    const siblings = children.get(entry.ppid);
    if (siblings) siblings.push(entry);
    else children.set(entry.ppid, [entry]);
  }
  const queue = [...members.values()];
  for (let next = queue.pop(); next; next = queue.pop()) {
    for (const child of children.get(next.pid) ?? []) {
      if (members.has(child.pid)) continue;
      members.set(child.pid, child);
      queue.push(child);
    }
  }
}

/** The pipes and sockets that are a process's stdin, stdout and stderr; empty where this cannot be read. */
function pipesOf(pid: number): string[] {
  if (process.platform !== 'linux' || pid === process.pid) return [];
  const pipes: string[] = [];
  for (const fd of [0, 1, 2]) {
    try {
      const target = readlinkSync(`/proc/${pid}/fd/${fd}`);
      if (target.startsWith('socket:') || target.startsWith('pipe:')) pipes.push(target);
    } catch {
      return pipes; // another user's process, or it ended
    }
  }
  return pipes;
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // ESRCH: it ended by itself. EPERM: it runs as somebody else; `look` goes on counting it.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}

function taskkill(pid: number): Promise<void> {
  return new Promise((resolve) => {
    execFile('taskkill', ['/PID', String(pid), '/T', '/F'], { windowsHide: true }, () => resolve());
  });
}
