import { homedir } from 'node:os';
import { openRunFile } from '#host/store/run-file.ts';
import { createStdioTransport } from '#host/transport/stdio.ts';

/** A host in a process of its own, to be killed: runs `node <server>` on a data folder and prints the server's lines. */
const [dataDir = '', server = ''] = process.argv.slice(2);
const ignore = (): void => undefined;

const run = await openRunFile({ dataDir, kind: 'serve', command: process.argv });
const transport = createStdioTransport({
  server: { endpoint: { kind: 'stdio', command: process.execPath, args: [server], env: {}, inherit: 'short' } },
  maxLineBytes: 1024 * 1024,
  bodies: { put: () => ({ file: '', bytes: 0, sha256: '' }) },
  launch: { platform: process.platform, env: process.env, home: homedir(), secret: () => Promise.resolve(undefined) },
  children: run.children,
});
await transport.open({
  message: (_ch, payload) => process.stdout.write(`${payload.text}\n`),
  stderr: ignore,
  http: ignore,
  note: ignore,
  started: ignore,
  ended: ignore,
  closed: ignore,
});
