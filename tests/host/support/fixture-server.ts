import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type FixtureName, fixture } from '../../servers/servers.ts';

/** A fixture server on HTTP; `origin` has no path. */
export interface FixtureServer {
  origin: string;
  close(): Promise<void>;
}

/** Starts a fixture server that listens on a free loopback port. */
export async function startFixture(name: FixtureName, flags: string[] = []): Promise<FixtureServer> {
  const env = { ...process.env, WIREBENCH_FIXTURE_MAX_MS: '120000' };
  const child = spawn(process.execPath, [fixture(name), ...flags], { stdio: ['ignore', 'pipe', 'inherit'], env });
  const exit = once(child, 'exit');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]; // that is what `line` carries
  const port = /^LISTENING (\d+)$/.exec(line)?.[1];
  if (port === undefined) throw new Error(`The fixture said: ${line}`);
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      child.kill('SIGKILL');
      await exit;
    },
  };
}
