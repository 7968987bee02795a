/**
 * `npm run requirements`: how many of the protocol's requirements are done (a test cites them), put off to a view that is
 * not built, waived with a reason, or open, section by section. `--open SECTION` lists the open ones of a section.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './lib/install.mjs';
import { requireNode, root } from './lib/process.mjs';

const STATUSES = ['done', 'later', 'waived', 'open'];

/** Node 20 runs no TypeScript, so the data is bundled first. */
async function loadSections() {
  const { build } = await import('vite');
  const folder = join(root, '.cache', 'requirements');
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: folder,
      minify: false,
      lib: { entry: join(root, 'tests', 'requirements.ts'), formats: ['es'], fileName: () => 'requirements.mjs' },
    },
  });
  return (await import(pathToFileURL(join(folder, 'requirements.mjs')))).sections;
}

function countsOf(requirements) {
  const must = requirements.filter(({ level }) => level.startsWith('MUST'));
  const count = (list, status) => list.filter((one) => one.status === status).length;
  return [...STATUSES.map((status) => count(requirements, status)), count(must, 'open')];
}

function printTable(sections) {
  const rows = sections.map(({ key, requirements }) => [key, requirements.length, ...countsOf(requirements)]);
  const total = rows.reduce((sums, [, ...row]) => sums.map((sum, i) => sum + row[i]), new Array(6).fill(0));
  const table = [['section', 'all', ...STATUSES, 'open MUST'], ...rows, ['all', ...total]];
  for (const [name, ...cells] of table) {
    process.stdout.write(`${String(name).padEnd(9)}${cells.map((cell) => String(cell).padStart(10)).join('')}\n`);
  }
}

requireNode();
ensureInstalled();
const sections = await loadSections();
const at = process.argv.indexOf('--open');
const wanted = at < 0 ? undefined : process.argv[at + 1]?.toUpperCase();
if (wanted === undefined) printTable(sections);
else {
  const open = sections.find(({ key }) => key === wanted)?.requirements.filter(({ status }) => status === 'open') ?? [];
  for (const { id, level, era, text } of open) process.stdout.write(`${id} ${level} ${era} ${text}\n`);
}
