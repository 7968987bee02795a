import type { WireLogReader } from '../../store/log-files.ts';

const PIECE = 1024 * 1024;
/** Largest payload that is read whole, to see whether it is JSON. */
const WHOLE = 32 * 1024 * 1024;

/** The payload of a record as text, piece by piece; no character lies across two pieces. */
export async function* payloadText(log: WireLogReader, seq: number): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let from = 0;
  for (let total = 1; from < total; ) {
    const part = await log.payload(seq, from, PIECE);
    if (!part || part.bytes.length === 0) break;
    from += part.bytes.length;
    total = part.total;
    yield decoder.decode(part.bytes, { stream: true });
  }
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

/** Pieces of text as one JSON string with its quotes. */
export async function* jsonString(pieces: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  yield '"';
  for await (const piece of pieces) yield JSON.stringify(piece).slice(1, -1);
  yield '"';
}

/** The payload as a JSON value, its digits and spaces as they came; as a string when it is no JSON or over 32 MiB. */
export async function* jsonValue(log: WireLogReader, seq: number): AsyncGenerator<string> {
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
