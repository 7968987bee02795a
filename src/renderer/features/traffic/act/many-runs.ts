import { messageOf } from '#shared/errors.ts';
import type { Wirebench } from '../../../store/wirebench.tsx';
import { type Sending, sendRequest } from './send-request.ts';

export type RunEnd = 'result' | 'tool error' | 'error' | 'stopped' | 'no answer';

/** One request of a series. */
export interface OneRun {
  /** Its place in the series, from 1. */
  readonly n: number;
  readonly end: RunEnd;
  /** Between request and answer, milliseconds, without the time spent waiting for a person. */
  readonly ms: number | undefined;
  readonly rpcId: string | number | undefined;
  readonly error: string | undefined;
}

export interface Series extends Sending {
  readonly count: number;
  /** How many are under way at a time. */
  readonly parallel: number;
}

async function oneRun(wirebench: Wirebench, n: number, series: Series, signal: AbortSignal): Promise<OneRun> {
  try {
    const { operation, answer } = await sendRequest(wirebench, series, signal);
    const { status, toolError, fault } = operation;
    const failed = answer ? 'error' : 'no answer';
    return {
      n,
      end: status === 'cancelled' ? 'stopped' : fault ? failed : toolError ? 'tool error' : 'result',
      ms: answer?.tookUs === undefined ? undefined : answer.tookUs / 1000,
      rpcId: answer?.rpcId,
      error: fault?.message,
    };
  } catch (error) {
    return {
      n,
      end: signal.aborted ? 'stopped' : 'no answer',
      ms: undefined,
      rpcId: undefined,
      error: messageOf(error),
    };
  }
}

/** Sends a request many times; `onRun` hears of each end. Resolves when all ended, or were stopped by the signal. */
export async function runSeries(
  wirebench: Wirebench,
  series: Series,
  onRun: (run: OneRun) => void,
  signal: AbortSignal,
): Promise<void> {
  let next = 1;
  const worker = async () => {
    while (next <= series.count && !signal.aborted) {
      const n = next;
      next += 1;
      onRun(await oneRun(wirebench, n, series, signal));
    }
  };
  await Promise.all(Array.from({ length: Math.min(series.parallel, series.count) }, worker));
}

const cell = (value: string | number | undefined): string => {
  const text = value === undefined ? '' : String(value);
  // A sheet takes a text that begins with one of these for a formula.
  const safe = typeof value === 'string' && /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** The series as CSV (RFC 4180), in order. */
export function seriesCsv(runs: readonly OneRun[]): string {
  const lines = [...runs]
    .sort((a, b) => a.n - b.n)
    .map(({ n, rpcId, end, ms, error }) => [n, rpcId, end, ms, error].map(cell).join(','));
  return ['n,id,end,ms,error', ...lines, ''].join('\r\n');
}
