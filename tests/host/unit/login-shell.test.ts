import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createLoginShell } from '#host/launch/login-shell.ts';
import { caseFile } from '../../cases/cases.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wirebench-shell-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let count = 0;
/** A home folder of its own with start files. */
async function home(files: Record<string, string>): Promise<string> {
  count += 1;
  const made = join(folder, `home${count}`);
  await mkdir(join(made, '.config', 'fish'), { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(made, name), text);
  return made;
}

/** A shell that is a script; `$LAST` is the command it is asked to run. */
async function fakeShell(body: string): Promise<string> {
  count += 1;
  const file = join(folder, `shell${count}`);
  await writeFile(file, `#!/bin/sh\nfor LAST; do :; done\n${body}\n`);
  await chmod(file, 0o755);
  return file;
}

const PATH = '/usr/bin:/bin';
const read = (env: Record<string, string>, limitMs = 4000) =>
  createLoginShell({ env: { PATH, ...env }, platform: 'linux', limitMs }).read();

/** True while a process lives; one that nobody has collected yet does not. */
function lives(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

const POSIX_RC = [
  'echo "Welcome to this machine"',
  'printf "\\033[32mgreen\\033[0m"',
  'read answer',
  'sleep 300 &',
  `export PATH="/from/rc:$PATH" TEXT="one`,
  `TWO=two" EMPTY=`,
  'echo last words',
].join('\n');
const FISH_RC = [
  'echo Welcome',
  'sleep 300 &',
  'set -gx PATH /from/rc $PATH',
  'set -gx EMPTY ""',
  'set -gx TEXT one\\nTWO=two',
].join('\n');

/** Real shells, with the start file that a terminal reads. Those that are not installed here are left out. */
const SHELLS = [
  { shell: '/bin/bash', rc: '.bash_profile', text: POSIX_RC },
  { shell: '/bin/sh', rc: '.profile', text: POSIX_RC },
  { shell: '/bin/dash', rc: '.profile', text: POSIX_RC },
  { shell: '/usr/bin/zsh', rc: '.zshrc', text: POSIX_RC },
  { shell: '/usr/bin/fish', rc: '.config/fish/config.fish', text: FISH_RC },
].filter(({ shell }) => existsSync(shell));

describe('the login shell', () => {
  test.each(SHELLS)('$shell tells its whole environment, whatever its start files do', async ({ shell, rc, text }) => {
    const HOME = await home({ [rc]: text });
    const { env, problem } = await read({ SHELL: shell, HOME, KEPT: 'ours', TERM: 'xterm', NODE_OPTIONS: '--ours' });
    expect(problem).toBeUndefined();
    expect(env).toMatchObject({ TEXT: 'one\nTWO=two', EMPTY: '', KEPT: 'ours', HOME, TERM: 'xterm' });
    expect(env?.PATH?.split(':')[0]).toBe('/from/rc');
    expect(Object.keys(env ?? {})).not.toEqual(expect.arrayContaining(['NODE_OPTIONS']));
    expect(Object.keys(env ?? {}).filter((name) => /^(_|PWD|SHLVL|WIREBENCH_.*)$/.test(name))).toEqual([]);
  });

  test('of a desktop start adds what a version manager put into .profile', async () => {
    const HOME = caseFile('files/gui-path/home');
    const { env } = await read({ SHELL: '/bin/bash', HOME });
    expect(env?.CASE_FROM_LOGIN_SHELL).toBe('yes');
    // The machine's own /etc/profile comes before it.
    expect(env?.PATH?.split(':')[0]).toBe(`${HOME}/../bin`);
  });

  test('that leaves at once when it is interactive is asked once more without that', async () => {
    const HOME = await home({ '.bash_profile': 'export SEEN=profile\ncase $- in *i*) exit 3;; esac\n' });
    expect((await read({ SHELL: '/bin/bash', HOME })).env?.SEEN).toBe('profile');
  });

  test('where env knows no -0 is read by lines', async () => {
    const SHELL = await fakeShell('eval "$(printf %s "$LAST" | sed s,env.-0,false,)"');
    const { env } = await read({ SHELL, TEXT: 'one\ntwo three', NEXT: 'x' });
    expect(env).toMatchObject({ TEXT: 'one\ntwo three', NEXT: 'x' });
  });

  test('that prints its commands, or ends with an error, is understood', async () => {
    const SHELL = await fakeShell('echo "running: $LAST"; eval "$LAST"; echo "ran: $LAST"; exit 7');
    expect((await read({ SHELL, SEEN: 'yes' })).env?.SEEN).toBe('yes');
  });

  test('that takes too long is ended with all it started, and why is said', async () => {
    const pids = join(folder, 'pids');
    const SHELL = await fakeShell(`sleep 300 & echo $$ $! > ${pids}; sleep 300`);
    const from = performance.now();
    const answer = await read({ SHELL }, 400);
    expect(performance.now() - from).toBeLessThan(2000);
    expect(answer.env).toBeUndefined();
    expect(answer.problem).toMatch(/^The login shell \/.* did not tell its environment: it took longer than \d+ ms\.$/);
    const started = (await readFile(pids, 'utf8')).trim().split(' ').map(Number);
    expect(started).toHaveLength(2);
    await vi.waitFor(() => expect(started.filter(lives)).toEqual([]));
  });

  test('that holds a lock when its time is over gets to release it', async () => {
    const lock = join(folder, 'lock');
    // A helper of the start files, as a version manager has one: its trap runs when a terminal closes, not when it is killed.
    const helper = `/bin/bash -c 'trap "rm -f ${lock}" EXIT; touch ${lock}; sleep 30; :'`;
    const SHELL = await fakeShell(`${helper}\neval "$LAST"`);
    const { problem } = await read({ SHELL }, 800);
    expect(problem).toContain('it took longer than 800 ms');
    await vi.waitFor(() => expect(existsSync(lock)).toBe(false), { timeout: 3000 });
  });

  test('that never stops printing is ended', async () => {
    const SHELL = await fakeShell('yes');
    expect((await read({ SHELL })).problem).toContain('more than 4 MB');
  });

  test('that cannot be asked says so', async () => {
    expect((await read({ SHELL: '/no/such/shell' })).problem).toContain('ENOENT');
    expect((await read({ SHELL: await fakeShell('exit 3') })).problem).toContain('code 3');
    expect((await read({})).problem).toBe('This account has no login shell that could be asked.');
    const named = createLoginShell({ env: { PATH, SEEN: 'yes' }, shell: '/bin/sh', platform: 'linux' });
    expect((await named.read()).env?.SEEN).toBe('yes');
    expect(await createLoginShell({ env: { SHELL: '/bin/sh' }, platform: 'win32' }).read()).toEqual({});
  });

  test('is asked once, and left in peace when the app ends', async () => {
    const asked = join(folder, 'asked');
    const SHELL = await fakeShell(`echo x >> ${asked}; eval "$LAST"`);
    const shell = createLoginShell({ env: { PATH, SHELL }, platform: 'linux' });
    await Promise.all([shell.read(), shell.read()]);
    await shell.read();
    expect(await readFile(asked, 'utf8')).toBe('x\n');

    const slow = createLoginShell({ env: { PATH, SHELL: await fakeShell('sleep 300') }, platform: 'linux' });
    const answer = slow.read();
    slow.close();
    expect((await answer).problem).toContain('closing');
  });
});
