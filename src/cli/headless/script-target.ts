import type { RunScript, ScriptServer } from '#shared/script/run-script.ts';
import { UsageError } from '../usage.ts';
import type { HeadlessOptions } from './options.ts';
import { type Target, targetOf } from './target.ts';

/** A server as a script names it, with the era it is to speak. */
export type ScriptTarget = Target & { era?: string | undefined };

/** A server of a script as the command line starts it. */
export function scriptTarget(server: ScriptServer): ScriptTarget {
  if ('builtin' in server) return { from: 'demo', era: server.era };
  if ('saved' in server) return { from: 'list', name: server.saved };
  if ('url' in server) return { from: 'url', url: server.url, era: server.era };
  return { from: 'program', command: server.command, args: server.args, era: server.era };
}

/** The server of steps without a target: that of the command line, else the first of the script. Throws UsageError. */
export function mainTarget({ servers }: RunScript, options: HeadlessOptions): ScriptTarget {
  const { values, program } = options;
  const named = values.server ?? values.config ?? values.url ?? program;
  const [first] = Object.values(servers ?? {});
  if (named === undefined && first) return scriptTarget(first);
  try {
    return targetOf(options);
  } catch (error) {
    if (named !== undefined || !(error instanceof UsageError)) throw error;
    throw new UsageError(`The script names no server (servers: …). ${error.message}`);
  }
}
