import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, inject } from 'vitest';
import { type FixtureName, fixture } from '../../servers/servers.ts';

/** How a run of the command line ended. */
export interface CliEnd {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A run of the command line that is under way. */
export interface CliRun {
  child: ChildProcess;
  /** Resolves when stderr holds the text. */
  says(text: string): Promise<void>;
  end: Promise<CliEnd>;
}

/** Longer than any of these runs takes on a busy machine, shorter than a test. */
const LIMIT_MS = 25_000;

/** The command line in processes of its own, on a data folder that is new for each test. */
export interface CliKit {
  dataDir(): Promise<string>;
  /** `input` is what stands on its standard input. */
  start(args: string[], env?: Record<string, string>, input?: string): Promise<CliRun>;
  run(args: string[], env?: Record<string, string>, input?: string): Promise<CliEnd>;
}

export function cliKit(): CliKit {
  const folders: string[] = [];
  const children = new Set<ChildProcess>();
  let current: Promise<string> | undefined;
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL');
    current = undefined;
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  const dataDir = (): Promise<string> => {
    current ??= mkdtemp(join(tmpdir(), 'wirebench-cli-')).then((folder) => {
      folders.push(folder);
      return folder;
    });
    return current;
  };
  const start = async (args: string[], env: Record<string, string> = {}, input?: string): Promise<CliRun> => {
    // Tests touch no keyring of the person who runs them.
    const own = { WIREBENCH_DATA: await dataDir(), WIREBENCH_FIXTURE_MAX_MS: '60000', WIREBENCH_SECRETS: 'file' };
    const given = { ...process.env, ...own, ...env };
    const child = spawn(process.execPath, [inject('entries').cli, ...args], {
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      env: given,
    });
    child.stdin?.end(input);
    children.add(child);
    const run = follow(child);
    void run.end.finally(() => children.delete(child));
    return run;
  };
  return { dataDir, start, run: async (...given) => (await start(...given)).end };
}

function follow(child: ReturnType<typeof spawn>): CliRun {
  const text = { stdout: '', stderr: '' };
  const heard = new Set<() => void>();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (part: string) => {
      text[name] += part;
      for (const fn of heard) fn();
    });
  }
  const limit = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
  const end = once(child, 'close').then(([code]): CliEnd => {
    clearTimeout(limit);
    return { code, ...text };
  });
  const says = (wanted: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => void (text.stderr.includes(wanted) && resolve());
      heard.add(look);
      look();
      void end.then(() => reject(new Error(`It ended without saying "${wanted}": ${text.stderr}`)));
    });
  return { child, says, end };
}

/** The end of a command line that runs a fixture server on stdio. */
export function program(name: FixtureName, ...flags: string[]): string[] {
  return ['--', process.execPath, fixture(name), ...flags];
}

/** The end of a command line that runs the demo server on stdio. */
export function demoProgram(...flags: string[]): string[] {
  return ['--', process.execPath, inject('entries').cli, 'demo-server', ...flags];
}
