import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '#shared/errors.ts';
import { ownVariables } from './environment.ts';
import { formatDuration } from './evidence.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** What the login shell said of its environment. */
export interface ShellAnswer {
  /** Every variable a terminal would have; absent when there is no answer. */
  env?: Record<string, string>;
  /** Why there is no answer, a sentence. Absent on Windows too, where no shell is asked. */
  problem?: string;
}

/** The environment of a terminal, asked for once. */
export interface LoginShell {
  /** The answer; the first call asks. Never rejects. */
  read(): Promise<ShellAnswer>;
  /** Ends a shell that is still being asked. */
  close(): void;
}

export interface LoginShellOptions {
  /** The environment of this app; `SHELL` in it is the shell that is asked. */
  env: Variables;
  /** The shell of the account, asked when `SHELL` names none. */
  shell?: string | undefined;
  platform: NodeJS.Platform;
  /** How long all of it may take, milliseconds. */
  limitMs?: number;
}

const LIMIT_MS = 5000;
/** How long a shell that has answered gets to end by itself, milliseconds. */
const GRACE_MS = 300;
/** How long all of it gets to tidy up when it is told that its terminal is gone, milliseconds. */
const TIDY_MS = 1000;
const MOST_BYTES = 4 * 1024 * 1024;
/** What the question itself or any shell sets, which says nothing about a terminal. */
const OF_THE_QUESTION =
  /^(?:_|SHLVL|PWD|OLDPWD|TERM|DISABLE_AUTO_UPDATE|ZSH_TMUX_AUTOSTART|WIREBENCH_READS_ENVIRONMENT)$/;
/** Start files may look at the last one and leave out what is slow. */
const FOR_THE_QUESTION = {
  TERM: 'dumb',
  DISABLE_AUTO_UPDATE: 'true',
  ZSH_TMUX_AUTOSTART: 'false',
  WIREBENCH_READS_ENVIRONMENT: '1',
};

/** An app started from a dock has a bare environment; the login shell knows what nvm, Homebrew and the like add to it. */
export function createLoginShell(options: LoginShellOptions): LoginShell {
  const closing = new AbortController();
  let answer: Promise<ShellAnswer> | undefined;
  return {
    read: () => {
      answer ??= readLoginShell(options, closing.signal);
      return answer;
    },
    close: () => closing.abort(),
  };
}

async function readLoginShell(options: LoginShellOptions, signal: AbortSignal): Promise<ShellAnswer> {
  const { env, platform, limitMs = LIMIT_MS } = options;
  if (platform === 'win32') return {};
  const shell = env.SHELL || options.shell;
  if (!shell?.startsWith('/')) return { problem: 'This account has no login shell that could be asked.' };
  const until = performance.now() + limitMs;
  let last: Outcome | undefined;
  // Interactive first, because many put their PATH into a file that is only read then. A second try is for files that
  // replace or leave an interactive shell.
  for (const flags of flagsOf(basename(shell))) {
    const left = until - performance.now();
    if (left < limitMs / 10) break;
    // Some faults are thrown, such as an environment that is too large.
    last = await ask({ shell, flags, env, ms: left, signal }).catch((error: unknown) => ({ why: messageOf(error) }));
    if (last.text !== undefined) return { env: variablesIn(last.text, env) };
    if (last.late) break;
  }
  return { problem: `The login shell ${shell} did not tell its environment: ${last?.why ?? 'there was no time'}.` };
}

/** csh takes -l only alone, so it is asked as an interactive shell only. */
function flagsOf(shell: string): string[][] {
  return /^t?csh$/.test(shell)
    ? [['-ic'], ['-c']]
    : [
        ['-i', '-l', '-c'],
        ['-l', '-c'],
      ];
}

interface Question {
  shell: string;
  flags: readonly string[];
  env: Variables;
  ms: number;
  signal: AbortSignal;
}

interface Outcome {
  /** What stood between the marks. */
  text?: string;
  why?: string;
  late?: boolean;
}

function ask({ shell, flags, env, ms, signal }: Question): Promise<Outcome> {
  const id = randomBytes(6).toString('hex');
  const mark = `wirebench-${id}`;
  // One plain program with quoted text is written alike in every shell. The mark is put together only when it runs, so
  // that a shell which prints its commands does not print a mark.
  const say = `printf "%s%s" wirebench- ${id}`;
  const command = `/bin/sh -c '${say}; /usr/bin/env -0 2>/dev/null || /usr/bin/env; ${say}'`;
  return new Promise((resolve) => {
    if (signal.aborted) return resolve({ why: 'this app is closing', late: true });
    const child = spawn(shell, [...flags, command], {
      env: { ...ownVariables(env), ...FOR_THE_QUESTION },
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    const stop = () => settle({ why: 'this app is closing', late: true });
    const timer = setTimeout(() => settle({ why: `it took longer than ${formatDuration(ms)}`, late: true }), ms);
    const chunks: Buffer[] = [];
    let bytes = 0;
    let settled = false;
    const settle = (outcome: Outcome): void => {
      // Its group is ended once: later the number may be that of a stranger.
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      child.stdout.removeAllListeners('data').destroy();
      endGroup(child, outcome.text === undefined ? 0 : GRACE_MS);
      resolve(outcome);
    };
    signal.addEventListener('abort', stop);
    child.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > MOST_BYTES) return settle({ why: 'it printed more than 4 MB', late: true });
      // Not its end is waited for: what its start files put into the background may keep its output open.
      const text = between(chunks, mark);
      if (text !== undefined) settle({ text });
    });
    child.once('error', (error) => settle({ why: error.message }));
    child.once('close', (code) => settle({ why: `it ended with ${code === null ? 'a signal' : `code ${code}`}` }));
  });
}

/**
 * Ends a shell and all it started in its group; one that has answered gets a moment to end by itself. They are told as
 * by a terminal that closes: start files hold locks, and a lock left behind makes every later terminal wait for it.
 */
function endGroup(child: ChildProcess, graceMs: number): void {
  const { pid } = child;
  if (pid === undefined) return;
  const send = (signal: 'SIGHUP' | 'SIGKILL'): boolean => {
    try {
      return process.kill(-pid, signal);
    } catch {
      return false; // all of it has ended
    }
  };
  const hangUp = (): void => {
    clearTimeout(timer);
    child.off('exit', hangUp);
    // Once nothing of the group lives its number may be that of a stranger.
    if (send('SIGHUP')) void killLater(pid, send);
  };
  const timer = setTimeout(hangUp, graceMs);
  if (graceMs === 0) hangUp();
  else child.once('exit', hangUp);
}

async function killLater(pid: number, send: (signal: 'SIGKILL') => boolean): Promise<void> {
  for (const until = performance.now() + TIDY_MS; performance.now() < until; ) {
    await sleep(50);
    if (!groupLives(pid)) return;
  }
  send('SIGKILL');
}

function groupLives(pid: number): boolean {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
}

function between(chunks: readonly Buffer[], mark: string): string | undefined {
  // The end mark comes last: most chunks of a noisy shell need no joining.
  if (chunks.length > 4 && !Buffer.concat(chunks.slice(-4)).includes(mark)) return undefined;
  const all = Buffer.concat(chunks);
  const from = all.indexOf(mark);
  const end = from < 0 ? -1 : all.indexOf(mark, from + mark.length);
  return end < 0 ? undefined : all.toString('utf8', from + mark.length, end);
}

/** Reads `NAME=value` entries, parted by null bytes or else by lines; a line that begins none goes on with the last. */
function variablesIn(text: string, ours: Variables): Record<string, string> {
  const found: Record<string, string> = {};
  let last: string | undefined;
  const whole = text.includes('\0');
  for (const entry of text.replace(/\0$/, '').split(whole ? '\0' : '\n')) {
    const cut = entry.indexOf('=');
    const name = cut < 0 ? '' : entry.slice(0, cut);
    const begins = whole ? cut > 0 : /^[A-Za-z_]\w*$/.test(name);
    if (begins) {
      last = name;
      found[name] = entry.slice(cut + 1);
    } else if (!whole && last !== undefined) found[last] += `\n${entry}`;
  }
  if (!whole && last !== undefined) found[last] = found[last]?.replace(/\n$/, '') ?? '';
  const kept = Object.entries(found).filter(([name]) => !OF_THE_QUESTION.test(name));
  return { ...Object.fromEntries(kept), ...(ours.TERM === undefined ? {} : { TERM: ours.TERM }) };
}
