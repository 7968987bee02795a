/** Says on stdout which browser the tests will use. Exits with 1 and the reason when none starts. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { requireNode, root } from './process.mjs';

requireNode();
ensureInstalled();
// Imported after the install: it needs vite.
const { buildStandin } = await import('./build-standin.mjs');
await buildStandin();
await import(pathToFileURL(join(root, '.cache', 'standin', 'check-browser.mjs')).href);
