/** The middle one of an odd number of figures. */
export function median(figures) {
  return [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)];
}

const cells = (row) => `| ${row.join(' | ')} |`;

/** Rows of {what, figure, reference, ratio, bar, ok} as a Markdown table. */
export function tableOf(rows) {
  const head = ['what', 'figure', 'reference', 'ratio', 'bar', 'ok'];
  const body = rows.map((row) => head.map((name) => row[name] ?? ''));
  return [cells(head), cells(head.map(() => '---')), ...body.map(cells)].join('\n');
}

/** Figures against the reference of the same run; the ratio is the median of the runs' own ratios. Without a bar it is told only. */
export function ratioRow(what, runs, bar) {
  const ratio = median(runs.map((run) => run.figure / run.reference));
  return {
    what,
    figure: `${Math.round(median(runs.map((run) => run.figure)))} ms`,
    reference: `${Math.round(median(runs.map((run) => run.reference)))} ms`,
    ratio: `${ratio.toFixed(2)}x`,
    ...(bar === undefined ? {} : { bar: `${bar}x`, ok: ratio <= bar ? 'yes' : 'no' }),
  };
}
