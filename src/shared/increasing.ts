/** Places of a longest strictly increasing subsequence of the values, in order. */
export function longestIncreasing(values: readonly number[]): number[] {
  /** For each length the place whose value is the smallest that ends such a run. */
  const ends: number[] = [];
  const before: number[] = [];
  for (const [place, value] of values.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    before[place] = low > 0 ? (ends[low - 1] ?? -1) : -1;
    ends[low] = place;
  }
  const found: number[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) found.push(at);
  return found.reverse();
}
