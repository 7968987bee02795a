import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { inject } from 'vitest';
import type { Endpoint } from '#shared/config.ts';
import type { HostJob } from './host-process.ts';

/** A host in a process of its own. */
export interface HostChild {
  pid: number;
  /** Process of its server, 0 without one. */
  server: number;
  /** Sends a signal and waits for its end; gives the exit code, null after a signal. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

/** Starts a host on a data folder and waits until it, and its server if it has one, is ready. */
export async function startHostChild(dataDir: string, endpoint?: Endpoint): Promise<HostChild> {
  const { host, demo, check } = inject('entries');
  const job: HostJob = { dataDir, entries: { demo, check }, ...(endpoint ? { endpoint } : {}) };
  const child = spawn(process.execPath, [host, JSON.stringify(job)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  const first = once(createInterface(child.stdout), 'line') as Promise<[string]>; // that is what `line` carries
  const line = await Promise.race([first.then(([text]) => text), exit.then(([code]) => `exit ${code}`)]);
  if (!line.startsWith('{')) throw new Error(`The host did not start: ${line}`);
  const { pid, server } = JSON.parse(line) as { pid: number; server: number | null }; // host-process.ts wrote it
  return {
    pid,
    server: server ?? 0,
    end: async (signal) => {
      child.kill(signal);
      const [code] = await exit;
      return code;
    },
  };
}
