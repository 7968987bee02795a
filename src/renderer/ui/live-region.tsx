import { useSyncExternalStore } from 'react';
import type { Announcer } from './announcer.ts';

/** The two live regions, rendered once at the root. */
export function LiveRegion({ announcer }: { readonly announcer: Announcer }) {
  const polite = useSyncExternalStore(announcer.subscribe, () => announcer.current('polite'));
  const assertive = useSyncExternalStore(announcer.subscribe, () => announcer.current('assertive'));
  return (
    <>
      <div className="vh" aria-live="polite" aria-atomic="true">
        {polite}
      </div>
      <div className="vh" aria-live="assertive" aria-atomic="true">
        {assertive}
      </div>
    </>
  );
}
