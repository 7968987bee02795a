import { basename } from 'node:path';
import type { Fix } from '#shared/fix.ts';
import { type DxRule, dxRule } from './dx-rule.ts';
import { type Evidence, exitWords, findLine, formatDuration, type Match, plainLine } from './evidence.ts';
import { chooseFolder, chooseProgram, copyText, editAt, passVariable, retry, setArgs, setVariable } from './fixes.ts';
import { shellQuote } from './shell-quote.ts';

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
const MODULE = [
  /Cannot find (?:module|package) ['"]([^'"]+)['"]/,
  /No module named ['"]?([\w.]+)['"]?/,
  /can't open file ['"]([^'"]+)['"]/,
  /(?:npm (?:error|ERR!) 404|404 Not Found).*['"]?((?:@[\w.-]+\/)?[\w.-]+@[\w.-]+)['"]?/,
  /Module not found ["']([^"']+)["']/,
  /Unable to access jarfile (\S+)/,
];
const PORT = [/EADDRINUSE|address already in use|port (?:\d+ )?is already (?:in use|allocated)/i];
const TOO_OLD = [
  /(?:Unsupported engine|EBADENGINE|requires (?:Node(?:\.js)?|Python|Java|Deno|Bun) ?(?:version )?[<>=^~v]*\d)/i,
  /SyntaxError: (?:Unexpected token|Unexpected identifier|invalid syntax|Invalid regular expression flags|The requested module)/,
  /ERR_UNKNOWN_BUILTIN_MODULE|ERR_UNKNOWN_FILE_EXTENSION|UnsupportedClassVersionError/,
];
const USAGE = [
  /^\s*usage:?\s/i,
  /(?:unknown|unrecognized|invalid|bad|unsupported|unexpected) (?:option|argument|flag|command|subcommand)/i,
];
/** Subcommands by which servers are told to speak on stdio. */
const SUBCOMMANDS = ['stdio', 'serve', 'mcp', 'server', 'start'];

/** `The program exited with code 1 after 412 ms.`; empty while it lives. */
export function exitSentence(evidence: Evidence): string {
  return evidence.exit ? `The program ${exitWords(evidence.exit)} after ${formatDuration(evidence.elapsedMs)}.` : '';
}

/** A line that tells why a program ended before it was connected. */
function fatal(evidence: Evidence, patterns: readonly RegExp[]): Match | undefined {
  return evidence.exit && evidence.phase === 'connect' ? findLine(evidence, patterns) : undefined;
}

function quote({ line, source }: Match): string {
  return `"${line}" (${source})`;
}

function stdio({ endpoint }: Evidence): { command: string; args: string[]; cwd: string | undefined } {
  return endpoint.kind === 'stdio'
    ? { command: endpoint.command, args: endpoint.args, cwd: endpoint.cwd }
    : { command: '', args: [], cwd: undefined };
}

/** True when the login shell has a variable that the server does not get. */
function isInShell({ launch }: Evidence, name: string): boolean {
  const entry = launch?.env.find((one) => one.name === name);
  return entry?.inShell === true || launch?.heldBack?.includes(name) === true;
}

const missingVariable = dxRule({
  id: 'dx-env',
  of: 'program',
  step: 'answer',
  title: 'A variable is missing',
  find: (evidence) => {
    const line = fatal(evidence, VARIABLE);
    const name = line?.groups[1];
    if (!line || name === undefined || name !== name.toUpperCase()) return undefined;
    const entry = evidence.launch?.env.find((one) => one.name === name);
    return entry && entry.source !== 'missing' && entry.value !== '' ? undefined : { line, name };
  },
  say: (evidence, { line, name }) => {
    const shell = isInShell(evidence, name)
      ? ' It is set in your login shell, but only a short list of variables is passed on.'
      : '';
    return {
      title: `${name} is missing`,
      why: `${exitSentence(evidence)} It asks for a variable that it does not get: ${quote(line)}.${shell}`,
      todo: `Set ${name} in the environment of this server and start it again.`,
      short: `${name} is missing`,
      from: line,
    };
  },
  fixes: (evidence, found) => [
    ...(found ? [setVariable(found.name)] : []),
    ...(found && isInShell(evidence, found.name) ? [passVariable(found.name)] : []),
    editAt('env', 'Edit the environment'),
  ],
});

const missingModule = dxRule({
  id: 'dx-module',
  of: 'program',
  step: 'answer',
  title: 'A file or package is missing',
  find: (evidence) => {
    const line = fatal(evidence, MODULE);
    return line && { line, name: line.groups[1] ?? 'It' };
  },
  say: (evidence, { line, name }) => ({
    why: `${exitSentence(evidence)} "${name}" was not found: ${quote(line)}.`,
    todo: isPath(name) ? 'Check the path in the arguments.' : `Install "${name}", or check its name.`,
    short: 'A file or package is missing',
    from: line,
  }),
  fixes: (evidence, found) => [
    ...(found && !isPath(found.name) && !/404/.test(found.line.line) ? [installCopy(evidence, found)] : []),
    ...(found && isPath(found.name) ? pathFixes(evidence) : []),
    editAt('args', 'Edit the arguments'),
    retry(),
  ],
});

/** A package such as `@scope/name` is no path. */
function isPath(name: string): boolean {
  return (
    /^(?:[./\\]|[a-z]:)|\.(?:[cm]?[jt]sx?|py|json|jar|rb|sh|exe)$/i.test(name) ||
    (name.includes('/') && !name.startsWith('@'))
  );
}

function pathFixes(evidence: Evidence): Fix[] {
  const { args } = stdio(evidence);
  const relative = args.some((arg) => !arg.startsWith('-') && !arg.startsWith('/') && /[./]/.test(arg));
  return relative ? [{ ...chooseFolder(undefined), label: 'Choose the working folder' }] : [];
}

function installCopy(evidence: Evidence, { line, name }: { line: Match; name: string }): Fix {
  const { command, cwd } = stdio(evidence);
  const python = /No module named/.test(line.line);
  const runtime = evidence.launch?.command[0] ?? command;
  const install = python
    ? `${shellQuote(/python/.test(basename(runtime)) ? runtime : 'python3')} -m pip install ${shellQuote(name.split('.')[0] ?? name)}`
    : `npm install ${shellQuote(name)}`;
  const text = cwd === undefined || python ? install : `cd ${shellQuote(evidence.launch?.cwd ?? cwd)} && ${install}`;
  return copyText('Copy the install command', text);
}

const takenPort = dxRule({
  id: 'dx-port',
  of: 'program',
  step: 'answer',
  title: 'The server wants a port that is taken',
  find: (evidence) => {
    const line = fatal(evidence, PORT);
    return line && { line, port: /(?::|port )(\d{2,5})\b/.exec(line.line)?.[1] };
  },
  say: (evidence, { line, port }) => {
    const owner = evidence.found?.owner;
    const who = owner ? `by process ${owner.pid}, ${plainLine(owner.command)}` : 'by another program';
    return {
      why: `${exitSentence(evidence)} ${port ? `Port ${port}` : 'Its port'} is used ${who}: ${quote(line)}.`,
      todo: 'End the other program, or give this server another port in its arguments.',
      short: port ? `Port ${port} is taken` : 'Port is taken',
      from: line,
    };
  },
  fixes: () => [retry(), editAt('args', 'Edit the arguments'), editAt('env', 'Edit the environment')],
});

const tooOld = dxRule({
  id: 'dx-version',
  of: 'program',
  step: 'answer',
  title: 'The program is likely too old for this server',
  find: (evidence) => fatal(evidence, TOO_OLD),
  say: (evidence, line) => ({
    why: `${exitSentence(evidence)} It could not read the server's code: ${quote(line)}.`,
    todo: 'Choose another version of the program as the command.',
    short: 'Program too old',
    from: line,
  }),
  fixes: () => [chooseProgram('Choose another runtime'), editAt('command', 'Edit the command')],
});

/** A subcommand that a usage text names and that is not among the arguments. */
function subcommandIn(evidence: Evidence): string | undefined {
  const { args } = stdio(evidence);
  const lines = [...evidence.stderrTail, ...evidence.noiseTail].map(plainLine);
  return SUBCOMMANDS.find(
    (word) =>
      !args.includes(word) &&
      lines.some((line) => new RegExp(`(?:^\\s*|[\\s{|,<[(])${word}(?=$|[\\s|},>\\])])`).test(line)),
  );
}

function addSubcommand(evidence: Evidence, word: string): Fix {
  return setArgs([...stdio(evidence).args, word], `Add the subcommand ${word}`);
}

const usageText = dxRule({
  id: 'dx-help',
  of: 'program',
  step: 'answer',
  title: 'The server did not accept its arguments',
  find: (evidence) => fatal(evidence, USAGE),
  say: (evidence, line) => {
    const word = subcommandIn(evidence);
    return {
      why: `${exitSentence(evidence)} It answered with how to use it: ${quote(line)}.${word ? ` The text names a subcommand ${word}.` : ''}`,
      todo: 'Compare the arguments with its usage text.',
      short: 'Arguments not accepted',
      from: line,
    };
  },
  fixes: (evidence) => {
    const word = subcommandIn(evidence);
    return [...(word ? [addSubcommand(evidence, word)] : []), editAt('args', 'Edit the arguments')];
  },
});

const speaksHttp = dxRule({
  id: 'dx-httponly',
  of: 'program',
  step: 'answer',
  title: 'This server likely speaks HTTP',
  find: (evidence) =>
    evidence.phase === 'connect'
      ? findLine(evidence, [/\bhttps?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\])(?::\d+)?[^\s"'`)<>]*/i])
      : undefined,
  say: (_evidence, line) => ({
    why: `It gave no MCP answer on stdout, but names an address: ${quote(line)}.`,
    todo: `Start the program yourself and add the server by its address, ${line.groups[0]}.`,
    short: 'Speaks HTTP, not stdio',
    from: line,
  }),
  fixes: (evidence, found) => {
    const word = subcommandIn(evidence);
    return [
      ...(found ? [addressFix(found.groups[0])] : []),
      ...(word === 'stdio' ? [addSubcommand(evidence, word)] : []),
      editAt('args', 'Edit the arguments'),
    ];
  },
});

/** 0.0.0.0 and [::] are what a server listens on, not where it is found. */
function addressFix(printed: string): Fix {
  const url = printed.replace(/[.,;:]+$/, '').replace(/\/\/(?:0\.0\.0\.0|\[::\])/, '//127.0.0.1');
  return { label: `Use ${url}`, action: { do: 'use-address', url } };
}

const textOnStdout = dxRule({
  id: 'dx-stdout',
  of: 'program',
  step: 'answer',
  title: 'The server prints text on stdout',
  find: (evidence) =>
    evidence.phase === 'connect' && !evidence.exit?.signal
      ? findLine({ ...evidence, stderrTail: [] }, [/\S/])
      : undefined,
  say: (evidence, line) => ({
    why: `${evidence.exit ? exitSentence(evidence) : `No MCP answer came within ${formatDuration(evidence.elapsedMs)}.`} Stdout is for messages only, but it wrote: "${line.line}"`,
    todo: 'Make the server write its log to stderr. If this text is no log, the command may not be an MCP server.',
    short: 'Text on stdout',
    from: line,
  }),
  fixes: (evidence) => [
    copyText('Copy how to log to stderr', loggingAdvice(evidence)),
    editAt('command', 'Edit the command'),
    retry(),
  ],
});

function loggingAdvice(evidence: Evidence): string {
  const program = basename(evidence.launch?.command[0] ?? stdio(evidence).command);
  if (/^(?:node|npx|npm|bun|bunx|deno|tsx)/.test(program))
    return 'console.error("text") // console.log writes to stdout';
  if (/^(?:python|uv|pipx)/.test(program))
    return 'print("text", file=sys.stderr)  # or logging, which writes to stderr';
  if (/^ruby/.test(program)) return '$stderr.puts "text"';
  if (/^(?:java|dotnet)/.test(program)) return 'System.err.println("text")  /  Console.Error.WriteLine("text")';
  return 'Write log text to standard error (file descriptor 2); standard output carries MCP messages only.';
}

/** Rules that read what a program wrote before it could connect, the surest first. */
export const OUTPUT_RULES: readonly DxRule[] = [
  missingVariable,
  missingModule,
  takenPort,
  tooOld,
  usageText,
  speaksHttp,
  textOnStdout,
];
