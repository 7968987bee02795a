/** Figures of some latencies, milliseconds. */
export interface LatencyStats {
  readonly count: number;
  readonly min: number;
  readonly median: number;
  readonly p95: number;
  readonly max: number;
}

/** Latencies from `from` to below `to`; the last bar takes all above it too when it is open. */
export interface LatencyBar {
  readonly from: number;
  readonly to: number;
  readonly open: boolean;
  readonly count: number;
}

const MOST_BARS = 24;
/** The bars reach to this share of the values; what lies beyond is gathered in one, or outliers would flatten all. */
const REACH = 0.98;

/** The value below which a share of sorted values lies, by nearest rank. */
function rank(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

/** Undefined without values. The median of an even count is the mean of the middle two. */
export function latencyStats(values: readonly number[]): LatencyStats | undefined {
  if (values.length === 0) return undefined;
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1] ?? 0, sorted[sorted.length >> 1] ?? 0];
  const [min = 0] = sorted;
  return {
    count: sorted.length,
    min,
    median: (low + high) / 2,
    p95: rank(sorted, 0.95),
    max: sorted.at(-1) ?? min,
  };
}

/** A width of 1, 2 or 5 times a power of ten. */
function niceWidth(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((one) => one * power >= rough) ?? 10;
  return factor * power;
}

/** The values in bars of equal width. */
export function latencyBars(values: readonly number[]): LatencyBar[] {
  const sorted = [...values].sort((a, b) => a - b);
  const [min] = sorted;
  const max = sorted.at(-1);
  if (min === undefined || max === undefined) return [];
  const end = rank(sorted, REACH);
  const width = niceWidth(Math.max((end - min) / MOST_BARS, max / 1000, 0.01));
  const first = Math.floor(min / width);
  const last = Math.floor(end / width);
  const counts = Array.from({ length: last - first + 1 }, () => 0);
  for (const value of sorted) {
    const place = Math.min(Math.floor(value / width), last) - first;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  const open = max >= (last + 1) * width;
  // Products of steps such as 0.2 carry dust that would be read out.
  const edge = (step: number) => Number((step * width).toPrecision(12));
  return counts.map((count, index) => ({
    from: edge(first + index),
    to: edge(first + index + 1),
    open: open && index === counts.length - 1,
    count,
  }));
}
