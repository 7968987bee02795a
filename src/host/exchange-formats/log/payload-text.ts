import type { WireLogReader } from '../../store/log-files.ts';

/** Said of a text that is not what was on the wire. */
export const NOT_UTF8 = 'The bytes are not UTF-8: unreadable ones are shown as replacement characters.';

const PIECE = 1024 * 1024;
/** Largest payload that is read whole, to see whether it is JSON. */
const WHOLE = 32 * 1024 * 1024;

/** The bytes of the payload of a record, piece by piece. */
export async function* payloadBytes(log: WireLogReader, seq: number): AsyncGenerator<Buffer> {
  for (let from = 0, total = 1; from < total; ) {
    const part = await log.payload(seq, from, PIECE);
    if (!part || part.bytes.length === 0) return;
    from += part.bytes.length;
    total = part.total;
    yield part.bytes;
  }
}

/** The payload of a record as text, piece by piece; no character lies across two pieces. */
export async function* payloadText(log: WireLogReader, seq: number): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for await (const bytes of payloadBytes(log, seq)) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

/** The payload as one text; undefined when it is over 32 MiB or cannot be read. */
export async function wholeText(log: WireLogReader, seq: number): Promise<string | undefined> {
  const part = await log.payload(seq, 0, WHOLE);
  return part && part.total <= WHOLE ? part.bytes.toString('utf8') : undefined;
}

/** Its first characters, and whether there is more. */
export async function beginningOf(log: WireLogReader, seq: number, chars: number): Promise<[string, boolean]> {
  const part = await log.payload(seq, 0, chars * 4);
  const text = part?.bytes.toString('utf8') ?? '';
  const cut = text.length > chars || (part !== undefined && part.total > part.bytes.length);
  return [text.slice(0, chars), cut];
}

/** Whether the bytes of a payload are UTF-8; what is none is text with replacement characters only. */
export async function isUtf8(log: WireLogReader, seq: number): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const bytes of payloadBytes(log, seq)) decoder.decode(bytes, { stream: true });
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

/** Base64 in pieces: only whole groups of three bytes are written before the end. */
export async function* base64Text(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % 3);
    yield bytes.toString('base64', 0, whole);
    rest = bytes.subarray(whole);
  }
  yield rest.toString('base64');
}

/** The message of a record as a member of a JSON object: its value, or its bytes where they are no text. */
export async function* messageMember(log: WireLogReader, seq: number): AsyncGenerator<string> {
  if (await isUtf8(log, seq)) {
    yield '"message":';
    yield* jsonValue(log, seq);
    return;
  }
  yield '"messageBase64":';
  yield* jsonString(base64Text(payloadBytes(log, seq)));
}

/** A further member of a JSON object: a list with an object for each record, `write` giving what follows its number. */
export async function* recordList(
  name: string,
  seqs: readonly number[],
  write: (seq: number) => AsyncIterable<string>,
): AsyncGenerator<string> {
  if (seqs.length === 0) return;
  yield `,"${name}":[`;
  for (const [place, seq] of seqs.entries()) {
    yield `${place === 0 ? '' : ','}{"seq":${seq},`;
    yield* write(seq);
    yield '}';
  }
  yield ']';
}

/** Pieces of text as one JSON string with its quotes. */
export async function* jsonString(pieces: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  yield '"';
  for await (const piece of pieces) yield JSON.stringify(piece).slice(1, -1);
  yield '"';
}

/** The payload as a JSON value, its digits and spaces as they came; as a string when it is no JSON or over 32 MiB. */
async function* jsonValue(log: WireLogReader, seq: number): AsyncGenerator<string> {
  const text = (await wholeText(log, seq))?.replace(/^\uFEFF/, '').trim();
  if (text !== undefined && parsedJson(text) !== undefined) yield text;
  else yield* jsonString(payloadText(log, seq));
}

/** The JSON value of a text, undefined when it is none. */
export function parsedJson(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}
