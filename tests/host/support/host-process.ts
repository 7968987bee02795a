import { spawn } from 'node:child_process';
import { writeSync } from 'node:fs';
import { createHost } from '#host/host.ts';
import type { Endpoint } from '#shared/config.ts';
import { contract } from '#shared/contract.ts';
import { memoryPair } from '#shared/ports.ts';
import { connect } from '#shared/rpc-client.ts';
import type { Session } from '#shared/session.ts';

// The entry of a process that is a host: `node host.js <job as JSON>`. Prints one line when its server is ready.

/** What a test tells this process. */
export interface HostJob {
  dataDir: string;
  entries: { demo: string; check: string };
  /** A server to start; absent: the host alone. */
  endpoint?: Endpoint;
  /** Then prints up to which record it knows, a `Beat` a line, until it is killed so many milliseconds after a flood began. */
  killedAfterMs?: number;
}

/** A sign of life. */
export interface Beat {
  /** Number of the newest record. */
  seq: number;
  /** When it was known, milliseconds on a clock of this process. */
  at: number;
}

const MAX_MS = 60_000;
const BEAT_MS = 10;
/** More records than a session has that only began. */
const FLOODED = 40;
const quiet = (): void => undefined;

const { endpoint, killedAfterMs, ...options }: HostJob = JSON.parse(process.argv[2] ?? '{}');
const host = await createHost({
  ...options,
  kind: 'serve',
  // A login shell takes seconds on a busy computer.
  loginShell: 'needed',
  log: { info: quiet, warn: quiet, error: quiet },
  shell: {
    name: 'browser',
    can: { openExternal: false, pickFolders: false },
    openExternal: () => Promise.resolve(),
  },
});
setTimeout(() => process.exit(1), MAX_MS).unref();
const end = (): void => void host.close().then(() => process.exit(0));
process.once('SIGTERM', end);
// A parent that died takes its end of the pipe with it.
process.stdin.once('end', end).resume();

const [hostPort, pagePort] = memoryPair((fn) => void setImmediate(fn));
host.attach(hostPort);
const client = connect(pagePort, contract);
let session: Session | undefined;
if (endpoint) {
  const { serverId } = await client['server.save']({ name: 'left behind', endpoint });
  const { sessionId } = await client['session.start']({ serverId });
  session = await new Promise<Session>((resolve, reject) => {
    client['watch.state']({}, (changes) => {
      for (const change of changes) {
        if (change.op !== 'put' || change.topic !== 'session' || change.id !== sessionId) continue;
        if (change.value.state.at === 'ready') resolve(change.value);
        if (change.value.state.at === 'closed') reject(new Error(JSON.stringify(change.value.state)));
      }
    });
  });
}
process.stdout.write(`${JSON.stringify({ pid: process.pid, server: session?.pid ?? null })}\n`);

/** Written at once: what a killed process had in a stream would be lost. Gives the number of the newest record. */
async function beat(sessionId: string): Promise<number> {
  const { total } = await client['log.page']({ sessionId, view: 'wire', from: 0, count: 1 });
  const { lines } = await client['log.page']({ sessionId, view: 'wire', from: total - 1, count: 1 });
  const line: Beat = { seq: lines?.[0]?.seq ?? 0, at: performance.now() };
  writeSync(1, `${JSON.stringify(line)}\n`);
  return line.seq;
}
/** From outside, so that it hits anything this process is doing. */
function killSoon(): void {
  spawn('/bin/sh', ['-c', `kill -9 ${process.pid}`], { stdio: 'ignore', detached: true });
}
if (session && killedAfterMs !== undefined) {
  const { id } = session;
  let from: number | undefined;
  let ordered = false;
  setInterval(async () => {
    if ((await beat(id)) < FLOODED) return;
    from ??= performance.now();
    if (ordered || performance.now() - from < killedAfterMs) return;
    ordered = true;
    killSoon();
  }, BEAT_MS);
}
