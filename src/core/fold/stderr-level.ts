import type { LineRow } from '#shared/exchange.ts';

/** Only the start of a line is read: levels stand there, and a long line must not cost its length. */
const START = 160;
const ESCAPE = String.fromCharCode(27);
const COLOURS = new RegExp(`${ESCAPE}\\[[0-9;:]*m`, 'g');

/** Without one of these a line names no level that counts: most lines cost only this look. */
const ANY = /rror|\berr|warn|fatal|critical|severe|panic|exception|trace|debug|wrn|dbg|fine|^[ew]\d|\[[ewd]\]/i;
/** What names each level: in any case, and as it is written. */
const ERROR = [
  /\b(?:error|fatal|critical|severe|panic|panicked|exception|traceback)\b/i,
  /\b[A-Z]\w*(?:Error|Exception)\b|\bERR(?:!|\b)|^E\d{4}\s|\[E\]/,
];
const WARN = [/\bwarn(?:ing)?\b/i, /\b[A-Z]\w*Warning\b|\bWRN\b|^W\d{4}\s|\[W\]/];
const DEBUG = [/\b(?:debug|trace)\b/i, /\b(?:DBG|FINE|FINER|FINEST)\b|\[D\]/];
/** A plain `info` only counts where it stands as a level. */
const INFO = [
  /\b(?:level|lvl|severity)["']?[=:]\s*["']?(?:info|notice)\b|\[(?:info|notice|i)\]|^(?:info|notice):/i,
  /\b(?:INFO|INF|NOTICE)\b|^I\d{4}\s/,
];
/** Levels of pino and bunyan, which are numbers. */
const NUMBERED = /^\{.*"level":\s*(\d0)\b/;

function numbered(line: string): LineRow['level'] | 'info' {
  const level = Number(NUMBERED.exec(line)?.[1] ?? Number.NaN);
  if (Number.isNaN(level)) return undefined;
  if (level >= 50) return 'error';
  if (level === 40) return 'warn';
  return level <= 20 ? 'debug' : 'info';
}

function placeOf(line: string, words: readonly RegExp[]): number {
  const places = words.map((word) => line.search(word)).filter((place) => place >= 0);
  return places.length > 0 ? Math.min(...places) : Number.POSITIVE_INFINITY;
}

/**
 * How bad a line of stderr looks by its words, for colour and the level menu. The first word counts, so that
 * `INFO retry after error` is no error. It claims nothing about the server.
 */
export function stderrLevel(line: string): LineRow['level'] {
  const start = line.slice(0, START);
  const plain = start.includes(ESCAPE) ? start.replace(COLOURS, '') : start;
  const by = plain.startsWith('{') ? numbered(plain) : undefined;
  if (by) return by === 'info' ? undefined : by;
  if (!ANY.test(plain)) return undefined;
  const [error, warn, debug] = [placeOf(plain, ERROR), placeOf(plain, WARN), placeOf(plain, DEBUG)];
  const first = Math.min(error, warn, debug);
  if (first === Number.POSITIVE_INFINITY || placeOf(plain, INFO) < first) return undefined;
  if (first === error) return 'error';
  return first === warn ? 'warn' : 'debug';
}
