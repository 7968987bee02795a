import type { CompareLine } from '#shared/compare.ts';

/** A line of the inline form: of one side, or of both when they say the same. */
export interface InlineRow {
  a?: number | undefined;
  b?: number | undefined;
  text: string;
  change: 'same' | 'out' | 'in';
  skipped?: number | undefined;
}

/** Both sides in one column: in each stretch that differs first what A has, then what B has. */
export function inlineRows(lines: readonly CompareLine[]): { rows: InlineRow[]; placeOf: number[] } {
  const rows: InlineRow[] = [];
  const placeOf: number[] = [];
  let added: InlineRow[] = [];
  const flush = () => {
    rows.push(...added);
    added = [];
  };
  for (const { a, b, same, skipped } of lines) {
    if (same) flush();
    if (same || a) placeOf.push(rows.length);
    else placeOf.push(rows.length + added.length);
    if (same) rows.push({ a: a?.n, b: b?.n, text: b?.text ?? a?.text ?? '', change: 'same', skipped });
    else {
      if (a) rows.push({ a: a.n, text: a.text, change: 'out' });
      if (b) added.push({ b: b.n, text: b.text, change: 'in' });
    }
  }
  flush();
  return { rows, placeOf };
}
