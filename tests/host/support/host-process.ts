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
}

const MAX_MS = 60_000;
const quiet = (): void => undefined;

const { endpoint, ...options }: HostJob = JSON.parse(process.argv[2] ?? '{}');
const host = await createHost({
  ...options,
  kind: 'serve',
  log: { info: quiet, warn: quiet, error: quiet },
  shell: {
    name: 'browser',
    can: { openExternal: false, pickFiles: false },
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
