import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds package.json. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** One line to stderr: stdout belongs to what a script promises to print. */
export function say(text) {
  process.stderr.write(`[wirebench] ${text}\n`);
}

/** Ends with a reason when Node is older than package.json's `engines` allows. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)) return;
  say(`Node ${process.versions.node} is too old or unsupported. Install Node 22.12 or newer (20.19 also works).`);
  process.exit(1);
}

/**
 * Runs a Node script to its end with all its output on stderr.
 * @param {string} script @param {string[]} args
 * @returns {boolean} whether it exited with 0
 */
export function runQuietly(script, args) {
  const result = spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: ['ignore', 2, 2] });
  return result.status === 0;
}

/** The command and first arguments that start npm without a shell where that is possible. */
export function npmCommand() {
  const here = dirname(process.execPath);
  const scripts = [
    process.env.npm_execpath ?? '',
    join(here, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(here, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ];
  const script = scripts.find((file) => /npm-cli\.js$/.test(file) && existsSync(file));
  return script
    ? { command: process.execPath, args: [script], shell: false }
    : { command: 'npm', args: [], shell: true };
}

/**
 * Starts a child that owns this terminal and passes the signals that end us on to it.
 * @param {string} command @param {string[]} args
 * @param {(result: { code: number, asked: boolean }) => void} onExit `asked`: we were told to end
 */
export function runInForeground(command, args, onExit) {
  const env = { ...process.env };
  // VS Code terminals set this; it would turn Electron into plain Node.
  delete env.ELECTRON_RUN_AS_NODE;
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env });
  let asked = false;
  let ended = false;
  const forward = (signal) => {
    asked = true;
    // A terminal sends Ctrl-C to the child too; a second one would mean "stop at once".
    if (signal === 'SIGTERM' || !process.stdin.isTTY) child.kill(signal);
  };
  process.on('SIGINT', forward);
  process.on('SIGTERM', forward);
  const end = (code) => {
    if (ended) return;
    ended = true;
    process.off('SIGINT', forward);
    process.off('SIGTERM', forward);
    onExit({ code, asked });
  };
  child.on('error', (error) => {
    say(`${command} could not be started: ${error.message}`);
    end(1);
  });
  child.on('exit', (code, signal) => end(code ?? (signal === 'SIGINT' ? 130 : signal === 'SIGTERM' ? 143 : 1)));
}
