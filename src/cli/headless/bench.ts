import type { ReplyRule } from '#shared/reply-rules.ts';
import { Actions } from './actions.ts';
import { CommandFault } from './command-fault.ts';
import { Connection } from './connection.ts';
import { EventFile } from './event-file.ts';
import { type HeadlessHost, openHeadlessHost } from './headless-host.ts';
import type { HeadlessOptions } from './options.ts';
import { profileRules } from './profile-rules.ts';
import type { ScriptTarget } from './script-target.ts';
import { onSignals } from './signals.ts';
import { startInput } from './target.ts';
import { createTerminal, type Terminal, wantsColor } from './terminal.ts';

/** A connected server and what a command needs to work with it. */
export interface Bench {
  options: HeadlessOptions;
  connection: Connection;
  actions: Actions;
  terminal: Terminal;
  host: HeadlessHost;
  /** Connects a further server. Throws CommandFault and UsageError. */
  open(target: ScriptTarget): Promise<Connection>;
}

export interface BenchOptions {
  options: HeadlessOptions;
  target: ScriptTarget;
  terminal: Terminal;
  /** Folder of the built entries. */
  folder: string;
  /** Absent or true: `work` gets a connected server, and one that does not connect is a CommandFault. */
  connected?: boolean;
}

export function terminalOf({ values }: HeadlessOptions): Terminal {
  const color = wantsColor(values['no-color'], process.env, process.stdout);
  return createTerminal({ quiet: values.quiet, color }, process.stdout, process.stderr);
}

/** What the command line gives to the one server that it names is not for others. */
function withoutOwn(options: HeadlessOptions): HeadlessOptions {
  const { 'header-file': _file, 'header-env': _header, env: _env, 'env-file': _envFile, ...values } = options.values;
  return { ...options, values: { ...values, 'inherit-env': false } };
}

async function connect(
  host: HeadlessHost,
  { options, terminal, rules }: Pick<BenchOptions, 'options' | 'terminal'> & { rules: ReplyRule[] | undefined },
  { era, ...target }: ScriptTarget,
): Promise<Connection> {
  const wanted = era === undefined ? options : { ...options, era: options.era ?? era };
  const input = await startInput(host, target, wanted, rules);
  const { sessionId } = await host.client['session.startWith'](input);
  return new Connection({ host, terminal, policy: options.policy, sessionId });
}

/** Starts the server, hands it to `work`, and ends it again, whatever happens. Throws CommandFault and UsageError. */
export async function withServer<T>(bench: BenchOptions, work: (bench: Bench) => Promise<T>): Promise<T> {
  const { options, terminal, folder } = bench;
  const { values } = options;
  const events = values.events === undefined ? undefined : new EventFile(values.events);
  const host = await openHeadlessHost({ dataDir: values['data-dir'], folder, terminal });
  const lastNet = () => host.endNow();
  process.on('exit', lastNet);
  let connection: Connection | undefined;
  const quiet = onSignals({
    first: (code) => {
      terminal.note('Stopping. Press Ctrl-C again to wait no longer.');
      const stop = () => host.state.breakOff(new CommandFault(code, 'Stopped.'));
      if (connection) void connection.cancelAll().finally(stop);
      else stop();
    },
    second: () => {
      // It rejects when the session is gone already, which is what was wanted.
      void connection?.stop().catch(() => undefined);
    },
    third: (code) => {
      host.endNow();
      process.exit(code);
    },
  });
  try {
    events?.watchState(host);
    // Read once, for all servers of a script: it may come by standard input.
    const rules = profileRules(options);
    connection = await connect(host, { ...bench, rules }, bench.target);
    events?.watchWire(connection);
    if (bench.connected !== false) await connection.ready();
    return await work({
      options,
      connection,
      actions: new Actions(connection, terminal, options.policy.yes),
      terminal,
      host,
      open: async (target) => {
        const further = await connect(host, { ...bench, options: withoutOwn(options), rules }, target);
        await further.ready();
        return further;
      },
    });
  } finally {
    if (events && connection) {
      await connection.stop();
      await events.complete(connection);
    }
    events?.close();
    await host.close();
    quiet();
    process.off('exit', lastNet);
  }
}
