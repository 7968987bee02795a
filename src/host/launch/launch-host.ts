import { homedir, userInfo } from 'node:os';
import { createLoginShell } from './login-shell.ts';
import type { LaunchHost } from './plan-launch.ts';

/** This computer, for every start of one host. */
export interface OpenLaunchHost extends LaunchHost {
  /** Ends a login shell that is still being asked. */
  close(): void;
}

/** `when`: see `HostOptions.loginShell`. */
export function openLaunchHost(when: 'early' | 'needed' | undefined): OpenLaunchHost {
  const { platform, env } = process;
  const shell = createLoginShell({ env, platform, shell: shellOfAccount() });
  if (when === 'early') void shell.read();
  return {
    platform,
    env,
    home: homedir(),
    shell: { read: shell.read, when: when === 'needed' ? 'needed' : 'always' },
    close: shell.close,
  };
}

/** A service may be started without SHELL. */
function shellOfAccount(): string | undefined {
  try {
    return userInfo().shell ?? undefined;
  } catch {
    return undefined; // an account without an entry, as in some containers
  }
}
