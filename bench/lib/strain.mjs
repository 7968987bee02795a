import { median } from './table.mjs';

/** A figure of the page while it is busy: at most 100 ms, or ten times the idle page. */
function strainRow(what, runs, name) {
  const figure = median(runs.map((run) => run.busy[name]));
  const idle = median(runs.map((run) => run.idle[name]));
  const bar = Math.max(100, idle * 10);
  return {
    what,
    figure: `${Math.round(figure)} ms`,
    reference: `${Math.round(idle)} ms idle`,
    ratio: idle > 0 ? `${(figure / idle).toFixed(1)}x` : '',
    bar: `${Math.round(bar)} ms`,
    ok: figure <= bar ? 'yes' : 'no',
  };
}

/** The latency rule: clicks and page tasks of runs that hold `busy` and `idle` as `readStrain` gives them. */
export function strainRows(what, runs) {
  return [
    strainRow(`${what}: slowest click`, runs, 'slowestClick'),
    strainRow(`${what}: longest page task`, runs, 'longestTask'),
  ];
}
