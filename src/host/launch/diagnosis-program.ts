import type { Failure } from '#shared/session.ts';
import { type Evidence, exitShort, exitWords, findLine, formatDuration, plainLine, tellingLine } from './evidence.ts';
import { spawnFailure } from './launch-failures.ts';

type Rule = (evidence: Evidence) => Failure | undefined;

/** Rules about a program, the surest first. */
const RULES: readonly Rule[] = [
  notStarted,
  stoppedLater,
  gaveUp,
  missingVariable,
  missingModule,
  takenPort,
  tooOld,
  usageText,
  speaksHttp,
  textOnStdout,
  exitedWell,
  signalled,
  exited,
  stillInstalling,
  silent,
];

export function diagnoseProgram(evidence: Evidence): Failure | undefined {
  for (const rule of RULES) {
    const failure = rule(evidence);
    if (failure) return failure;
  }
  return undefined;
}

function notStarted(evidence: Evidence): Failure | undefined {
  if (evidence.phase !== 'launch' || evidence.code === undefined) return undefined;
  const program = evidence.launch?.command[0] ?? commandOf(evidence);
  return spawnFailure(program, evidence.code, plainLine(evidence.message ?? evidence.code));
}

function stoppedLater(evidence: Evidence): Failure | undefined {
  if (evidence.phase !== 'ready') return undefined;
  const said = tellingLine(evidence.stderrTail);
  const how = evidence.exit ? exitWords(evidence.exit) : 'gave up the connection';
  const message = evidence.message && !evidence.exit ? ` ${plainLine(evidence.message)}` : '';
  return {
    rule: 'dx-exit-mid',
    title: 'The server stopped while it was connected',
    why: `The program ${how} after ${formatDuration(evidence.elapsedMs)}.${message}${said ? ` On stderr it said: "${said}"` : ' It wrote nothing on stderr.'}`,
    todo: 'Start it again. A call that was running may have taken effect; whether to send it again is up to you.',
    short: evidence.exit ? exitShort(evidence.exit) : 'Connection lost',
  };
}

function gaveUp(evidence: Evidence): Failure | undefined {
  if (evidence.phase !== 'connect' || evidence.exit || evidence.message === undefined) return undefined;
  const said = tellingLine(evidence.stderrTail);
  return {
    rule: 'dx-lost',
    title: 'The server gave up the connection before it answered',
    why: `${plainLine(evidence.message)}${said ? ` On stderr it said: "${said}"` : ''}`,
    todo: 'Check that the command starts an MCP server on stdio, and read its stderr lines.',
    short: 'Connection given up',
  };
}

const NAME = '["\'`]?([A-Z][A-Z0-9]*_[A-Z0-9_]+)["\'`]?';
const VARIABLE = [
  new RegExp(
    `${NAME}(?: environment variable)? (?:is |was |must be |has )?(?:not |un)?(?:required|set|missing|defined|provided|empty|found)\\b`,
  ),
  new RegExp(
    `(?:[Mm]issing|[Rr]equired?|[Rr]equires|[Ss]et|[Pp]rovide|[Dd]efine|[Ee]xport|[Ee]xpected)\\b[^"'\`A-Z]{0,60}${NAME}`,
  ),
  /KeyError: ['"]([A-Z][A-Z0-9_]{2,})['"]/,
];

function missingVariable(evidence: Evidence): Failure | undefined {
  const found = findLine(evidence, VARIABLE);
  const name = found?.groups[1];
  if (!evidence.exit || !found || name === undefined || name !== name.toUpperCase()) return undefined;
  const entry = evidence.launch?.env.find((one) => one.name === name);
  if (entry && entry.source !== 'missing' && entry.value !== '') return undefined;
  return {
    rule: 'dx-env',
    title: `${name} is missing`,
    why: `${exitSentence(evidence)} It asks for a variable that is not set: "${found.line}" (${found.source}).`,
    todo: `Set ${name} in the environment of this server and start it again.`,
    short: `${name} is missing`,
  };
}

const MODULE = [
  /Cannot find (?:module|package) ['"]([^'"]+)['"]/,
  /No module named ['"]?([\w.]+)['"]?/,
  /can't open file ['"]([^'"]+)['"]/,
  /(?:npm (?:error|ERR!) 404|404 Not Found).*['"]?((?:@[\w.-]+\/)?[\w.-]+@[\w.-]+)['"]?/,
  /Module not found ["']([^"']+)["']/,
  /Unable to access jarfile (\S+)/,
];

function missingModule(evidence: Evidence): Failure | undefined {
  const found = findLine(evidence, MODULE);
  if (!evidence.exit || !found) return undefined;
  const name = found.groups[1] ?? 'It';
  return {
    rule: 'dx-module',
    title: 'A file or package is missing',
    why: `${exitSentence(evidence)} "${name}" was not found: "${found.line}" (${found.source}).`,
    todo:
      name.includes('/') || name.includes('\\')
        ? 'Check the path in the arguments.'
        : `Install "${name}", or check its name.`,
    short: 'A file or package is missing',
  };
}

function takenPort(evidence: Evidence): Failure | undefined {
  const found = findLine(evidence, [
    /EADDRINUSE|address already in use|port (?:\d+ )?is already (?:in use|allocated)/i,
  ]);
  if (!evidence.exit || !found) return undefined;
  const port = /(?::|port )(\d{2,5})\b/.exec(found.line)?.[1];
  return {
    rule: 'dx-port',
    title: 'The server wants a port that is taken',
    why: `${exitSentence(evidence)} ${port ? `Port ${port}` : 'Its port'} is used by another program: "${found.line}" (${found.source}).`,
    todo: 'End the other program, or give this server another port in its arguments.',
    short: port ? `Port ${port} is taken` : 'Port is taken',
  };
}

const TOO_OLD = [
  /(?:Unsupported engine|EBADENGINE|requires (?:Node(?:\.js)?|Python|Java|Deno|Bun) ?(?:version )?[<>=^~v]*\d)/i,
  /SyntaxError: (?:Unexpected token|Unexpected identifier|invalid syntax|Invalid regular expression flags|The requested module)/,
  /ERR_UNKNOWN_BUILTIN_MODULE|ERR_UNKNOWN_FILE_EXTENSION|UnsupportedClassVersionError/,
];

function tooOld(evidence: Evidence): Failure | undefined {
  const found = findLine(evidence, TOO_OLD);
  if (!evidence.exit || !found) return undefined;
  return {
    rule: 'dx-version',
    title: 'The program is likely too old for this server',
    why: `${exitSentence(evidence)} It could not read the server's code: "${found.line}" (${found.source}).`,
    todo: 'Choose another version of the program as the command.',
    short: 'Program too old',
  };
}

function usageText(evidence: Evidence): Failure | undefined {
  const found = findLine(evidence, [
    /^\s*usage:?\s/i,
    /(?:unknown|unrecognized|invalid) (?:option|argument|flag|command|subcommand)/i,
  ]);
  if (!evidence.exit || !found) return undefined;
  return {
    rule: 'dx-help',
    title: 'The server did not accept its arguments',
    why: `${exitSentence(evidence)} It answered with how to use it: "${found.line}" (${found.source}).`,
    todo: 'Compare the arguments with its usage text.',
    short: 'Arguments not accepted',
  };
}

function speaksHttp(evidence: Evidence): Failure | undefined {
  const found = findLine(evidence, [
    /\bhttps?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\])(?::\d+)?[^\s"'`)<>]*/i,
  ]);
  if (!found) return undefined;
  const address = found.groups[0];
  return {
    rule: 'dx-httponly',
    title: 'This server likely speaks HTTP',
    why: `It gave no MCP answer on stdout, but names an address: "${found.line}" (${found.source}).`,
    todo: `Start the program yourself and add the server by its address, ${address}.`,
    short: 'Speaks HTTP, not stdio',
  };
}

function textOnStdout(evidence: Evidence): Failure | undefined {
  const first = evidence.noiseTail.map(plainLine).find((line) => line !== '');
  if (first === undefined) return undefined;
  return {
    rule: 'dx-stdout',
    title: 'The server prints text on stdout',
    why: `${evidence.exit ? exitSentence(evidence) : `No MCP answer came within ${formatDuration(evidence.elapsedMs)}.`} Stdout is for messages only, but it wrote: "${first}"`,
    todo: 'Make the server write its log to stderr. If this text is no log, the command may not be an MCP server.',
    short: 'Text on stdout',
  };
}

function exitedWell(evidence: Evidence): Failure | undefined {
  if (evidence.exit?.code !== 0) return undefined;
  const said = tellingLine(evidence.stderrTail);
  return {
    rule: 'dx-exit0',
    title: 'The server ended normally before it answered',
    why: `${exitSentence(evidence)} ${said ? `On stderr it said: "${said}"` : 'It wrote nothing.'}`,
    todo: 'Check the arguments. Often a subcommand such as stdio or serve is missing.',
    short: 'Exited with code 0',
  };
}

function signalled(evidence: Evidence): Failure | undefined {
  const signal = evidence.exit?.signal;
  if (!evidence.exit || !signal) return undefined;
  const said = tellingLine(evidence.stderrTail);
  const memory = signal === 'SIGKILL' ? ' Likely the system was short of memory, or somebody ended it.' : '';
  return {
    rule: 'dx-signal',
    title: 'The system stopped the process',
    why: `${exitSentence(evidence)}${memory}${said ? ` On stderr it said: "${said}"` : ''}`,
    todo: 'Start it again. If it happens again, run the command in a terminal and watch its memory.',
    short: exitShort(evidence.exit),
  };
}

function exited(evidence: Evidence): Failure | undefined {
  if (!evidence.exit) return undefined;
  const said = tellingLine(evidence.stderrTail);
  return {
    rule: 'dx-exit',
    title: 'The server stopped before it could connect',
    why: `${exitSentence(evidence)} ${said ? `On stderr it said: "${said}"` : 'It ended by itself without any output.'}`,
    todo: said
      ? 'Read its last stderr lines, correct the settings and start it again.'
      : 'Run the command in a terminal to see more.',
    short: exitShort(evidence.exit),
  };
}

const INSTALLING = [
  /\b(?:download(?:ing|ed)|installing|fetching|pulling (?:from|image|fs|layer)|resolving dependencies|building wheel|compiling|preparing packages|unable to find image)\b/i,
  /npm (?:warn|notice|http)/i,
];

function stillInstalling(evidence: Evidence): Failure | undefined {
  const found = findLine(evidence, INSTALLING);
  if (!found) return undefined;
  return {
    rule: 'dx-slow',
    title: 'Still installing, the first start can be slow',
    why: `No answer came within ${formatDuration(evidence.elapsedMs)}, but the program works: "${found.line}" (${found.source}).`,
    todo: 'Wait longer.',
    short: 'Still installing',
  };
}

function silent(evidence: Evidence): Failure | undefined {
  if (evidence.phase !== 'connect') return undefined;
  const said = tellingLine(evidence.stderrTail);
  return {
    rule: 'dx-silent',
    title: said ? 'The server did not answer' : 'The program runs but does not speak MCP',
    why: `It is alive, but no MCP answer came within ${formatDuration(evidence.elapsedMs)}. ${said ? `On stderr it said: "${said}"` : 'It wrote nothing at all.'}`,
    todo: 'Check that the command starts an MCP server on stdio. It may need a subcommand, or it waits for something.',
    short: 'No answer',
  };
}

function exitSentence(evidence: Evidence): string {
  return evidence.exit ? `The program ${exitWords(evidence.exit)} after ${formatDuration(evidence.elapsedMs)}.` : '';
}

function commandOf({ endpoint }: Evidence): string {
  return endpoint.kind === 'stdio' ? endpoint.command : endpoint.kind;
}
