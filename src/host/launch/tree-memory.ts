import { readFileSync } from 'node:fs';

/**
 * Resident memory of these processes together, bytes. Undefined where it cannot be told without starting another
 * program, and when none of them lives.
 */
export function treeMemory(pids: readonly number[]): number | undefined {
  if (process.platform !== 'linux') return undefined;
  let sum: number | undefined;
  for (const pid of pids) {
    const kilobytes = residentOf(pid);
    if (kilobytes !== undefined) sum = (sum ?? 0) + kilobytes * 1024;
  }
  return sum;
}

function residentOf(pid: number): number | undefined {
  try {
    const found = /^VmRSS:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return found === undefined ? undefined : Number(found);
  } catch {
    return undefined; // it ended meanwhile
  }
}
