import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { cli, root, stressServer } from './lib/paths.mjs';
import { profileFlags, profileLines } from './lib/profile.mjs';
import { ratioRow } from './lib/table.mjs';

const BAR = 1.5;
const target = join(root, '.cache', 'bench');

async function bundle() {
  const { build } = await import('vite');
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: true,
      outDir: target,
      target: 'node20.19',
      rolldownOptions: { input: { calls: join(root, 'bench', 'entries', 'calls.mjs') }, output: { format: 'es' } },
    },
  });
}

function measure(dataDir, nodeFlags = []) {
  const entry = join(target, 'calls.js');
  const args = [...nodeFlags, entry, dataDir, stressServer, dirname(cli)];
  const out = execFileSync(process.execPath, args, { encoding: 'utf8' });
  return JSON.parse(out).rounds;
}

/** 300 tool calls one after the other, recorded, against the same calls by hand. */
export async function benchCalls(freshDir) {
  await bundle();
  const row = ratioRow('300 tool calls over stdio, recorded', measure(freshDir()), BAR);
  if (row.ok === 'no') {
    const folder = freshDir();
    measure(freshDir(), profileFlags(folder));
    row.profile = profileLines(folder);
  }
  return [row];
}
