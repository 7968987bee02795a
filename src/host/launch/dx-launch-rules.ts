import { basename, dirname } from 'node:path';
import type { Fix } from '#shared/fix.ts';
import { type DxRule, dxRule } from './dx-rule.ts';
import { type Evidence, findLine, type LaunchProblem, type Match, plainLine } from './evidence.ts';
import { chooseFolder, chooseProgram, copyText, editAt, programFix, retry } from './fixes.ts';
import { shellQuote } from './shell-quote.ts';

/** Longest list of folders named in a sentence. */
const FOLDERS_NAMED = 12;
const RUNTIMES: Readonly<Record<string, string>> = {
  npx: 'npx comes with Node.js. Version managers such as nvm, fnm and volta put it on the PATH of a terminal only.',
  npm: 'npm comes with Node.js. Version managers such as nvm, fnm and volta put it on the PATH of a terminal only.',
  node: 'Version managers such as nvm, fnm and volta put node on the PATH of a terminal only.',
  uvx: 'uvx comes with uv, which is often in ~/.local/bin or ~/.cargo/bin.',
  uv: 'uv is often in ~/.local/bin or ~/.cargo/bin.',
  python: 'Many systems call it python3.',
  docker: 'Docker Desktop adds docker to the PATH when it runs for the first time.',
};

/** A program that is missed: the one of the command, or one that the server starts itself. */
export interface Missed {
  name: string;
  /** Set when the server, not this app, looked for it. */
  line?: Match;
  /** Folders that were searched; empty when it was named by a path. */
  searched: readonly string[];
}

const NOT_FOUND = [
  /\benv: ['"‘`]?([\w.+-]+)['"’`]?: No such file or directory/,
  /^\S+: (?:line )?\d+: (?:\S+: )?([\w./+-]+): (?:command )?not found/,
  /\b(?:sh|bash|dash|ash|zsh|ksh): ([\w./+-]+): (?:command )?not found/,
  /command not found: ([\w./+-]+)$/,
  /\bError: spawn (\S+) ENOENT/,
];

/** The program that is missed, if that is the trouble. */
export function missedProgram(evidence: Evidence): Missed | undefined {
  const problem = problemOf(evidence, 'program');
  if (problem) {
    const { command, answer } = problem;
    return answer.code === 'ENOENT' ? { name: command, searched: answer.searched } : undefined;
  }
  const line = evidence.exit && evidence.phase === 'connect' ? findLine(evidence, NOT_FOUND) : undefined;
  const name = line?.groups[1];
  return line && name !== undefined ? { name, line, searched: [] } : undefined;
}

function problemOf<K extends LaunchProblem['kind']>(
  { problem }: Evidence,
  kind: K,
): Extract<LaunchProblem, { kind: K }> | undefined {
  return problem?.kind === kind ? (problem as Extract<LaunchProblem, { kind: K }>) : undefined; // the kind was compared
}

/** The code with which the system refused to start a program that was found. */
function refusal(evidence: Evidence, ...codes: string[]): string | undefined {
  const { phase, code, problem } = evidence;
  return phase === 'launch' && problem === undefined && code !== undefined && codes.includes(code) ? code : undefined;
}

function programOf({ launch, endpoint }: Evidence): string {
  return launch?.command[0] ?? (endpoint.kind === 'stdio' ? endpoint.command : endpoint.kind);
}

function argsOf({ endpoint }: Evidence): string[] {
  return endpoint.kind === 'stdio' ? endpoint.args : [];
}

/** The missed program was found at a place that is not used: what makes the server use it. */
function takeFrom(evidence: Evidence, program: string, missed: Missed): Fix {
  if (!missed.line) return programFix(program);
  const path = evidence.launch?.env.find(({ name }) => name === 'PATH')?.value ?? '';
  const value = [dirname(program), ...path.split(':')].filter((folder) => folder !== '').join(':');
  const label = `Add ${dirname(program)} to its PATH`;
  return { label, action: { do: 'set-variable', name: 'PATH', secret: false, value } };
}

/** A program of another name that was found in place of the missed one, or the same one elsewhere. */
const enoent = dxRule({
  id: 'dx-enoent',
  of: 'program',
  step: 'program',
  title: 'The program is not on this app’s PATH',
  find: (evidence) => {
    const missed = missedProgram(evidence);
    const program = evidence.found?.program;
    return missed && program !== undefined ? { missed, program } : undefined;
  },
  say: (_evidence, { missed: { name, line }, program }) => {
    const byPath = name.includes('/');
    const other = basename(name) !== basename(program);
    const where = byPath ? `There is no file "${name}"` : `"${name}" is in no folder of the PATH that is used`;
    return {
      ...(line ? { title: 'The server needs a program that is not on its PATH', step: 'answer' } : {}),
      ...(byPath ? { title: 'The program is in another place' } : {}),
      ...(other ? { title: `"${name}" has another name here` } : {}),
      why: `${line ? `The server looked for another program: "${line.line}" (${line.source}). ` : ''}${where}, but "${program}" is there.`,
      todo: line ? `Put ${dirname(program)} on the PATH of this server.` : `Use the absolute path ${program}.`,
      short: 'Program not found',
      from: line ?? 'the search for the program',
    };
  },
  fixes: (evidence, found) => [
    ...(found ? [takeFrom(evidence, found.program, found.missed)] : []),
    chooseProgram('Choose another program'),
  ],
});

const enoentNone = dxRule({
  id: 'dx-enoent-none',
  of: 'program',
  step: 'program',
  title: 'The program is not installed or has another name',
  find: missedProgram,
  say: (_evidence, { name, line, searched }) => {
    const hint = RUNTIMES[basename(name).replace(/\.(exe|cmd)$/i, '')];
    const more = searched.length - FOLDERS_NAMED;
    const folders = searched.slice(0, FOLDERS_NAMED).join(', ') + (more > 0 ? `, and ${more} more` : '');
    const searchedWords = `No program of that name is on the PATH this app searched: ${folders}.`;
    const absent = searched.length > 0 ? searchedWords : `There is no file "${name}".`;
    const asked = line ? `The server looked for another program: "${line.line}" (${line.source}).` : absent;
    return {
      title: `"${name}" is not installed or has another name`,
      ...(line ? { step: 'answer' } : {}),
      why: `${asked}${hint && (line || searched.length > 0) ? ` ${hint}` : ''}`,
      todo: line
        ? `Install "${name}", or put its folder on the PATH in the environment of this server.`
        : 'Choose the program, or write its absolute path as the command.',
      short: 'Program not found',
      from: line ?? 'the search for the program',
    };
  },
  fixes: (_evidence, found) =>
    found?.line
      ? [editAt('env', 'Edit the environment'), retry()]
      : [chooseProgram(), editAt('command', 'Edit the command')],
});

const folder = dxRule({
  id: 'dx-folder',
  of: 'program',
  step: 'program',
  title: 'The command is a folder',
  find: (evidence) => {
    const problem = problemOf(evidence, 'program');
    return problem?.answer.code === 'EISDIR' ? problem : undefined;
  },
  say: (_evidence, { command, answer }) => ({
    why: `"${answer.at ?? command}" is a folder, not a program.`,
    todo: 'Name the program inside that folder as the command.',
    short: 'Command is a folder',
    from: 'the search for the program',
  }),
  fixes: () => [chooseProgram(), editAt('command', 'Edit the command')],
});

const cwd = dxRule({
  id: 'dx-cwd',
  of: 'program',
  step: 'folder',
  title: 'The working folder does not exist',
  find: (evidence) => problemOf(evidence, 'folder'),
  say: (_evidence, { problem, cwd }) => {
    const other = { 'not-a-folder': 'is not a folder', 'no-access': 'cannot be opened' };
    const reasons = {
      missing: `There is no folder "${cwd}".`,
      'not-a-folder': `"${cwd}" is a file.`,
      'no-access': `This account may not enter "${cwd}".`,
    };
    return {
      ...(problem === 'missing' ? {} : { title: `The working folder ${other[problem]}` }),
      why: `${reasons[problem]} The program was not started.`,
      todo: 'Choose a folder that exists in the settings of this server.',
      short: problem === 'missing' ? 'Working folder missing' : 'Working folder unusable',
      from: 'the working folder',
    };
  },
  fixes: ({ found }) => [chooseFolder(found?.folder), editAt('cwd', 'Edit the folder')],
});

/** The file that this account may not run. */
function locked(evidence: Evidence): string | undefined {
  const problem = problemOf(evidence, 'program');
  if (problem?.answer.code === 'EACCES') return problem.answer.at ?? problem.command;
  return refusal(evidence, 'EACCES', 'EPERM') && programOf(evidence);
}

const eacces = dxRule({
  id: 'dx-eacces',
  of: 'program',
  step: 'process',
  title: 'The file is not allowed to run',
  find: locked,
  say: ({ platform = process.platform }, file) => {
    const quarantine =
      platform === 'darwin'
        ? ` On macOS a downloaded file may also be in quarantine: xattr -d com.apple.quarantine ${shellQuote(file)} takes it out.`
        : '';
    return {
      why: `"${file}" is there, but this account may not run it.${quarantine}`,
      todo: platform === 'win32' ? `Allow this account to run "${file}".` : `Run: chmod +x ${shellQuote(file)}`,
      short: 'Not allowed to run',
      from: 'the system: EACCES',
    };
  },
  fixes: (evidence, found) => {
    const { platform = process.platform } = evidence;
    const file = shellQuote(found ?? programOf(evidence));
    const quarantine = `xattr -d com.apple.quarantine ${file}`;
    return [
      ...(platform === 'win32' ? [] : [copyText(`Copy chmod +x ${file}`, `chmod +x ${file}`)]),
      ...(platform === 'darwin' ? [copyText('Copy the command against quarantine', quarantine)] : []),
      retry(),
      chooseProgram('Choose another program'),
    ];
  },
});

const winshim = dxRule({
  id: 'dx-winshim',
  of: 'program',
  step: 'program',
  title: 'The command is a script on Windows',
  find: (evidence) => {
    const program = programOf(evidence);
    const script = /\.(?:cmd|bat|ps1)$/i.test(program) || /^(?:npx|npm|pnpm|yarn|uvx)$/i.test(program);
    const code = refusal(evidence, 'ENOENT', 'EINVAL', 'UNKNOWN', 'EFTYPE');
    return evidence.platform === 'win32' && script && code !== undefined ? { program, code } : undefined;
  },
  say: (_evidence, { program, code }) => ({
    title: `"${program.split(/[\\/]/).at(-1) ?? program}" is a script on Windows`,
    why: `Windows starts programs, not scripts, and says ${code} for "${program}". Likely it has to go through the command processor.`,
    todo: 'Run it through cmd /c.',
    short: 'Script not started',
    from: `the system: ${code}`,
  }),
  fixes: (evidence, found) => [
    programFix('cmd', ['/c', found?.program ?? programOf(evidence), ...argsOf(evidence)]),
    chooseProgram(),
  ],
});

const interpreter = dxRule({
  id: 'dx-interpreter',
  of: 'program',
  step: 'process',
  title: 'The program could not be started',
  find: (evidence) => refusal(evidence, 'ENOENT'),
  say: (evidence) => ({
    why: `"${programOf(evidence)}" is there, but the system says ENOENT. Likely the interpreter in its first line does not exist.`,
    todo: 'Check the first line of the file, or run it through its interpreter.',
    short: 'Interpreter missing',
    from: 'the system: ENOENT',
  }),
  fixes: () => [chooseProgram('Choose another program'), editAt('command', 'Edit the command')],
});

const format = dxRule({
  id: 'dx-format',
  of: 'program',
  step: 'process',
  title: 'The file is not a program for this computer',
  find: (evidence) => refusal(evidence, 'ENOEXEC'),
  say: (evidence) => ({
    why: `The system cannot run "${programOf(evidence)}" (ENOEXEC). Likely it is a script without a first line such as #!/bin/sh, or was built for another processor.`,
    todo: 'Run it through its interpreter, or get the file for this computer.',
    short: 'Not a program',
    from: 'the system: ENOEXEC',
  }),
  fixes: (evidence) => [
    programFix('/bin/sh', [programOf(evidence), ...argsOf(evidence)]),
    chooseProgram('Choose another program'),
  ],
});

const spawn = dxRule({
  id: 'dx-spawn',
  of: 'program',
  step: 'process',
  title: 'The program could not be started',
  find: (evidence) => (evidence.phase === 'launch' && evidence.problem === undefined ? evidence.code : undefined),
  say: (evidence, code) => ({
    why: `The system refused to start "${programOf(evidence)}": ${plainLine(evidence.message ?? code)}.`,
    todo: 'Check the command, its arguments and its environment.',
    short: `Not started: ${code}`,
    from: `the system: ${code}`,
  }),
  fixes: () => [editAt('command', 'Edit the command'), retry()],
});

/** A setting points to a secret that has no value on this computer. */
const secret = dxRule({
  id: 'dx-secret',
  of: 'any',
  step: 'config',
  title: 'A secret has no value',
  find: (evidence) => problemOf(evidence, 'secret'),
  say: (_evidence, { name }) => ({
    title: `The secret "${name}" has no value`,
    why: 'The settings of this server use it, but it is not stored on this computer.',
    todo: 'Enter its value in the settings of this server.',
    short: 'Secret missing',
    from: 'the settings',
  }),
  fixes: (evidence, found) => [...secretFixes(evidence, found?.name), editAt('env', 'Edit the environment')],
});

/** Asks for the value of the variable that uses the secret. */
function secretFixes({ endpoint }: Evidence, name: string | undefined): Fix[] {
  if (endpoint.kind !== 'stdio' || name === undefined) return [];
  const uses = Object.entries(endpoint.env).find(([, value]) => typeof value !== 'string' && value.secret === name);
  if (!uses) return [];
  return [
    {
      label: 'Set and retry',
      action: { do: 'set-variable', name: uses[0], secret: true },
      ask: { kind: 'secret', label: uses[0] },
    },
  ];
}

/** Rules about what keeps a program from being started, the surest first. */
export const LAUNCH_RULES: readonly DxRule[] = [
  cwd,
  folder,
  eacces,
  enoent,
  enoentNone,
  secret,
  winshim,
  interpreter,
  format,
  spawn,
];
