import type { BodyRef } from '#shared/records.ts';

/** Payloads longer than this, in bytes, go to the body store instead of into the record. */
export const LARGE_BYTES = 1024 * 1024;

/** Keeps payloads over 1 MiB in files of the session folder, replacing secrets while it writes. Never throws. */
export interface BodyStore {
  /** Undefined when it could not be written: the payload then stays in its record. */
  put(chunks: readonly Uint8Array[]): BodyRef | undefined;
}
