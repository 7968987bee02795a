/** A controller that is aborted with its parents, for their reason, or alone. `release` forgets the parents. */
export function childOf(...parents: AbortSignal[]): { controller: AbortController; release: () => void } {
  const controller = new AbortController();
  const undo: (() => void)[] = [];
  for (const parent of parents) {
    const abort = () => controller.abort(parent.reason);
    if (parent.aborted) abort();
    parent.addEventListener('abort', abort, { once: true });
    undo.push(() => parent.removeEventListener('abort', abort));
  }
  return {
    controller,
    release: () => {
      for (const forget of undo) forget();
    },
  };
}
