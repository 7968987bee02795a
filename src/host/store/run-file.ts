import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { HostError } from '#shared/errors.ts';
import { PRODUCT_NAME } from '#shared/product.ts';
import type { ChildEntry, ChildRegistry } from '../launch/child-registry.ts';
import { processStart, readProcessTable } from '../launch/process-table.ts';
import { killGroupNow, ProcessTree } from '../launch/process-tree.ts';
import { locked } from './json-file.ts';

export type { ChildEntry, ChildRegistry } from '../launch/child-registry.ts';

const HostKind = z.enum(['desktop', 'serve', 'headless']);
export type HostKind = z.infer<typeof HostKind>;

/** A process, and its birth. */
const Mark = z.object({ pid: z.number().int().positive(), start: z.string() });

const RunContent = z.object({
  format: z.literal(1),
  pid: z.number().int().positive(),
  start: z.string(),
  kind: HostKind,
  command: z.array(z.string()),
  children: z.array(Mark.extend({ command: z.string(), strays: z.array(Mark).optional() })),
});
type RunContent = z.infer<typeof RunContent>;

/** This host's entry in run/: who it is and which processes it runs. */
export interface RunFile {
  readonly children: ChildRegistry;
  /** What hosts that are gone had left running; it was ended. */
  readonly swept: ChildEntry[];
  /** Ends every child's group by force at once; the last net, for `process.on('exit')`. */
  endNow(): void;
  /** Takes the entry away. */
  close(): Promise<void>;
}

export interface RunOptions {
  dataDir: string;
  kind: HostKind;
  /** How this host was started. */
  command: string[];
}

/**
 * Ends what dead hosts left behind, then enters this host. Desktop and serve are single per data folder: a second one
 * gets CONFLICT with the first one's pid in `data`.
 */
export async function openRunFile(options: RunOptions): Promise<RunFile> {
  const folder = join(options.dataDir, 'run');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${process.pid}.json`);
  const start = (await processStart(process.pid)) ?? '';
  const enter = async (): Promise<RunFile> => {
    const swept = await sweep(folder);
    const { kind, command } = options;
    const content: RunContent = { format: 1, pid: process.pid, start, kind, command, children: [] };
    write(path, content);
    return entered(path, content, swept);
  };
  // Any number of single commands may run, so none waits for another.
  if (options.kind === 'headless') return enter();
  return locked(join(folder, 'hosts'), async () => {
    const shell = await runningShell(options.dataDir);
    if (shell) throw shellConflict(shell.pid, options.dataDir);
    return enter();
  });
}

/** The desktop app or `serve` that runs on this data folder, this process left out. */
export async function runningShell(dataDir: string): Promise<{ pid: number; kind: HostKind } | undefined> {
  for (const { content } of entries(join(dataDir, 'run'))) {
    if (content.kind === 'headless' || content.pid === process.pid) continue;
    if ((await processStart(content.pid)) === content.start) return { pid: content.pid, kind: content.kind };
  }
  return undefined;
}

function entered(path: string, content: RunContent, swept: ChildEntry[]): RunFile {
  const save = (children: ChildEntry[]): void => {
    content.children = children;
    write(path, content);
  };
  return {
    swept,
    children: {
      add: (child) => save([...content.children, child]),
      strayed: (pid, strays) => {
        const child = content.children.find((one) => one.pid === pid);
        if (!child || JSON.stringify(child.strays ?? []) === JSON.stringify(strays)) return;
        save(content.children.map((one) => (one === child ? { ...one, strays } : one)));
      },
      remove: (pid) => {
        if (content.children.some((child) => child.pid === pid)) save(content.children.filter((c) => c.pid !== pid));
      },
    },
    endNow: () => {
      for (const child of content.children) killGroupNow(child);
    },
    close: async () => rmSync(path, { force: true }),
  };
}

/** Written at once, so that no child is ever missing in it when this process is killed a moment later. */
function write(path: string, content: RunContent): void {
  const temporary = `${path}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    writeFileSync(temporary, JSON.stringify(content), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    // Somebody emptied the data folder while we run.
    mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
    writeFileSync(temporary, JSON.stringify(content), { mode: 0o600, flag: 'wx' });
  }
  renameSync(temporary, path);
}

/** Ends the children of hosts that are gone, whole trees; nothing else. Forgets those hosts. */
async function sweep(folder: string): Promise<ChildEntry[]> {
  const swept: ChildEntry[] = [];
  for (const { path, content } of entries(folder)) {
    if (content.pid !== process.pid && (await processStart(content.pid)) === content.start) continue;
    const ended = await Promise.all(content.children.map(endLeftBehind));
    swept.push(...content.children.filter((_child, index) => ended[index]));
    rmSync(path, { force: true });
  }
  return swept;
}

async function endLeftBehind(child: ChildEntry): Promise<boolean> {
  const same = (await readProcessTable()).get(child.pid)?.start === child.start;
  // Of a dead root only Linux still tells its session apart from a stranger's that came after a restart of the system.
  if (!same && process.platform !== 'linux') return false;
  const tree = new ProcessTree(child);
  if ((await tree.look()).length === 0) return false;
  await tree.signal('SIGTERM');
  await tree.kill();
  return true;
}

function entries(folder: string): { path: string; content: RunContent }[] {
  const found: { path: string; content: RunContent }[] = [];
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return found; // no host ever ran here
  }
  for (const name of names.filter((name) => /^\d+\.json$/.test(name))) {
    const path = join(folder, name);
    const content = readEntry(path);
    if (content) found.push({ path, content });
  }
  return found;
}

function readEntry(path: string): RunContent | undefined {
  try {
    const result = RunContent.safeParse(JSON.parse(readFileSync(path, 'utf8')));
    return result.success ? result.data : undefined;
  } catch {
    return undefined; // its host has just ended and removed it
  }
}

function shellConflict(pid: number, dataDir: string): HostError {
  const text = `${PRODUCT_NAME} already runs on the data folder "${dataDir}" (pid ${pid}). Use that one, end it, or choose another folder with --data-dir.`;
  return new HostError('CONFLICT', text, { pid });
}
