import { HostError } from '#shared/errors.ts';
import type { WireLogReader } from '../store/log-files.ts';

/** Why a record of the log cannot be shown. */
export function lostWords({ index }: Pick<WireLogReader, 'index'>, seq: number): string {
  if (seq > index.count) return `Record ${seq} is not in this log.`;
  if (index.length(seq) > 0) return `Record ${seq} cannot be read from the log.`;
  return `Record ${seq} is missing: it could not be written to the log when it came. The client log says why.`;
}

/** The error for a record that cannot be shown. */
export function lostRecord(log: Pick<WireLogReader, 'index'>, seq: number): HostError {
  return new HostError('NOT_FOUND', lostWords(log, seq));
}
