/** More came than is read, a sentence. */
export class TooLarge extends Error {}

export interface BodyLimits {
  /** Bytes of all of it. */
  readonly whole: number;
  /** Bytes between two blank lines, as an event of a stream has them. Absent: no such limit. */
  readonly event?: number;
}

const LF = 10;
const CR = 13;
const MIB = 2 ** 20;

/** The same response with a body that ends with TooLarge where it goes beyond its limits. */
export function limitedBody(response: Response, limits: BodyLimits): Response {
  if (response.body === null) return response;
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(counter(limits)), { status, statusText, headers });
}

function counter({ whole, event }: BodyLimits): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let all = 0;
  let sinceBlank = 0;
  let lineIsEmpty = false;
  const countEvents = (bytes: Uint8Array, most: number): void => {
    for (const byte of bytes) {
      sinceBlank += 1;
      if (byte === LF && lineIsEmpty) sinceBlank = 0;
      if (byte !== CR) lineIsEmpty = byte === LF;
      if (sinceBlank > most) throw new TooLarge(`A part of it is larger than ${most / MIB} MiB.`);
    }
  };
  return new TransformStream({
    transform(bytes, out) {
      all += bytes.length;
      if (all > whole) throw new TooLarge(`It is larger than ${whole / MIB} MiB.`);
      if (event !== undefined) countEvents(bytes, event);
      out.enqueue(bytes);
    },
  });
}
