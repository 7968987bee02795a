import type { ServeOptions } from '#shared/rpc-server.ts';

/** A change is told this soon after it, milliseconds. */
const SOON_MS = 16;
/** Rows that go on coming are told this often: pages, servers and this process share the processor. */
const FLOW_MS = 150;
/** In a flood nobody can follow single rows: everything is told this often. */
const FLOOD_MS = 500;

/** Lets batches of one page leave: at once when it was quiet, rows in few large ones, in a flood state only with them. */
export function createBatchPace(): ServeOptions['schedule'] {
  let rowsAt = Number.NEGATIVE_INFINITY;
  let floods = false;
  return (fn, lane) => {
    const now = performance.now();
    const soon = now + SOON_MS;
    if (lane === 'state') {
      setTimeout(fn, (floods ? Math.max(soon, rowsAt) : soon) - now);
      return;
    }
    rowsAt = Math.max(soon, rowsAt + (floods ? FLOOD_MS : FLOW_MS));
    setTimeout(() => {
      floods = fn();
    }, rowsAt - now);
  };
}
