import type { BodyRef } from '#shared/records.ts';

/** Payloads longer than this, in bytes, go to the body store instead of into the record. */
export const LARGE_BYTES = 1024 * 1024;

/** Keeps payloads over 1 MiB in files of the session folder, replacing secrets while it writes. */
export interface BodyStore {
  put(chunks: readonly Uint8Array[]): BodyRef;
}
