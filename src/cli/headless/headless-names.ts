/** The commands that work with a server of their own. */
export const HEADLESS_NAMES = [
  'list',
  'call',
  'read',
  'prompt',
  'complete',
  'ping',
  'tasks',
  'watch',
  'raw',
  'run',
  'doctor',
] as const;
export type HeadlessName = (typeof HEADLESS_NAMES)[number];
