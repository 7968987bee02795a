import type { ChannelEnd } from '#core/ports.ts';
import type { Endpoint } from '#shared/config.ts';
import type { HeaderList } from '#shared/records.ts';
import type { Exit, LaunchFacts } from '#shared/session.ts';
import type { ProgramAnswer } from './resolve-program.ts';

/** Why nothing was started, as working out the start found it. */
export type LaunchProblem =
  | { kind: 'program'; command: string; answer: Extract<ProgramAnswer, { found: false }> }
  | { kind: 'folder'; problem: 'missing' | 'not-a-folder' | 'no-access'; cwd: string }
  | { kind: 'secret'; name: string };

/** What was looked up on this computer after a failure, to offer a way out. */
export interface LookedUp {
  /** Absolute path of the program that was missed, or of one that takes its place. */
  program?: string;
  /** The nearest folder above the missing one that exists. */
  folder?: string;
  /** Who listens on the port that is taken. */
  owner?: { pid: number; command: string };
}

/** What is known when a session failed. Texts come from the server and are never trusted. */
export interface Evidence {
  endpoint: Endpoint;
  /** How far it came: nothing ran yet; no version agreed yet; it was connected. */
  phase: 'launch' | 'connect' | 'ready';
  /** Since the start of the session, or since the request that failed. */
  elapsedMs: number;
  /** Absent while the program lives. */
  exit?: Exit;
  /** A system error code such as ENOENT or ECONNREFUSED. */
  code?: string;
  /** The text of that error; for a living program a sentence about how it gave up the connection. */
  message?: string;
  launch?: LaunchFacts;
  /** Last lines of stderr, and of stdout lines that were no messages; oldest first. */
  stderrTail: readonly string[];
  noiseTail: readonly string[];
  /** Place of each line of `stderrTail` in the stderr view, from 1; absent means they are counted from 1. */
  stderrPlaces?: readonly number[];
  http?: ChannelEnd;
  /** Absent means that of this computer. */
  platform?: NodeJS.Platform;
  problem?: LaunchProblem;
  /** Resident memory when it was last looked at, bytes. */
  memory?: number;
  /** The last request that went out: its HTTP headers and its text. */
  sent?: { headers?: HeaderList; text?: string };
  found?: LookedUp;
}

const MOST_CHARS = 300;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const ESCAPES = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-_])/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;

/** A line of foreign text for a sentence: no colours, no control characters, bounded. */
export function plainLine(text: string): string {
  const start = text
    .slice(0, MOST_CHARS * 4)
    .replace(ESCAPES, '')
    .replace(CONTROLS, ' ')
    .trim();
  return start.length > MOST_CHARS ? `${start.slice(0, MOST_CHARS)}…` : start;
}

/** Lines around a crash that say nothing of its cause. Told by the raw line: stack lines and properties are indented. */
const FURNITURE = [
  /^\s/,
  /^[\s^~\]})>,;]*$/,
  /^Node\.js v\d/,
  /^note: /,
  /^stack backtrace:$/,
  /^(?:goroutine \d+ .*\[.*\]:|created by .+|exit status \d+|\[signal .*\])$/,
  // A frame of Go: `main.(*Server).Run(0xc000012345, {0x0, 0x0})`
  /^[\w./*()[\]-]+\([^()]*\)$/,
  /^npm (?:error|ERR!)(?: A complete log of this run.*)?$/,
];
const ERROR_HEAD =
  /^(?:Uncaught )?(?:[\w$]+\.)*[A-Z][\w$]*(?:Error|Exception|Exit|Interrupt|Warning|Rejection)(?: \[\w+\])?(?::|$)|^Error(?: \[\w+\])?:|^(?:panic|fatal error): /;
const FRAME = /^\s+(?:at |File "|\S+\.go:\d)|^(?:goroutine \d|stack backtrace:)/;
/** Lines of a message with line breaks that are looked back for its beginning. */
const MESSAGE_LINES = 30;

function isFurniture(line: string): boolean {
  return FURNITURE.some((pattern) => pattern.test(line));
}

/**
 * The line that tells why a program ended, for a sentence: the error of a crash rather than its stack, or else the last
 * line that says something. Undefined when there is none.
 */
export function tellingLine(texts: readonly string[]): string | undefined {
  const lines = texts.map((text) => text.slice(0, MOST_CHARS * 4).replace(ESCAPES, ''));
  const last = lines.findLastIndex((line) => !isFurniture(line));
  const head = last < 0 ? -1 : headBefore(lines, last);
  return lastLine(lines.slice(0, (head < 0 ? last : head) + 1)) ?? lastLine(lines);
}

/** Where the error begins whose message ends with the line at `last`; -1 when that line is no part of a crash. */
function headBefore(lines: readonly string[], last: number): number {
  const inCrash = lines.slice(last + 1).some((line) => FRAME.test(line));
  for (let at = last; at >= Math.max(0, last - MESSAGE_LINES); at -= 1) {
    const line = lines[at] ?? '';
    if (FRAME.test(line)) return -1;
    if (ERROR_HEAD.test(line)) return at === last || inCrash || /^\s+\S/.test(lines[at - 1] ?? '') ? at : -1;
  }
  return -1;
}

/** The last line that says something. */
function lastLine(lines: readonly string[]): string | undefined {
  return lines.map(plainLine).findLast((line) => line !== '');
}

export interface Match {
  groups: RegExpExecArray;
  /** The plain line that matched. */
  line: string;
  /** `stderr line 4`, as the stderr view numbers it. */
  source: string;
  /** Its row in the stderr view, from 0; absent for stdout. */
  row?: number;
}

/**
 * The first line of stderr, then of stdout noise, that fits one of the patterns. Lines that begin like an error come
 * before others: a crash also prints the source line that threw it.
 */
export function findLine(evidence: Evidence, patterns: readonly RegExp[]): Match | undefined {
  const sources = [
    ['stderr', evidence.stderrTail, evidence.stderrPlaces],
    ['stdout', evidence.noiseTail, undefined],
  ] as const;
  for (const [name, lines, places] of sources) {
    const entries = [...lines.entries()].map(([index, text]) => ({ index, line: plainLine(text) }));
    const heads = entries.filter(({ line }) => ERROR_HEAD.test(line));
    for (const { index, line } of [...heads, ...entries]) {
      for (const pattern of patterns) {
        const groups = pattern.exec(line);
        if (!groups) continue;
        const place = places?.[index] ?? index + 1;
        return { groups, line, source: `${name} line ${place}`, ...(name === 'stderr' ? { row: place - 1 } : {}) };
      }
    }
  }
  return undefined;
}

/** `412 ms`, `2.5 s`, `30 s`, `2 min`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 10_000) return `${Math.round(ms / 100) / 10} s`;
  return ms < 120_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`;
}

/** `exited with code 1`, `was ended by the signal SIGKILL`. */
export function exitWords(exit: Exit): string {
  return exit.signal === null ? `exited with code ${exit.code ?? 'unknown'}` : `was ended by the signal ${exit.signal}`;
}

/** The same for the rail. */
export function exitShort(exit: Exit): string {
  return exit.signal === null ? `Exited with code ${exit.code ?? 'unknown'}` : `Ended by ${exit.signal}`;
}
