import { isUtf8 } from 'node:buffer';
import type { RpcId } from '#core/messages.ts';
import { messageOfValue } from '#core/messages.ts';
import type { OperationResult } from '#shared/contract.ts';
import { HostError } from '#shared/errors.ts';
import { isObject } from '#shared/json.ts';
import type { Body } from '#shared/log-views.ts';
import type { WireLogReader } from '../store/log-files.ts';
import { lostRecord } from './lost-record.ts';
import { MemberScanner, type Span } from './result-span.ts';
import { wholeEnd, wholeStart } from './whole-characters.ts';

/** Part of a result that is given unless another size is asked for. */
const RESULT_BYTES = 256 * 1024;
const PIECE = 1024 * 1024;

/**
 * A record's payload or a part of it: as text where it is UTF-8, else as base64. One that would begin or end within a
 * character begins after it, or ends before it.
 */
export async function logBody(
  log: WireLogReader,
  { seq, from, bytes }: { seq: number; from: number; bytes: number },
): Promise<Body> {
  const [record] = await log.records([seq]);
  const part = await log.payload(seq, from, bytes);
  if (!record || !part) throw lostRecord(log, seq);
  const lead = from > 0 ? wholeStart(part.bytes) : { bytes: part.bytes, skipped: 0 };
  const whole = part.total > from + part.bytes.length ? wholeEnd(lead.bytes) : lead.bytes;
  const base64 = !isUtf8(whole);
  const cut = base64 ? part.bytes : whole;
  const start = base64 ? from : from + lead.skipped;
  return {
    seq,
    k: record.k,
    ...(record.k === 'frame' ? { dir: record.dir } : {}),
    ...('ch' in record ? { ch: record.ch } : {}),
    t: record.t,
    text: cut.toString(base64 ? 'base64' : 'utf8'),
    base64,
    from: start,
    bytes: part.total,
    more: start + cut.length < part.total,
  };
}

/** The result out of a batch: its exact text is not kept apart, so it is written again. */
async function fromBatch(log: WireLogReader, seq: number, rpcId: RpcId | undefined): Promise<unknown> {
  const part = await log.payload(seq, 0, 64 * PIECE);
  const text = part?.bytes.toString('utf8').replace(/^\uFEFF/, '') ?? '';
  if (!text.trimStart().startsWith('[')) return undefined;
  const items = JSON.parse(text) as unknown[]; // a frame that begins like an array was parsed as one
  for (const item of items) {
    const message = messageOfValue(item);
    if (message?.kind !== 'response' || message.result === undefined) continue;
    if (rpcId === undefined || message.id === rpcId) return message.result;
  }
  return undefined;
}

/** Where the value of a member lies: of the message itself, or of the object that lies within it. */
async function memberSpan(log: WireLogReader, seq: number, key: string, within?: Span): Promise<Span | undefined> {
  const scanner = new MemberScanner(key);
  const start = within?.start ?? 0;
  let end = within?.end ?? start + 1;
  for (let from = start; from < end; from += PIECE) {
    const part = await log.payload(seq, from, Math.min(PIECE, within ? end - from : PIECE));
    if (!part) throw lostRecord(log, seq);
    if (!within) end = part.total;
    // A byte order mark is no part of the message.
    const mark = from === 0 && part.bytes[0] === 0xef && part.bytes[1] === 0xbb && part.bytes[2] === 0xbf;
    if (mark) scanner.feed(Buffer.from('   '));
    scanner.feed(mark ? part.bytes.subarray(3) : part.bytes);
    if (from === 0 && startsArray(part.bytes)) return undefined;
  }
  const { span } = scanner;
  return span && { start: start + span.start, end: start + span.end };
}

export interface ResultWanted {
  /** Which answer of a batch. */
  rpcId?: RpcId | undefined;
  /** Bytes given of a larger one. */
  limit?: number | undefined;
  /** Leads further into the result, as in the answer that carried a task's. */
  path?: readonly string[] | undefined;
}

/**
 * The exact JSON text of the `result` member of a response record, its first `limit` bytes when it is larger.
 * Throws NOT_FOUND when the record has none.
 */
export async function resultText(log: WireLogReader, seq: number, wanted: ResultWanted = {}): Promise<OperationResult> {
  const { rpcId, limit = RESULT_BYTES, path = [] } = wanted;
  let span = await memberSpan(log, seq, 'result');
  if (span) {
    for (const key of path) span = (await memberSpan(log, seq, key, span)) ?? span;
    const bytes = span.end - span.start;
    const part = await log.payload(seq, span.start, Math.min(bytes, limit));
    const cut = wholeEnd(part?.bytes ?? Buffer.alloc(0));
    return { text: cut.toString('utf8'), bytes, more: cut.length < bytes, seq, at: span.start };
  }
  const result = await fromBatch(log, seq, rpcId);
  if (result === undefined) throw new HostError('NOT_FOUND', `Record ${seq} holds no result.`);
  const inner = path.reduce<unknown>((value, key) => (isObject(value) && key in value ? value[key] : value), result);
  const whole = Buffer.from(JSON.stringify(inner));
  const cut = wholeEnd(whole.subarray(0, limit));
  return { text: cut.toString('utf8'), bytes: whole.length, more: cut.length < whole.length, seq };
}

function startsArray(bytes: Buffer): boolean {
  return bytes
    .toString('utf8', 0, 64)
    .replace(/^\uFEFF/, '')
    .trimStart()
    .startsWith('[');
}
