import { Pause } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

export interface PausedBarProps {
  /** Rows that came since the pause. */
  readonly fresh: number;
  readonly onResume: () => void;
}

/** Says that the view stands still while the log goes on. */
export function PausedBar({ fresh, onResume }: PausedBarProps) {
  const more = fresh > 0 ? `, ${fresh.toLocaleString('en-US')} new` : '';
  return (
    <div className="paused k-wait">
      <Icon icon={Pause} size="s" />
      <span>View paused, still capturing{more}</span>
      <span className="sp" />
      <Button size="sm" variant="quiet" onClick={onResume}>
        Resume
      </Button>
    </div>
  );
}
