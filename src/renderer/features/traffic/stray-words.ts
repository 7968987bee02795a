import type { LineRow, TrafficRow } from '#shared/exchange.ts';
import type { Finding } from '#shared/records.ts';

/** What a line is that is no message of an exchange: who sent it, over what, and how it begins. */
export interface Stray {
  readonly kind: 'stdout' | 'body' | 'sent' | 'answer';
  readonly dir: 'in' | 'out';
  /** Its beginning; undefined where only its record has it. */
  readonly text: string | undefined;
}

/** Why it matters, and what its author can do. */
export interface StrayWords {
  readonly title: string;
  readonly why: string;
  readonly todo: string;
}

const STDOUT =
  'stdout carries protocol messages only. This app skipped the line and went on, other clients may disconnect.';
const LOG_LINE: StrayWords = {
  title: 'The server printed a log line on stdout',
  why: STDOUT,
  todo: 'send logs to stderr. In Node use console.error, in Python log to sys.stderr.',
};
const DAMAGED: StrayWords = {
  title: 'The server printed something that looks like a message, but is none',
  why: STDOUT,
  todo: 'write each message as one line of JSON-RPC 2.0, in UTF-8, and nothing else between them.',
};
const BODY: StrayWords = {
  title: 'The server answered with something that is not JSON-RPC',
  why: 'The body of an answer carries protocol messages only. This app skipped it and went on.',
  todo: 'check the address, and whether a proxy or a sign-in page answers in place of the server.',
};
const SENT: StrayWords = {
  title: 'You sent text that is not a message',
  why: 'It was sent as it is. A server may answer it with an error that names no request, ignore it, or disconnect.',
  todo: 'to be answered, send one JSON-RPC 2.0 message on one line. Raw message in the menu has templates.',
};
const ANSWER: StrayWords = {
  title: 'The server sent an answer to no request that waits',
  why: 'It is valid JSON-RPC, but no request with its id waits for an answer. This app kept it and gave it to no call.',
  todo: 'answer each request once, with the id of that request: same value, and text stays text.',
};
const SENT_ANSWER: StrayWords = {
  title: 'You sent an answer to no request that waits',
  why: 'It is valid JSON-RPC, but the server has no request open with its id. A server may ignore it.',
  todo: 'take the id from a request of the server that waits for its answer.',
};

/** What is said of a stray line, in Exchanges and in Wire alike. */
export function strayWords({ kind, dir, text = '' }: Stray): StrayWords {
  if (kind === 'answer') return dir === 'in' ? ANSWER : SENT_ANSWER;
  if (kind === 'sent') return SENT;
  if (kind === 'body') return BODY;
  return /^\s*[{[]/.test(text) ? DAMAGED : LOG_LINE;
}

/** What a row of Exchanges is as a stray line; undefined for any other row. */
export function strayRow({ kind, method, dir, preview }: TrafficRow): Stray | undefined {
  if (kind !== 'noise') return undefined;
  if (method === 'answer') return { kind: 'answer', dir, text: preview };
  return { kind: dir === 'out' ? 'sent' : method === 'stdout' ? 'stdout' : 'body', dir, text: preview };
}

/** Whether a line that we sent holds neither a message nor a batch; of one that is cut only its beginning can tell. */
function isSentText({ k, dir, text, cut }: LineRow): boolean {
  if (k !== 'frame' || dir !== 'out') return false;
  if (cut) return !/^\s*[{[]/.test(text);
  try {
    const value: unknown = JSON.parse(text);
    return typeof value !== 'object' || value === null;
  } catch {
    return true;
  }
}

/** Requirement that an answer has the id of its request. */
const OWN_ID = 'RPC-02';

/** What a line of Wire is as a stray line; undefined for a message in its place. `findings`: those on the line. */
export function strayLine(
  row: LineRow,
  over: 'stdio' | 'http',
  findings: readonly Pick<Finding, 'rule'>[] = [],
): Stray | undefined {
  if (row.k === 'frame' && findings.some(({ rule }) => rule === OWN_ID))
    return { kind: 'answer', dir: row.dir ?? 'in', text: row.text };
  if (isSentText(row) || (row.k === 'noise' && row.dir === 'out')) return { kind: 'sent', dir: 'out', text: row.text };
  if (row.k !== 'noise') return undefined;
  return { kind: over === 'http' ? 'body' : 'stdout', dir: 'in', text: row.text };
}
