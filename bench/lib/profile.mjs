import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const SHOWN = 12;

/** Flags that make the host write a CPU profile into a folder when it ends. */
export const profileFlags = (folder) => ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=500'];

/** The functions of the host's main thread that took most time themselves, as lines of a list. */
export function profileLines(folder) {
  const files = readdirSync(folder).filter((name) => name.endsWith('.cpuprofile'));
  const profiles = files.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  // The worker's profile is the smaller one.
  const { nodes, samples } = profiles.sort((a, b) => b.samples.length - a.samples.length)[0];
  const byId = new Map(nodes.map((node) => [node.id, node.callFrame]));
  const counts = new Map();
  let busy = 0;
  for (const id of samples) {
    const { functionName, url } = byId.get(id);
    if (functionName === '(idle)') continue;
    busy += 1;
    const name = `${functionName || '(anonymous)'}${url ? ` in ${basename(url)}` : ''}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const top = [...counts].sort((a, b) => b[1] - a[1]).slice(0, SHOWN);
  return top.map(([name, count]) => `- ${((count / busy) * 100).toFixed(1)} % ${name}`);
}
