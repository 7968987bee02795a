import { Pause, Play } from 'lucide-react';
import { IconButton } from '../ui/icon-button.tsx';
import type { Paused } from './use-pause.ts';

/** Lets the view stand still and go on. */
export function PauseButton({ paused, toggle }: Paused) {
  const label = paused ? 'Resume view' : 'Pause view';
  return <IconButton size="sm" icon={paused ? Play : Pause} label={label} onClick={toggle} />;
}
