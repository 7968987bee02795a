import type { LogFilter, TrafficKind } from '#shared/exchange.ts';
import { betweenOf, type Range } from './traffic-range.ts';

export type KindChoice = 'all' | 'calls' | 'asks' | 'notices' | 'errors';

const KINDS: Readonly<Partial<Record<KindChoice, TrafficKind[]>>> = {
  calls: ['call', 'stream', 'http', 'auth'],
  asks: ['ask'],
  notices: ['notice'],
};

/** What the host filters by; undefined when every row is wanted. */
export function trafficFilter(choice: KindChoice, text: string, range?: Range): LogFilter | undefined {
  const kinds = KINDS[choice];
  const between = betweenOf(range);
  const filter: LogFilter = {
    ...(text.trim() === '' ? {} : { query: text.trim() }),
    ...(kinds ? { kinds } : {}),
    ...(choice === 'errors' ? { errorsOnly: true } : {}),
    ...(between ? { between } : {}),
  };
  return Object.keys(filter).length > 0 ? filter : undefined;
}
