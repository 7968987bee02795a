import type { LineRow } from '#shared/exchange.ts';

/** Only the start of a line is read: levels stand there, and a long line must not cost its length. */
const START = 160;
const ERROR = /\b(?:error|fatal|critical|panic|exception|traceback)\b|\b[A-Z]\w*(?:Error|Exception)\b/i;
const WARN = /\bwarn(?:ing)?\b/i;
const DEBUG = /\b(?:debug|trace)\b/i;

/** How bad a line of stderr looks by its words, for colour and the level menu. It claims nothing about the server. */
export function stderrLevel(line: string): LineRow['level'] {
  const start = line.slice(0, START);
  if (ERROR.test(start)) return 'error';
  if (WARN.test(start)) return 'warn';
  return DEBUG.test(start) ? 'debug' : undefined;
}
