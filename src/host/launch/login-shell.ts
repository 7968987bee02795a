import { execFile } from 'node:child_process';
import { basename } from 'node:path';

const LIMIT_MS = 5000;
const MARK = '__path_of_login_shell__';

/**
 * The PATH a terminal would have, asked of the login shell once. An app started from a dock has a bare one, without
 * what nvm, Homebrew and the like add. Undefined on Windows, and when the shell does not answer within 5 s.
 */
export function loginShellPath(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): Promise<string | undefined> {
  const shell = env.SHELL;
  if (platform === 'win32' || !shell?.startsWith('/')) return Promise.resolve(undefined);
  // fish prints its PATH as a list with spaces; `env` prints what a program gets, whatever the shell is.
  const command = `echo ${MARK}; command env; echo ${MARK}`;
  // nushell and others know no -i together with -c.
  const flags = /^(bash|zsh|fish|ksh|dash|sh)$/.test(basename(shell)) ? '-ilc' : '-lc';
  return new Promise((resolve) => {
    const options = {
      timeout: LIMIT_MS,
      killSignal: 'SIGKILL' as const,
      maxBuffer: 4 * 1024 * 1024,
      env: { ...env, TERM: 'dumb', DISABLE_AUTO_UPDATE: 'true' },
    };
    const child = execFile(shell, [flags, command], options, (_error, stdout) => resolve(pathIn(stdout)));
    // A profile that asks something gets an end of input instead of waiting for ever.
    child.stdin?.on('error', () => undefined).end();
  });
}

/** The last PATH between the marks; profiles may print anything before and after. */
function pathIn(stdout: string): string | undefined {
  const lines = stdout.split(MARK)[1]?.split('\n') ?? [];
  const path = lines.findLast((line) => line.startsWith('PATH='))?.slice('PATH='.length);
  return path === '' ? undefined : path;
}

/** The environment with the folders of a second PATH after its own, each once. */
export function withPath<E extends Readonly<Record<string, string | undefined>>>(env: E, path: string | undefined): E {
  if (path === undefined) return env;
  const folders = [...(env.PATH ?? '').split(':'), ...path.split(':')].filter((folder) => folder !== '');
  return { ...env, PATH: [...new Set(folders)].join(':') };
}
