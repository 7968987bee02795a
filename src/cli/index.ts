#!/usr/bin/env node
import { setMaxListeners } from 'node:events';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadKeptCode } from './code-cache.ts';

/** Folder of the built entries; a chunk would see another one. */
const FOLDER = dirname(fileURLToPath(import.meta.url));

// The signal of a session has a listener for each running call; more than ten are no leak.
setMaxListeners(0);
// The code of the commands is loaded with it.
loadKeptCode(FOLDER);
void import('./commands.ts')
  .then(({ runCommandLine }) => runCommandLine(process.argv.slice(2), FOLDER))
  .then((code) => process.exit(code));
