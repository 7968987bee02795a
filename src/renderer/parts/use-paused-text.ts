import { useEffect, useState } from 'react';

const PAUSE_MS = 200;

/** What is typed right now, told on once typing paused, so that the host is not asked for every letter. */
export function usePausedText(value: string, onValue: (value: string) => void): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    setTyped(value);
  }
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onValue(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, value, onValue]);
  return [typed, setTyped];
}
