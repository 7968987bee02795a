import { basename } from 'node:path';
import type { Failure } from '#shared/session.ts';
import type { ProgramAnswer } from './resolve-program.ts';

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

/** The program cannot be started; `answer` says in which way. */
export function programFailure(
  command: string,
  answer: Extract<ProgramAnswer, { found: false }>,
  platform: NodeJS.Platform,
): Failure {
  if (answer.code === 'EISDIR') {
    return {
      rule: 'dx-folder',
      title: 'The command is a folder',
      why: `"${answer.at ?? command}" is a folder, not a program.`,
      todo: 'Name the program inside that folder as the command.',
      short: 'Command is a folder',
    };
  }
  if (answer.code === 'EACCES') {
    const file = answer.at ?? command;
    const quarantine = platform === 'darwin' ? ' On macOS a downloaded file may also be in quarantine.' : '';
    return {
      rule: 'dx-eacces',
      title: 'The file is not allowed to run',
      why: `"${file}" is there, but this account may not run it.${quarantine}`,
      todo: platform === 'win32' ? `Allow this account to run "${file}".` : `Run: chmod +x ${quoted(file)}`,
      short: 'Not allowed to run',
    };
  }
  const hint = RUNTIMES[basename(command).replace(/\.(exe|cmd)$/i, '')];
  const more = answer.searched.length - FOLDERS_NAMED;
  const folders = answer.searched.slice(0, FOLDERS_NAMED).join(', ') + (more > 0 ? `, and ${more} more` : '');
  return {
    rule: 'dx-enoent-none',
    title: `"${command}" is not installed or has another name`,
    why:
      answer.searched.length > 0
        ? `No program of that name is on the PATH this app searched: ${folders}.${hint ? ` ${hint}` : ''}`
        : `There is no file "${command}".`,
    todo: 'Choose the program, or write its absolute path as the command.',
    short: 'Program not found',
  };
}

/** The working folder cannot be used. */
export function folderFailure(problem: 'missing' | 'not-a-folder' | 'no-access', cwd: string): Failure {
  const titles = {
    missing: 'The working folder does not exist',
    'not-a-folder': 'The working folder is not a folder',
    'no-access': 'The working folder cannot be opened',
  };
  const reasons = {
    missing: `There is no folder "${cwd}".`,
    'not-a-folder': `"${cwd}" is a file.`,
    'no-access': `This account may not enter "${cwd}".`,
  };
  return {
    rule: 'dx-cwd',
    title: titles[problem],
    why: `${reasons[problem]} The program was not started.`,
    todo: 'Choose a folder that exists in the settings of this server.',
    short: problem === 'missing' ? 'Working folder missing' : 'Working folder unusable',
  };
}

/** A setting points to a secret that has no value on this computer. */
export function secretFailure(name: string): Failure {
  return {
    rule: 'dx-secret',
    title: `The secret "${name}" has no value`,
    why: 'The settings of this server use it, but it is not stored on this computer.',
    todo: 'Enter its value in the settings of this server.',
    short: 'Secret missing',
  };
}

/** The system refused to start a program that was found. `code` is its error code, such as E2BIG. */
export function spawnFailure(program: string, code: string, message: string): Failure {
  if (code === 'EACCES' || code === 'EPERM') {
    return programFailure(program, { found: false, code: 'EACCES', at: program, searched: [] }, process.platform);
  }
  if (code === 'ENOENT') {
    return {
      rule: 'dx-interpreter',
      title: 'The program could not be started',
      why: `"${program}" is there, but the system says ENOENT. Likely the interpreter in its first line does not exist.`,
      todo: 'Check the first line of the file, or run it through its interpreter.',
      short: 'Interpreter missing',
    };
  }
  if (code === 'ENOEXEC') {
    return {
      rule: 'dx-format',
      title: 'The file is not a program for this computer',
      why: `The system cannot run "${program}" (ENOEXEC). Likely it is a script without a first line such as #!/bin/sh, or was built for another processor.`,
      todo: 'Run it through its interpreter, or get the file for this computer.',
      short: 'Not a program',
    };
  }
  return {
    rule: 'dx-spawn',
    title: 'The program could not be started',
    why: `The system refused to start "${program}": ${message}.`,
    todo: 'Check the command, its arguments and its environment.',
    short: `Not started: ${code}`,
  };
}

function quoted(text: string): string {
  return /^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
