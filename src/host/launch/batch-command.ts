/** What is given to the system to start a Windows batch file. */
export interface BatchCommand {
  file: string;
  /** To be passed on as they are, without further quoting (`windowsVerbatimArguments`). */
  args: string[];
}

const BATCH = /\.(?:bat|cmd)$/i;
/** Signs that mean nothing to cmd.exe and to a program's own reading of its command line. */
const PLAIN = /^[\w#$*+\-./:?@\\]+$/;

/** True for a program that only cmd.exe can run. */
export function isBatchFile(program: string): boolean {
  return BATCH.test(program);
}

/** Why an argument cannot be passed to a batch file, a sentence; undefined when it can. */
export function batchProblem(args: readonly string[]): string | undefined {
  const at = args.findIndex((arg) => /[\r\n\0]/.test(arg));
  return at < 0
    ? undefined
    : `Argument ${at + 1} has a line break or a null character, which a batch file cannot be given.`;
}

/**
 * The command line that runs a batch file with exactly these arguments. cmd.exe reads it twice, once by itself and once
 * where the file says `%*`: every argument is quoted so that neither time a part of it is run or filled in.
 * Throws a RangeError for what `batchProblem` names. `systemRoot` is the value of SystemRoot.
 */
export function batchCommand(program: string, args: readonly string[], systemRoot: string | undefined): BatchCommand {
  const problem = batchProblem([program, ...args]);
  if (problem !== undefined) throw new RangeError(problem);
  if (program.includes('"')) throw new RangeError('The path of a batch file cannot hold a quotation mark.');
  const words = [`"${withoutPercent(program)}"`, ...args.map(quoted)];
  return {
    // Never by name, and never by ComSpec: either could lead to another program.
    file: `${systemRoot || 'C:\\Windows'}\\System32\\cmd.exe`,
    // Extensions on, for the trick with percent signs; delayed filling in of `!NAME!` off; no start-up commands.
    args: ['/e:ON', '/v:OFF', '/d', '/s', '/c', `"${words.join(' ')}"`],
  };
}

function quoted(arg: string): string {
  if (arg !== '' && PLAIN.test(arg) && !arg.endsWith('\\')) return arg;
  // Backslashes count double before a quotation mark only. A doubled one is a mark for the program and, for cmd.exe, an
  // end and a new beginning, so that what follows is still in quotes.
  const escaped = arg.replace(/(\\*)"/g, '$1$1""').replace(/(\\*)$/, '$1$1');
  return `"${withoutPercent(escaped)}"`;
}

/** `%NAME%` is filled in even in quotes. The part of length nothing of a variable that always exists breaks it up. */
function withoutPercent(text: string): string {
  return text.replaceAll('%', '%%cd:~,%');
}
