import { useEffect, useState } from 'react';
import type { Root } from '#shared/roots.ts';
import { useHost } from '../../store/wirebench.tsx';

/** Folders come and go while the list is looked at. */
const AGAIN_MS = 10_000;

/** What is wrong with roots, by address; looked at again every 10 s while the list is shown. */
export function useRootTroubles(roots: readonly Root[]): ReadonlyMap<string, string> {
  const host = useHost();
  const [troubles, setTroubles] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    if (roots.length === 0) return;
    let shown = true;
    const look = () => {
      // Without an answer the list stays as it is; it is not about these roots.
      host['root.check']({ uris: roots.map(({ uri }) => uri) }).then(
        (found) => shown && setTroubles(new Map(found.troubles.map(({ uri, text }) => [uri, text]))),
        () => undefined,
      );
    };
    look();
    const timer = setInterval(look, AGAIN_MS);
    return () => {
      shown = false;
      clearInterval(timer);
    };
  }, [host, roots]);
  return troubles;
}
