import { useMemo } from 'react';
import type { LogFilter } from '#shared/exchange.ts';
import type { KnownValues } from '#shared/filter/complete-filter.ts';
import { useKeptState } from '../../parts/use-kept-state.ts';

export type WireDirection = 'both' | 'out' | 'in';

export interface WireFilter {
  readonly text: string;
  readonly direction: WireDirection;
  /** Only lines that are no messages. */
  readonly noise: boolean;
  /** What the host is asked for; undefined when every line is wanted. */
  readonly filter: LogFilter | undefined;
  /** Values to offer: lines have no columns to take any from. */
  readonly known: () => KnownValues;
  readonly setText: (text: string) => void;
  readonly setDirection: (direction: WireDirection) => void;
  readonly setNoise: (noise: boolean) => void;
}

const NOTHING: KnownValues = { method: [], name: [], server: [] };
const known = () => NOTHING;

/** What the filter language has to say of lines, see docs/filter-language.md. */
const LINE_TERM = /^(?:(?:size|after|before|is):|error|http)$/;

/** Whether a suggestion is of use where rows are lines. */
export const isLineTerm = (insert: string): boolean => LINE_TERM.test(insert);

/** The filter of the Wire view. */
export function useWireFilter(sessionId: string): WireFilter {
  const left = `${sessionId}/wire`;
  const [text, setText] = useKeptState(`${left}/text`, '');
  const [direction, setDirection] = useKeptState<WireDirection>(`${left}/direction`, 'both');
  const [noise, setNoise] = useKeptState(`${left}/noise`, false);
  const filter = useMemo((): LogFilter | undefined => {
    const made: LogFilter = {
      ...(text.trim() === '' ? {} : { query: text.trim() }),
      ...(direction === 'both' ? {} : { dir: direction }),
      ...(noise ? { kinds: ['noise'] } : {}),
    };
    return Object.keys(made).length > 0 ? made : undefined;
  }, [text, direction, noise]);
  return { text, direction, noise, filter, known, setText, setDirection, setNoise };
}
