import { Bell } from 'lucide-react';
import type { ReactNode } from 'react';
import type { WatchedResource } from '#shared/session.ts';
import { Button } from '../../ui/button.tsx';
import { formatTime } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Reads } from './use-reads.ts';

const clock = (ms: number): string => formatTime(ms).slice(0, 8);

interface ChangeBarProps {
  readonly watched: WatchedResource | undefined;
  readonly reads: Reads;
  /** The version on show. */
  readonly shown: Reads['newest'];
  readonly ready: boolean;
  readonly onNewest: () => void;
  /** Lays the newest version beside the one before; undefined where there is only one. */
  readonly onCompare: (() => void) | undefined;
}

/** Says that a watched resource changed, and whether what is shown is what it changed to. */
export function ChangeBar({ watched, reads, shown, ready, onNewest, onCompare }: ChangeBarProps) {
  const { newest, read, running } = reads;
  const at = watched?.times.at(-1);
  let words: ReactNode;
  let action: ReactNode;
  if (shown && newest && shown !== newest) {
    words = `This is the version of ${clock(shown.startedAt)}.`;
    action = (
      <Button size="sm" variant="quiet" onClick={onNewest}>
        Show the newest
      </Button>
    );
  } else if (at === undefined || !newest) return null;
  else if ((watched?.updates ?? 0) > 0) {
    words = `Changed at ${clock(at)}.`;
    action = (
      <Button size="sm" variant="quiet" onClick={read} disabled={!ready || running !== undefined}>
        Read again
      </Button>
    );
  } else if (newest.startedAt < at) return null;
  else {
    words = `Changed at ${clock(at)}. This is the newest version.`;
    action = onCompare && (
      <Button size="sm" variant="quiet" onClick={onCompare}>
        Compare with before
      </Button>
    );
  }
  return (
    <div className="change-bar" role="status">
      <Icon icon={Bell} size="s" />
      <span>{words}</span>
      <span className="sp" />
      {action}
    </div>
  );
}
