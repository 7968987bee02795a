// What both raw clients of the driver say about themselves, and two small helpers.
import { readFileSync } from 'node:fs';

export const VERSION = '2025-11-25';
export const INIT = {
  protocolVersion: VERSION,
  capabilities: { roots: {}, sampling: {}, elicitation: {} },
  clientInfo: { name: 'raw-driver', version: '0' },
};
export const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
// A zombie still takes signal 0, so on Linux the process table is asked too.
export const alive = (pid) => {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};
