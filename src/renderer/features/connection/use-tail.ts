import type { LineRow, LogFilter, LogView } from '#shared/exchange.ts';
import { useLog } from '../../store/wirebench.tsx';

/** The last rows of a line view, live; rows still being fetched are left out. */
export function useTail(
  sessionId: string,
  view: LogView,
  options: { count: number; filter?: LogFilter },
): { rows: LineRow[]; total: number } {
  const { buffer } = useLog<LineRow>(sessionId, view, options.filter);
  const total = buffer.count;
  const from = Math.max(0, total - options.count);
  const rows = Array.from({ length: total - from }, (_, index) => buffer.getRow(from + index));
  return { rows: rows.filter((row) => row !== undefined), total };
}
