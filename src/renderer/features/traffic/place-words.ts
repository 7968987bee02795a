import type { LineRow } from '#shared/exchange.ts';
import { plural } from '../../ui/format.ts';

/** How long a line is, and where it lies in what its process wrote where that is known, to find it there again. */
export function placeWords({ bytes, at }: LineRow): string {
  const length = plural(bytes, 'byte');
  return at === undefined ? length : `${length}, byte offset ${at.toLocaleString('en-US')}`;
}
