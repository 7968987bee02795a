import type { LineRow, TrafficRow } from '#shared/exchange.ts';
import type { Bound, FilterLeaf, FilterNode, IsValue } from '#shared/filter/filter-tree.ts';
import { unreachable } from '#shared/unreachable.ts';
import { isErrorRow, isRound, lineFailed } from './row-failed.ts';

/** What is known of payloads, which are not read to test a row. Words are named by their place in `words`. */
export interface PayloadHits {
  /** Whether a payload of the row was found to hold the word. */
  has(word: number, row: number): boolean;
  /** Whether the row's payload was looked through: only then a word is known not to be there. */
  looked(row: { row: number; seq: number }): boolean;
}

export interface FilterTestOptions {
  /** Name and id of the server the rows are of, or of the one a row is of. */
  server: readonly string[] | ((row: number) => readonly string[]);
  /** Absent: words are looked for in the columns only. */
  payloads?: PayloadHits | undefined;
}

type Test<R> = (row: R) => boolean;
interface Reading<R> {
  leaf(leaf: FilterLeaf): Test<R>;
  /** What a word is looked for in. */
  columns(row: R): readonly (string | number | undefined)[];
}

const SEPARATORS = /[\s_-]+/g;
const DAY_MS = 86_400_000;

function within({ sign, value }: Bound, actual: number | undefined): boolean {
  if (actual === undefined) return false;
  switch (sign) {
    case '>':
      return actual > value;
    case '>=':
      return actual >= value;
    case '<':
      return actual < value;
    case '<=':
      return actual <= value;
    case '=':
      return actual === value;
    default:
      return unreachable(sign);
  }
}

function holds(text: string | number | undefined, part: string): boolean {
  return text !== undefined && String(text).toLowerCase().includes(part);
}

/** Milliseconds since midnight by the clock of this computer. The offset is looked up once per quarter of an hour. */
function clockOf(): (ms: number) => number {
  let [quarter, shift] = [Number.NaN, 0];
  return (ms) => {
    const now = Math.floor(ms / 900_000);
    if (now !== quarter) {
      quarter = now;
      shift = new Date(ms).getTimezoneOffset() * 60_000;
    }
    return (((ms - shift) % DAY_MS) + DAY_MS) % DAY_MS;
  };
}

function timeTest({ op, ms, clock }: Extract<FilterLeaf, { clock: boolean }>): Test<{ t: number }> {
  const ofDay = clock ? clockOf() : (time: number) => time;
  return op === 'after' ? ({ t }) => ofDay(t / 1000) >= ms : ({ t }) => ofDay(t / 1000) < ms;
}

const isRow: Record<IsValue, Test<TrafficRow>> = {
  error: isErrorRow,
  // A round that asked back is over; the row of the whole call waits.
  waiting: (row) => row.status === 'waiting' || (row.status === 'input_required' && !isRound(row)),
  ask: ({ kind }) => kind === 'ask',
  task: ({ status, method }) => status === 'task' || method.startsWith('tasks/'),
  stream: ({ kind }) => kind === 'stream',
  notification: ({ kind }) => kind === 'notice',
  call: ({ kind }) => kind === 'call',
  http: ({ kind }) => kind === 'http',
  auth: ({ kind }) => kind === 'auth',
  open: ({ status }) => status === 'open' || status === 'running' || status === 'waiting',
};

/** Whether the name or the id of the server of a row holds a text. */
function serverTest(server: FilterTestOptions['server'], text: string): Test<{ row: number }> {
  if (typeof server === 'function') return ({ row }) => server(row).some((name) => holds(name, text));
  const ours = server.some((name) => holds(name, text));
  return () => ours;
}

function rowLeaf(leaf: FilterLeaf, server: FilterTestOptions['server']): Test<TrafficRow> {
  switch (leaf.op) {
    case 'method':
      return (row) => holds(row.method, leaf.text);
    case 'name':
      return (row) => holds(row.name, leaf.text);
    case 'id':
      return (row) => row.rpcId !== undefined && String(row.rpcId).toLowerCase() === leaf.text;
    case 'status':
      return (row) => statusIs(row.status, leaf.text);
    case 'server':
      return serverTest(server, leaf.text);
    case 'by':
      return ({ by }) => holds(by?.kind, leaf.text) || holds(by?.name, leaf.text);
    case 'is':
      return isRow[leaf.what];
    case 'has':
      return (row) => row.has?.includes(leaf.what) ?? false;
    case 'dur':
      return (row) => within(leaf.bound, row.sums?.tookUs ?? row.tookUs);
    case 'size':
      return (row) => within(leaf.bound, row.sums?.bytes ?? row.bytes);
    case 'http':
      return ({ http }) => http !== undefined && http >= leaf.from && http <= leaf.to;
    case 'after':
    case 'before':
      return timeTest(leaf);
    default:
      return unreachable(leaf);
  }
}

/** A status begins with the text; spaces, underlines and dashes are alike. A code keeps its sign. */
function statusIs(status: string, text: string): boolean {
  if (/^-?\d/.test(status)) return status.startsWith(text);
  return status.replace(SEPARATORS, ' ').toLowerCase().startsWith(text);
}

function lineLeaf(leaf: FilterLeaf, server: FilterTestOptions['server']): Test<LineRow> {
  switch (leaf.op) {
    case 'server':
      return serverTest(server, leaf.text);
    case 'is':
      if (leaf.what === 'error') return lineFailed;
      return leaf.what === 'http' ? ({ k }) => k === 'http' : () => false;
    case 'size':
      return (line) => within(leaf.bound, line.bytes);
    case 'after':
    case 'before':
      return timeTest(leaf);
    default:
      // A line has no such column.
      return () => false;
  }
}

function wordsOf(node: FilterNode, into: Set<string>): Set<string> {
  if (node.op === 'word') into.add(node.text);
  else if (node.op === 'not') wordsOf(node.part, into);
  else if (node.op === 'and' || node.op === 'or') for (const part of node.parts) wordsOf(part, into);
  return into;
}

/** The words of a filter, each once; a payload may hold them as well. */
export function filterWords(tree: FilterNode): readonly string[] {
  return [...wordsOf(tree, new Set())];
}

function built<R extends { row: number; seq: number }>(
  tree: FilterNode,
  reading: Reading<R>,
  payloads?: PayloadHits,
): Test<R> {
  const words = filterWords(tree);
  /** `negated`: below an odd number of minus signs, where not yet knowing must count as found. */
  const build = (node: FilterNode, negated: boolean): Test<R> => {
    if (node.op === 'and' || node.op === 'or') {
      const tests = node.parts.map((part) => build(part, negated));
      return node.op === 'and' ? (row) => tests.every((test) => test(row)) : (row) => tests.some((test) => test(row));
    }
    if (node.op === 'not') {
      const test = build(node.part, !negated);
      return (row) => !test(row);
    }
    if (node.op !== 'word') return reading.leaf(node);
    const word = words.indexOf(node.text);
    return (row) => {
      for (const column of reading.columns(row)) if (holds(column, node.text)) return true;
      if (!payloads) return false;
      return payloads.has(word, row.row) || (negated && !payloads.looked(row));
    };
  };
  return build(tree, false);
}

/**
 * A filter as a test of traffic rows. A word that may stand in a payload not looked through yet counts as not found
 * where the filter asks for it, and as found where the filter excludes it: a row is shown once it is sure to belong.
 */
export function rowFilterTest(tree: FilterNode, { server, payloads }: FilterTestOptions): Test<TrafficRow> {
  const reading: Reading<TrafficRow> = {
    leaf: (leaf) => rowLeaf(leaf, server),
    columns: ({ method, name, preview, status, rpcId, logger, level }) => [
      method,
      name,
      preview,
      status,
      rpcId,
      logger,
      level,
    ],
  };
  return built(tree, reading, payloads);
}

/** A filter as a test of lines, which know words, `is:error`, `is:http`, `size:`, `server:` and times. */
export function lineFilterTest(tree: FilterNode, { server }: FilterTestOptions): Test<LineRow> {
  return built(tree, { leaf: (leaf) => lineLeaf(leaf, server), columns: ({ text }) => [text] });
}
