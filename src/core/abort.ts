/** What is to be done when a signal aborts: one listener of each signal, since more than ten make Node warn of a leak. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls `fn` once when the signal aborts; not where it has. The returned function forgets it. */
export function onAbort(signal: AbortSignal, fn: () => void): () => void {
  const all = waiting.get(signal) ?? new Set();
  if (!waiting.has(signal)) {
    waiting.set(signal, all);
    const tell = () => {
      for (const one of [...all]) if (all.delete(one)) one();
    };
    signal.addEventListener('abort', tell, { once: true });
  }
  const own = () => fn();
  all.add(own);
  return () => {
    all.delete(own);
  };
}

/** A controller that is aborted with its parents, for their reason, or alone. `release` forgets the parents. */
export function childOf(...parents: (AbortSignal | undefined)[]): { controller: AbortController; release: () => void } {
  const controller = new AbortController();
  const undo: (() => void)[] = [];
  for (const parent of parents) {
    if (!parent) continue;
    const abort = () => controller.abort(parent.reason);
    if (parent.aborted) abort();
    else undo.push(onAbort(parent, abort));
  }
  return {
    controller,
    release: () => {
      for (const forget of undo) forget();
    },
  };
}
