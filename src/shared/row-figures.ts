import type { TrafficRow } from './exchange.ts';

/** Size and time of a row: of one that others are folded under, what they come to with it. */
export interface RowFigures {
  bytes: number;
  bytesOut?: number | undefined;
  bytesIn?: number | undefined;
  /** Microseconds. */
  tookUs?: number | undefined;
}

type OwnFigures = Pick<TrafficRow, 'bytes' | 'bytesOut' | 'bytesIn' | 'tookUs' | 'dir'>;

/** Bytes sent; a row that went one way says so by its direction alone. */
export function sentBytes({ bytesOut, bytesIn, bytes, dir }: OwnFigures): number | undefined {
  return bytesOut ?? (dir === 'out' && bytesIn === undefined ? bytes : undefined);
}

/** Bytes received; see `sentBytes`. */
export function receivedBytes({ bytesOut, bytesIn, bytes, dir }: OwnFigures): number | undefined {
  return bytesIn ?? (dir === 'in' && bytesOut === undefined ? bytes : undefined);
}

/** The figures that a row shows, is sorted and filtered by. */
export function figuresOf(row: OwnFigures & Pick<TrafficRow, 'sums'>): RowFigures {
  return row.sums ?? ownFigures(row);
}

/** The figures of a row without those folded under it. */
export function ownFigures(row: OwnFigures): RowFigures {
  return { bytes: row.bytes, bytesOut: sentBytes(row), bytesIn: receivedBytes(row), tookUs: row.tookUs };
}

const plus = (a: number | undefined, b: number | undefined, take: number | undefined) =>
  a === undefined && b === undefined ? undefined : (a ?? 0) + (b ?? 0) - (take ?? 0);

/** Sums with a part more, and without what that part was before. */
export function addFigures(sums: RowFigures, now: RowFigures, before?: RowFigures): RowFigures {
  const bytesOut = plus(sums.bytesOut, now.bytesOut, before?.bytesOut);
  const bytesIn = plus(sums.bytesIn, now.bytesIn, before?.bytesIn);
  const tookUs = plus(sums.tookUs, now.tookUs, before?.tookUs);
  return {
    bytes: sums.bytes + now.bytes - (before?.bytes ?? 0),
    ...(bytesOut === undefined ? {} : { bytesOut }),
    ...(bytesIn === undefined ? {} : { bytesIn }),
    ...(tookUs === undefined ? {} : { tookUs }),
  };
}
