import { useEffect } from 'react';
import { followLink, takeHandedLink } from '../parts/handed-link.ts';
import { useWirebench } from '../store/wirebench.tsx';

/** Links handed to a page that is open already are followed as well. */
export function useHandedLinks(): void {
  const { page } = useWirebench();
  useEffect(() => {
    const life = new AbortController();
    const take = () => {
      const text = takeHandedLink();
      if (text !== undefined) followLink(page, text);
    };
    // One may have come while the page was still connecting.
    take();
    // Captured: another listener clears the fragment when it takes a token out of it.
    window.addEventListener('hashchange', take, { capture: true, signal: life.signal });
    return () => life.abort();
  }, [page]);
}
