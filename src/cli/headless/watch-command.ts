import type { Bench } from './bench.ts';
import { CommandFault, EXIT } from './command-fault.ts';
import { followNotices } from './follow-notices.ts';
import { plainText } from './plain-text.ts';

/** Waits for Ctrl-C, the end of --for, or the end of the session; gives the exit code. */
async function untilOver({ connection, options, host, terminal }: Bench): Promise<number> {
  const ended = host.state.until((state) => {
    const found = state.get('session', connection.sessionId)?.state;
    return found?.at === 'closed' ? found : undefined;
  });
  const time = options.forMs === undefined ? [] : [connection.pause(options.forMs)];
  try {
    const closed = await Promise.race([ended, ...time]);
    if (!closed) return EXIT.done;
    terminal.error(`The session ended. ${closed.failure?.title ?? ''}`);
    return EXIT.failed;
  } catch (error) {
    // Ctrl-C is how watching ends.
    if (error instanceof CommandFault && error.exitCode === EXIT.interrupted) return EXIT.done;
    throw error;
  }
}

/** `wirebench watch [URI…]`: prints what the server tells, subscribed to the named resources. */
export async function watchCommand(bench: Bench): Promise<number> {
  const { connection, options, terminal } = bench;
  const kept: string[] = [];
  const stop = followNotices(connection, async (json) => {
    const line = json.replace(/\r?\n/g, ' ');
    if (options.format === 'json') kept.push(json);
    else await terminal.result(`${options.format === 'text' ? plainText(line) : line}\n`);
  });
  for (const uri of options.own) {
    const outcome = await connection.run('resources.watch', { uri, on: true });
    if (!outcome.ok) throw new CommandFault(EXIT.failed, `${uri} cannot be watched. ${outcome.fault.message}`);
  }
  terminal.note('Watching. Ctrl-C ends it.');
  const code = await untilOver(bench);
  await stop();
  if (options.format === 'json') await terminal.result(`{"notifications":[${kept.join(',')}]}\n`);
  return code;
}
