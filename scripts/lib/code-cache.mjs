/**
 * Keeps the compiled code of the chunks that a command of the command line loads, beside each chunk (docs/decisions/0017).
 * Run as a script it is the process that loads them: it lists the tools of the demo server.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './process.mjs';

const cli = join(root, 'out', 'main', 'cli.js');
/** The command takes a second; a build must not wait for ever. */
const LIMIT_MS = 120_000;

/** @returns {boolean} false when the command failed; its output is then on stderr */
export function writeCodeCache() {
  const dataDir = mkdtempSync(join(tmpdir(), 'wirebench-code-'));
  try {
    const server = [process.execPath, cli, 'demo-server'];
    const args = [fileURLToPath(import.meta.url), 'list', 'tools', '--data-dir', dataDir, '--', ...server];
    return (
      spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 2], timeout: LIMIT_MS }).status === 0
    );
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Loads what is asked for as the command line does, and writes down what was compiled when the process ends. */
function keepCode() {
  const require = createRequire(cli);
  const { loadChunks, scriptOf, SUFFIX } = require('./code-cache.js');
  const scripts = new Map();
  loadChunks(dirname(cli), (file) => {
    const script = scriptOf(file);
    scripts.set(file, script);
    return script;
  });
  // By then the functions that a command needs are compiled too.
  process.on('exit', (code) => {
    if (code !== 0) return;
    for (const [file, script] of scripts) writeFileSync(`${file}${SUFFIX}`, script.createCachedData());
  });
  require(cli);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) keepCode();
