import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createHost, type Host } from '#host/host.ts';
import type { HostLog } from '#host/host-options.ts';
import { HostError, messageOf } from '#shared/errors.ts';
import { type WebSocketLike, webSocketPort } from '#shared/ports.ts';
import { createAppLog } from '../app-log.ts';
import { onSignals } from '../headless/signals.ts';
import { openDataDir } from '../open-data-dir.ts';
import { osKeyring } from '../os-keyring.ts';
import { portOf } from '../usage.ts';
import { openBrowser } from './open-browser.ts';
import { type PageServer, startPageServer } from './page-server.ts';

/** Exit code when another shell already runs on the data folder. */
const TAKEN = 2;

/** The built cli.js lies beside its workers; the page lies in the folder next to it. */
function entries(folder: string) {
  return {
    demo: join(folder, 'demo.js'),
    check: join(folder, 'check-worker.js'),
    page: join(folder, '..', 'renderer'),
  };
}

/** Ctrl-C stops the servers in peace, a second one at once, a third one waits for nothing. */
function untilSignal(host: Host): Promise<void> {
  return new Promise((resolve) => {
    onSignals({ first: () => resolve(), second: () => host.endNow(), third: (code) => process.exit(code) });
  });
}

/** One fault of ours must not end every session: it is written down and the host goes on. */
function surviveFaults(log: HostLog): void {
  process.on('uncaughtException', (error) => log.error(`uncaught: ${error.stack ?? error.message}`));
  process.on('unhandledRejection', (reason) => log.error(`unhandled: ${messageOf(reason)}`));
}

async function announce(server: PageServer, options: { json: boolean; open: boolean }): Promise<void> {
  if (options.json) process.stdout.write(`${JSON.stringify({ url: server.url, pid: process.pid })}\n`);
  else process.stdout.write(`Wirebench is ready at ${server.url}\n`);
  if (options.open && !(await openBrowser(server.url))) {
    process.stderr.write('No browser could be opened. Open the address above yourself.\n');
  }
}

async function openHost(dataDir: string, folder: string, log: HostLog): Promise<Host> {
  const { demo, check } = entries(folder);
  return createHost({
    dataDir,
    kind: 'serve',
    entries: { demo, check },
    log,
    shell: {
      name: 'browser',
      can: { openExternal: false, pickFolders: false },
      openExternal: () =>
        Promise.reject(new HostError('REFUSED', 'This shell leaves opening of links to the browser.')),
    },
    loginShell: 'early',
    cipher: osKeyring(folder, process.env),
  });
}

/** `wirebench serve`: the browser host on the built entries in `folder`. Ends with SIGINT or SIGTERM after every server was stopped. */
export async function serveCommand(args: string[], folder: string): Promise<number> {
  const { values } = parseArgs({
    args,
    allowNegative: true,
    options: {
      port: { type: 'string' },
      open: { type: 'boolean', default: true },
      json: { type: 'boolean', default: false },
      'data-dir': { type: 'string' },
    },
  });
  const port = portOf(values.port, '--port');
  const dataDir = await openDataDir(values['data-dir']);
  const log = createAppLog(join(dataDir, 'logs', 'wirebench.log'));
  let host: Host;
  try {
    host = await openHost(dataDir, folder, log);
  } catch (error) {
    if (!(error instanceof HostError) || error.code !== 'CONFLICT') throw error;
    process.stderr.write(`wirebench: ${error.message}\n`);
    return TAKEN;
  }
  // The last net, as in the desktop shell: however this process ends, its servers end with it.
  process.once('exit', () => host.endNow());
  surviveFaults(log);
  const stopped = untilSignal(host);
  try {
    const server = await startPageServer({
      root: entries(folder).page,
      port,
      // ws offers the DOM's event methods, with wider event types.
      onLink: (socket) => host.attach(webSocketPort(socket as unknown as WebSocketLike)),
    });
    await announce(server, { json: values.json, open: values.open });
    await stopped;
    await server.close();
  } finally {
    await host.close();
  }
  return 0;
}
