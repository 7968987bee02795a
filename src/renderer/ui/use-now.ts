import { useEffect, useState } from 'react';

/**
 * The wall clock in ms, renewed every `everyMs` while that is given; for running clocks in text. Those of the same period
 * turn together, so that two of them never tell different times.
 */
export function useNow(everyMs: number | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (everyMs === undefined) return;
    let timer: ReturnType<typeof setTimeout>;
    const turn = () => {
      const at = Date.now();
      setNow(at);
      timer = setTimeout(turn, everyMs - (at % everyMs));
    };
    turn();
    return () => clearTimeout(timer);
  }, [everyMs]);
  return now;
}
