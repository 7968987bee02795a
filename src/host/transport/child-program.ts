import { type ChildProcessByStdio, spawn as nodeSpawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { TransportError } from '#core/ports.ts';
import type { Exit } from '#shared/session.ts';
import { batchCommand, isBatchFile } from '../launch/batch-command.ts';
import type { ChildRegistry } from '../launch/child-registry.ts';
import { variable } from '../launch/environment.ts';
import { spawnFailure } from '../launch/launch-failures.ts';
import type { LaunchPlan } from '../launch/plan-launch.ts';
import { type ProcessEntry, processStart } from '../launch/process-table.ts';
import { ProcessTree } from '../launch/process-tree.ts';
import { treeMemory } from '../launch/tree-memory.ts';
import type { Program, Rung } from './program.ts';

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** When the tree of a running program is looked over, so that what leaves it later is known: milliseconds, then every last one. */
const LOOKS_MS = [100, 400, 1000, 3000, 10_000];

/** Starts a planned program in a process group of its own, without a shell. Rejects with a TransportError. */
export async function startChild(plan: LaunchPlan & { program: string }, children?: ChildRegistry): Promise<Program> {
  const child = await spawned(plan);
  const pid = child.pid ?? 0;
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  // A late error of the process object (a failed kill) says nothing that `exited` does not say.
  child.on('error', () => undefined);
  const tree = new ProcessTree({ pid });
  const start = await processStart(pid);
  // Without the arguments, which may hold a secret.
  if (start !== undefined) children?.add({ pid, start, command: plan.program });
  const watching = new AbortController();
  void exited.then(() => watching.abort());
  let memory: number | undefined;
  void keepLooking(tree, watching.signal, (members) => {
    memory = treeMemory(members.map((member) => member.pid)) ?? memory;
    const strays = members
      .filter((member) => member.pgid !== pid)
      .map((member) => ({ pid: member.pid, start: member.start }));
    children?.strayed(pid, strays);
  });
  return {
    pid,
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    exited,
    alive: async () => (await tree.look()).length,
    memory: () => memory,
    rungs: rungsOf(tree),
    forget: () => children?.remove(pid),
  };
}

async function spawned(plan: LaunchPlan & { program: string }): Promise<Child> {
  // It only differs from Node's own on Windows, where a script may name its interpreter in its first line.
  const spawn = process.platform === 'win32' ? (await import('cross-spawn')).default.spawn : nodeSpawn;
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void =>
      reject(new TransportError(spawnFailure(plan.program, error.code ?? 'unknown', error.message)));
    try {
      const { file, args, verbatim } = commandOf(plan);
      const start = verbatim ? nodeSpawn : spawn;
      const child = start(file, args, {
        cwd: plan.cwd,
        env: plan.env,
        stdio: ['pipe', 'pipe', 'pipe'],
        detached: process.platform !== 'win32',
        windowsHide: true,
        windowsVerbatimArguments: verbatim,
      }) as Child; // all three are pipes
      child.once('error', fail);
      child.once('spawn', () => {
        child.off('error', fail);
        resolve(child);
      });
    } catch (error) {
      // Node throws at once for some faults, such as a null byte in an argument.
      fail(error instanceof Error ? error : new Error(String(error)));
    }
  });
}

/** Windows runs batch files through cmd.exe only, which needs a quoting of its own. */
function commandOf({ program, args, env }: LaunchPlan & { program: string }) {
  if (process.platform !== 'win32' || !isBatchFile(program)) return { file: program, args, verbatim: false };
  const root = variable(env, 'SystemRoot', 'win32') ?? variable(process.env, 'SystemRoot', 'win32');
  return { ...batchCommand(program, args, root), verbatim: true };
}

function rungsOf(tree: ProcessTree): Rung[] {
  const kill: Rung = {
    text: process.platform === 'win32' ? 'Ended the process tree' : 'Sent SIGKILL',
    act: async () => void (await tree.kill()),
  };
  if (process.platform === 'win32') return [kill];
  return [{ text: 'Sent SIGTERM', act: async () => void (await tree.signal('SIGTERM')) }, kill];
}

async function keepLooking(
  tree: ProcessTree,
  signal: AbortSignal,
  saw: (members: ProcessEntry[]) => void,
): Promise<void> {
  // A look starts a process on Windows, which is too dear to do all the time.
  if (process.platform === 'win32') return;
  const delays = LOOKS_MS.map((ms, index) => ms - (LOOKS_MS[index - 1] ?? 0));
  for (let round = 0; !signal.aborted; round++) {
    try {
      await sleep(delays[Math.min(round, delays.length - 1)], undefined, { signal, ref: false });
    } catch {
      return; // the program ended
    }
    const members = await tree.look();
    if (!signal.aborted) saw(members);
  }
}
