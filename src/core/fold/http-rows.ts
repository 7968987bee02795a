import type { TrafficKind, TrafficRow } from '#shared/exchange.ts';
import type { HttpRecord } from '#shared/records.ts';
import type { Answers } from './answers.ts';
import type { CallTable } from './call-table.ts';
import { endedByUs, OURS } from './ended-by-us.ts';
import type { HeaderChecks } from './header-checks.ts';
import { RecentMap } from './recent-map.ts';
import { payloadBytes, type RowBook, rowOf } from './row-book.ts';
import { cutText, previewText } from './row-text.ts';

const JSON_OR_EVENTS = /^\s*(application\/json|text\/event-stream)\s*(;|$)/i;

function isSignIn(record: HttpRecord): boolean {
  return record.ch.startsWith('auth') || (record.url ?? '').includes('/.well-known/');
}

function kindOf(record: HttpRecord): TrafficKind {
  if (isSignIn(record)) return 'auth';
  const accepts = record.headers?.find(([name]) => name.toLowerCase() === 'accept')?.[1] ?? '';
  return record.method === 'GET' && accepts.includes('text/event-stream') ? 'stream' : 'http';
}

/** Rows of HTTP exchanges that carry no message of ours: GET streams, DELETE, sign-in; and the HTTP end of calls. */
export class HttpRows {
  readonly #book: RowBook;
  readonly #calls: CallTable;
  readonly #answers: Answers;
  readonly #headers: HeaderChecks;
  /** POSTs whose message has not been recorded yet: it comes next. */
  readonly #waiting = new RecentMap<string, HttpRecord>(1000);

  constructor(book: RowBook, calls: CallTable, answers: Answers, headers: HeaderChecks) {
    this.#book = book;
    this.#calls = calls;
    this.#answers = answers;
    this.#headers = headers;
  }

  read(record: HttpRecord): void {
    if (record.what === 'request') this.#request(record);
    else this.#follow(record);
  }

  /** The message of a POST was read: the head before it is the one of its row. */
  sent(ch: string): void {
    const head = this.#waiting.get(ch);
    const row = head && this.#calls.channelRow(ch);
    if (!row) return;
    this.#waiting.delete(ch);
    const { current } = this.#book;
    this.#request(head);
    // The message of a batch belongs to its first row.
    this.#book.current = current;
    this.#book.join(head.seq, row);
  }

  #follow(record: HttpRecord): void {
    const { ch } = record;
    let row = this.#calls.channelRow(ch);
    const waiting = this.#waiting.get(ch);
    if (waiting) {
      this.#waiting.delete(ch);
      // Rows are in the order of their records, so a late row takes the number of the record that made it.
      row ??= this.#add({ ...waiting, seq: record.seq });
    }
    if (!row) return;
    this.#book.current ??= row;
    if (row.kind === 'stream' || row.kind === 'http' || row.kind === 'auth') this.#update(row, record);
    if ((row.kind === 'notice' || row.kind === 'noise') && record.what === 'response' && record.status !== undefined) {
      row.http = record.status;
      this.#book.touch(row);
    }
    this.#callOf(record);
  }

  #request(record: HttpRecord): void {
    const row = this.#calls.channelRow(record.ch);
    const call = this.#calls.onChannel(record.ch);
    if (call) {
      this.#headers.compare(call, record);
      // Made anew when a request is led elsewhere: the message goes out with the last one.
      call.httpM = record.m;
    }
    if (row) {
      this.#book.current = row;
      if (row.kind === 'stream' && row.exchangeId === undefined) this.#again(row);
    } else if (record.method === 'POST' && !isSignIn(record)) {
      this.#waiting.set(record.ch, record);
    } else {
      this.#add(record);
    }
  }

  /** A stream is asked for once more, on the same channel. */
  #again(row: TrafficRow): void {
    row.tries = (row.tries ?? 1) + 1;
    if (row.status === 'lost') row.status = 'reconnecting';
    this.#book.touch(row);
  }

  #add(record: HttpRecord): TrafficRow {
    const row = rowOf(record, kindOf(record), record.method ?? 'HTTP', 'out');
    row.status = 'open';
    row.bytes = payloadBytes(record);
    row.bytesOut = row.bytes;
    row.bytesIn = 0;
    if (record.url !== undefined) row.name = previewText(record.url);
    this.#calls.setChannelRow(record.ch, row);
    return this.#book.add(row);
  }

  #update(row: TrafficRow, record: HttpRecord): void {
    // A subscriptions/listen row is a stream as well, but its state is that of its exchange.
    if (row.exchangeId !== undefined) return;
    if (record.what === 'response' && record.status !== undefined) row.http = record.status;
    const bytes = payloadBytes(record);
    row.bytes += bytes;
    row.bytesIn = (row.bytesIn ?? 0) + bytes;
    if (record.what === 'response') row.firstUs ??= record.m - row.m;
    if (record.what === 'response')
      row.status = row.kind === 'stream' && record.status === 200 ? 'open' : String(record.status ?? 'open');
    // A stream that is open again goes on.
    if (row.status === 'open') delete row.tookUs;
    if (record.what === 'end' || record.what === 'error') row.tookUs = record.m - row.m;
    if (record.what === 'end' && row.status === 'open') row.status = 'complete';
    if (record.what === 'error') {
      row.status = endedByUs(record) ? 'stopped' : 'lost';
      row.preview = previewText(record.text?.replace(OURS, '') ?? 'The connection broke.');
    }
    this.#book.touch(row);
  }

  /** An HTTP exchange that ends without the answer ends its call; a legacy stream may be taken up again. */
  #callOf(record: HttpRecord): void {
    const call = this.#calls.onChannel(record.ch);
    if (!call) return;
    const { exchange } = call;
    if (record.what === 'response' && record.status !== undefined) {
      call.row.http = record.status;
      call.row.firstUs ??= Math.max(0, record.m - call.startM);
      const sent = record.timing?.sentUs;
      const from = Math.max(0, (call.httpM ?? call.startM) - call.startM);
      if (sent !== undefined) call.row.sentUs ??= Math.min(call.row.firstUs, from + sent);
      this.#book.touch(call.row);
    }
    if (record.what === 'response' && (record.status ?? 0) >= 400) {
      call.http = String(record.status);
      exchange.errorMessage ??= `HTTP ${record.status} ${record.statusText ?? ''}`.trim();
    }
    if (record.what === 'response' && (record.status ?? 0) < 300) {
      const type = record.headers?.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
      if (!JSON_OR_EVENTS.test(type))
        call.oddType = type === '' ? 'no content type' : `the content type ${cutText(type, 100)}`;
    }
    if (exchange.status !== 'open') return;
    if (endedByUs(record)) this.#answers.end(call, 'stopped', record.m);
    else if (record.what === 'error') {
      exchange.errorMessage ??= previewText(record.text ?? 'The connection broke.');
      this.#answers.end(call, 'lost', record.m);
    } else if (record.what === 'end') {
      if (call.http !== undefined) this.#answers.end(call, 'error', record.m);
      else if (call.modern) this.#answers.end(call, 'lost', record.m);
    }
  }
}
