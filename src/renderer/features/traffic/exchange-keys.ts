import type { KeyboardEvent } from 'react';
import type { TrafficRow } from '#shared/exchange.ts';
import type { TrafficChoice } from './use-traffic-filter.ts';

export interface ExchangeKeys {
  readonly filter: TrafficChoice;
  /** The chosen row. */
  readonly row: TrafficRow | undefined;
  readonly sendAgain: (row: TrafficRow) => void;
  /** Undefined where the log cannot be pinned. */
  readonly pin: (() => void) | undefined;
  readonly drop: () => void;
}

/** Single keys of S16 that are about the whole view or the chosen row: E, R, 0, P and Escape. */
export function exchangeKeys({ filter, row, sendAgain, pin, drop }: ExchangeKeys): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'e') filter.setKind(filter.kind === 'errors' ? 'all' : 'errors');
    else if (event.key === 'r' && row) sendAgain(row);
    else if (event.key === '0') filter.setRange(undefined);
    else if (event.key === 'p') pin?.();
    else if (event.key === 'Escape' && row) {
      event.preventDefault();
      drop();
    }
  };
}
