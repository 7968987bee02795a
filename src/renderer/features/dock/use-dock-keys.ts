import { useEffect, useRef } from 'react';
import { usePage } from '../../store/wirebench.tsx';
import { hasMod } from '../../ui/platform.ts';
import { useStable } from '../../ui/use-stable.ts';

/** Mod+Shift+T follows or stops following, Mod+Shift+Y or the command reads the last lines aloud; all from anywhere. */
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
  const asked = usePage((state) => state.linesAsked);
  const answered = useRef(asked);
  useEffect(() => {
    if (asked !== answered.current) read();
    answered.current = asked;
  }, [asked, read]);
}
