import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const cli = join(root, 'out', 'main', 'cli.js');
export const stressServer = join(root, 'tests', 'stress', 'stress.mjs');
export const manyTools = join(root, 'tests', 'stress', 'many-tools.mjs');
