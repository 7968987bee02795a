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

/** A figure against a reference of the same run. */
export function ratioRow(what, figureMs, referenceMs, bar) {
  const ratio = figureMs / referenceMs;
  return {
    what,
    figure: `${Math.round(figureMs)} ms`,
    reference: `${Math.round(referenceMs)} ms`,
    ratio: `${ratio.toFixed(2)}x`,
    bar: `${bar}x`,
    ok: ratio <= bar ? 'yes' : 'no',
  };
}
