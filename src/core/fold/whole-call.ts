import type { TrafficRow } from '#shared/exchange.ts';
import { objectAt, textAt } from '#shared/json.ts';
import type { FrameRecord } from '#shared/records.ts';
import type { Call, CallTable, Round, RoundAsk } from './call-table.ts';
import { type RowBook, rowOf, takesMembers } from './row-book.ts';
import { previewText, requestName } from './row-text.ts';

/** Rounds that wait for a retry; of more the oldest is forgotten. */
const ROUNDS = 500;
/** Questions of one round that get a row. */
const ASKS = 100;

/** What an answer asks for before the call is sent once more. */
export interface AskedFor {
  call: Call;
  /** Carried the answer. */
  record: FrameRecord;
  /** State that came with it. */
  state: string | undefined;
  /** Requests by their key. */
  asked: readonly (readonly [string, unknown])[];
}

/** An answer asks back: its questions get rows, and a round waits for its retry. */
export function openRound(book: RowBook, { rounds }: CallTable, { call, record, state, asked }: AskedFor): void {
  const root = call.root ?? call;
  if (!root.whole) beginWhole(book, root, record.seq);
  const asks = asked.slice(0, ASKS).map(([key, request]): RoundAsk => {
    const method = textAt(request, 'method') ?? 'unknown';
    const row = rowOf(record, 'ask', method, 'in');
    row.parent = root.row.row;
    row.exchangeId = call.exchange.id;
    row.name = requestName(method, { name: key }) ?? key;
    row.status = 'waiting';
    const said = textAt(objectAt(request, 'params'), 'message');
    if (said !== undefined && !record.body) row.preview = previewText(said);
    book.add(row);
    if (root.whole) book.fold(row, root.row, 'rounds');
    return { key, row, m: record.m };
  });
  rounds.push({ call, state, asks });
  if (rounds.length > ROUNDS) rounds.shift();
}

/**
 * The first answer of a call asks back: the call's row is of the whole from now on, and its first round gets a row of
 * its own. That row has the number of the answer's record, since rows are in the order of the records that made them.
 */
function beginWhole(book: RowBook, call: Call, seq: number): void {
  const { row } = call;
  if (!takesMembers(row)) return;
  const own: TrafficRow = { ...row, seq, parent: row.row, preview: 'round 1' };
  for (const key of ['worst', 'group', 'members', 'summary', 'membersWorst'] as const) delete own[key];
  call.own = book.add(own);
  call.whole = { last: call, rounds: 1, bytesOut: 0, bytesIn: 0, tookUs: 0, waitedUs: 0 };
  book.fold(own, row, 'rounds');
}

/** The call is retried: what was said so far is summed up, and the row of the retry shows below the whole. */
export function nextRound(book: RowBook, root: Call, call: Call, m: number): void {
  call.root = root;
  call.row.parent = root.row.row;
  const { whole } = root;
  if (!whole) return;
  const { exchange, waitedUs, endM = m } = whole.last;
  whole.bytesOut += exchange.bytesOut;
  whole.bytesIn += exchange.bytesIn;
  whole.tookUs += exchange.tookUs ?? 0;
  whole.waitedUs += waitedUs + Math.max(0, m - endM);
  whole.last = call;
  whole.rounds += 1;
  call.row.preview = `round ${whole.rounds}`;
  book.fold(call.row, root.row, 'rounds');
}

/** Shows what the rounds of a call come to on its first row. `status` gives the word for the newest round. */
export function showWhole(book: RowBook, root: Call, status: (call: Call) => string): void {
  const { whole, row } = root;
  if (!whole) return;
  const { exchange, row: newest, waitedUs } = whole.last;
  row.status = whole.over ?? status(whole.last);
  row.bytesOut = whole.bytesOut + exchange.bytesOut;
  row.bytesIn = whole.bytesIn + exchange.bytesIn;
  row.bytes = row.bytesOut + row.bytesIn;
  row.waitedUs = whole.waitedUs + waitedUs;
  if (exchange.tookUs === undefined) delete row.tookUs;
  else row.tookUs = whole.tookUs + exchange.tookUs;
  if (newest.http !== undefined) row.http = newest.http;
  if (newest.has) row.has = [...new Set([...(row.has ?? []), ...newest.has])];
  book.touch(row);
}

/** No retry comes for the newest question. */
function endWhole(book: RowBook, root: Call, how: string, m: number): void {
  const { whole } = root;
  if (!whole) return;
  whole.waitedUs += Math.max(0, m - (whole.last.endM ?? m));
  whole.over = how;
  showWhole(book, root, () => how);
}

/** The questions of a round are over; `word` gives the status of each. */
export function endAsks(book: RowBook, round: Round, m: number, word: (ask: RoundAsk) => string): void {
  for (const ask of round.asks) {
    ask.row.status = word(ask);
    ask.row.waitedUs = m - ask.m;
    book.touch(ask.row);
  }
}

/** No retry will come for a round. */
export function endRound(book: RowBook, round: Round, { m, how }: { m: number; how: string }): void {
  endAsks(book, round, m, () => how);
  endWhole(book, round.call.root ?? round.call, how, m);
}
