import { join } from 'node:path';
import { createHost, type Host } from '#host/host.ts';
import { contract, type WirebenchContract } from '#shared/contract.ts';
import { HostError } from '#shared/errors.ts';
import { memoryPair } from '#shared/ports.ts';
import type { Client } from '#shared/rpc.ts';
import { connect } from '#shared/rpc-client.ts';
import { openDataDir } from '../open-data-dir.ts';
import { osKeyring } from '../os-keyring.ts';
import { StateMirror } from './state-mirror.ts';
import type { Terminal } from './terminal.ts';

/** A host in this process, seen through the contract only, as a page sees it. */
export interface HeadlessHost {
  client: Client<WirebenchContract>;
  state: StateMirror;
  /** Ends every server and flushes the logs. */
  close(): Promise<void>;
  /** Ends every server by force, at once. */
  endNow(): void;
}

export interface HeadlessHostOptions {
  /** The value of --data-dir. */
  dataDir: string | undefined;
  /** Folder of the built entries. */
  folder: string;
  terminal: Terminal;
}

function openHost(dataDir: string, { folder, terminal }: HeadlessHostOptions): Promise<Host> {
  return createHost({
    dataDir,
    kind: 'headless',
    entries: { demo: join(folder, 'demo.js'), check: join(folder, 'check-worker.js') },
    log: { info: () => undefined, warn: terminal.note, error: terminal.error },
    shell: {
      name: 'browser',
      can: { openExternal: false, pickFolders: false },
      openExternal: () => Promise.reject(new HostError('REFUSED', 'The command line opens no pages.')),
    },
    // A command mostly comes from a terminal, which has that environment already.
    loginShell: 'needed',
    cipher: osKeyring(folder, process.env),
  });
}

/** Opens the data folder. Never takes the lock of the shells, so many of these may run beside an open window. */
export async function openHeadlessHost(options: HeadlessHostOptions): Promise<HeadlessHost> {
  const dataDir = await openDataDir(options.dataDir);
  const host = await openHost(dataDir, options);
  const [hostPort, ownPort] = memoryPair((fn) => void setImmediate(fn));
  host.attach(hostPort);
  const client = connect(ownPort, contract, { sameProcess: true });
  const state = new StateMirror();
  client['watch.state'](
    {},
    (changes) => state.take(changes),
    (error) => state.breakOff(error),
  );
  return { client, state, close: () => host.close(), endNow: () => host.endNow() };
}
