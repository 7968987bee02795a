import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { batchText, HiddenValues } from '#host/exchange-formats/log/hidden-values.ts';
import type { LeftOut, LogSource } from '#host/exchange-formats/log/log-source.ts';
import { openLogSource } from '#host/exchange-formats/log/open-log-source.ts';
import { leftOutNotes, writeLog } from '#host/exchange-formats/log/write-log.ts';
import { exportToFile, holdsSignIn } from '#host/log-exports.ts';
import { HostError, messageOf } from '#shared/errors.ts';
import type { LogFilter } from '#shared/exchange.ts';
import { parseFilter } from '#shared/filter/parse-filter.ts';
import { LogFormat } from '#shared/log-export.ts';
import { CommandFault, EXIT } from '../headless/command-fault.ts';
import { plainText } from '../headless/plain-text.ts';
import { createTerminal, type Terminal, wantsColor } from '../headless/terminal.ts';
import { openDataDir } from '../open-data-dir.ts';
import { UsageError } from '../usage.ts';
import { findSession, isWritten, type KeptSession, keptSessions } from './kept-sessions.ts';

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const OPTIONS = {
  to: text,
  out: text,
  from: text,
  until: text,
  filter: text,
  method: { type: 'string', multiple: true },
  errors: flag,
  format: text,
  'data-dir': text,
  quiet: flag,
  'no-color': flag,
} as const;

const readValues = (args: string[]) => parseArgs({ args, options: OPTIONS, allowPositionals: true });
type Values = ReturnType<typeof readValues>['values'];

/** Lists the sessions of the data folder, or writes the log of one for another program. No host runs for it. */
export async function logCommand(args: string[]): Promise<number> {
  const { values, positionals } = readValues(args);
  const [what, session, ...more] = positionals;
  if ((what !== 'list' && what !== 'export') || more.length > 0) {
    throw new UsageError('log takes "list", or "export SESSION --to FORMAT".');
  }
  const color = wantsColor(values['no-color'], process.env, process.stdout);
  const terminal = createTerminal({ quiet: values.quiet, color }, process.stdout, process.stderr);
  if (what === 'list') return list(await openDataDir(values['data-dir']), values, terminal);
  const format = LogFormat.safeParse(values.to);
  if (session === undefined) throw new UsageError('log export needs a session: its id, its folder, or last.');
  if (!format.success) throw new UsageError(`log export needs --to, one of ${LogFormat.options.join(', ')}.`);
  const part = readPart(values);
  try {
    const dir = findSession(await openDataDir(values['data-dir']), session);
    const source = await openLogSource(dir);
    try {
      if (source.log.damage !== undefined) terminal.note(source.log.damage);
      const to = Math.min(part.to ?? source.to, source.to);
      await give({ ...source, ...part, to }, format.data, values.out, terminal);
      return EXIT.done;
    } finally {
      source.log.dispose();
    }
  } catch (error) {
    if (!(error instanceof HostError || error instanceof CommandFault)) throw error;
    terminal.error(messageOf(error));
    return EXIT.failed;
  }
}

function recordNumber(value: string | undefined, option: string): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (Number.isInteger(number) && number >= 1) return number;
  throw new UsageError(`${option} takes the number of a record, not "${value}".`);
}

function readPart(values: Values): { from: number; to: number | undefined; filter?: LogFilter } {
  const { filter, method, errors } = values;
  const [problem] = filter === undefined ? [] : parseFilter(filter).problems;
  if (problem) throw new UsageError(`--filter is not understood: ${problem.text}. See docs/filter-language.md.`);
  const wanted: LogFilter = {
    ...(filter === undefined ? {} : { query: filter }),
    ...(method === undefined ? {} : { methods: method }),
    ...(errors ? { errorsOnly: true } : {}),
  };
  const from = recordNumber(values.from, '--from') ?? 1;
  const to = recordNumber(values.until, '--until');
  return { from, to, ...(Object.keys(wanted).length > 0 ? { filter: wanted } : {}) };
}

async function give(source: LogSource, format: LogFormat, out: string | undefined, terminal: Terminal): Promise<void> {
  const made = out === undefined ? await toStdout(source, format, terminal) : await toFile(source, format, out);
  for (const note of made.notes) terminal.note(note);
  if (made.headersKept) {
    terminal.note('Values of sign-in and cookie headers are in it as they are. Whoever has it can sign in with them.');
  }
  if (out !== undefined) terminal.note(`Written to ${out}, ${made.bytes} bytes.`);
  if (made.hidden > 0) {
    const values = made.hidden === 1 ? '1 hidden value stands' : `${made.hidden} hidden values stand`;
    terminal.note(`${values} in it as a placeholder.`);
  }
}

async function toStdout(source: LogSource, format: LogFormat, terminal: Terminal) {
  const left: LeftOut = { notices: 0, others: 0, cut: 0 };
  const hidden = new HiddenValues();
  for await (const piece of batchText(writeLog(source, format, left), hidden)) await terminal.result(piece);
  const headersKept = holdsSignIn(source, format);
  return { bytes: 0, hidden: hidden.count, headersKept, notes: leftOutNotes(format, left) };
}

async function toFile(source: LogSource, format: LogFormat, path: string) {
  try {
    return await exportToFile(source, format, path);
  } catch (error) {
    const there = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (there) throw new UsageError(`"${path}" is there already. Choose another name.`);
    // Half an export would look like a whole one.
    rmSync(path, { force: true });
    throw new UsageError(`"${path}" cannot be written: ${messageOf(error)}`);
  }
}

function stateOf({ meta }: KeptSession): string {
  if (meta.closed) return meta.closed.reason;
  return isWritten(meta) ? 'running' : 'broken off';
}

async function list(dataDir: string, { format = 'text' }: Values, terminal: Terminal): Promise<number> {
  if (format !== 'text' && format !== 'json') throw new UsageError('--format of log list is text or json.');
  const sessions = keptSessions(dataDir).map((session) => ({
    session: session.meta.sessionId,
    started: new Date(session.meta.startedAt).toISOString(),
    state: stateOf(session),
    server: session.meta.config.name,
    folder: session.dir,
  }));
  if (format === 'json') await terminal.result(`${JSON.stringify(sessions, null, 2)}\n`);
  else if (sessions.length === 0) terminal.note(`There is no session in ${dataDir}.`);
  for (const { session, started, state, server } of format === 'text' ? sessions : []) {
    await terminal.result(`${session}  ${started}  ${state.padEnd(10)}  ${plainText(server)}\n`);
  }
  return EXIT.done;
}
