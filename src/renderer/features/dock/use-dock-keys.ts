import { useEffect } from 'react';
import { hasMod } from '../../ui/platform.ts';
import { useStable } from '../../ui/use-stable.ts';

/** Mod+Shift+T follows or stops following, Mod+Shift+Y reads the last lines aloud; both from anywhere. */
export function useDockKeys(onFollow: () => void, onRead: () => void): void {
  const follow = useStable(onFollow);
  const read = useStable(onRead);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !hasMod(event) || !event.shiftKey || event.altKey) return;
      const key = event.key.toLowerCase();
      if (key !== 't' && key !== 'y') return;
      event.preventDefault();
      if (key === 't') follow();
      else read();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [follow, read]);
}
