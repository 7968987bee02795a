import { HostError } from '#shared/errors.ts';
import type { WireLogReader } from '../store/log-files.ts';

/** Bytes of one message that is compared. */
const MOST = 32_000_000;

/** A record's payload in memory of its own. Throws NOT_FOUND, or REFUSED when it is too large to be compared. */
export async function payloadBytes(log: WireLogReader, seq: number): Promise<Uint8Array> {
  const total = (await log.payload(seq, 0, 0))?.total;
  if (total !== undefined && total > MOST) {
    const size = `${(total / 1_000_000).toFixed(1)} MB`;
    throw new HostError(
      'REFUSED',
      `One message has ${size}, and up to ${MOST / 1_000_000} MB can be compared. Export both from Traffic instead.`,
    );
  }
  const part = await log.payload(seq, 0, MOST);
  if (!part) throw new HostError('NOT_FOUND', `Record ${seq} is not in the log of its session.`);
  return part.bytes;
}
