import { GitCompareArrows } from 'lucide-react';
import type { TrafficStats } from '#shared/traffic.ts';
import { formatDuration, formatSize, plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { useShownKeys } from '../../ui/letter-keys.ts';
import { ariaShortcut } from '../../ui/platform.ts';
import type { Marks } from './use-marks.ts';

export interface TrafficFootProps {
  /** Undefined until they are known for what is shown. */
  readonly stats: TrafficStats | undefined;
  /** Rows let through, and all rows. */
  readonly rows: number;
  readonly total: number;
  readonly errors: number;
  readonly searching: string | undefined;
  readonly problem: string | undefined;
  readonly marks: Marks;
}

const KEYS = ['shift', 'C'];
const HINTS = ['Pick two rows to compare', 'Pick one more row to compare', 'Compare the two rows'] as const;
const milliseconds = (us: number | undefined) => (us === undefined ? undefined : formatDuration(us / 1000));

/** Sums over the rows that are shown, and the way to a comparison. */
export function TrafficFoot({ stats, rows, total, errors, searching, problem, marks }: TrafficFootProps) {
  const median = milliseconds(stats?.medianUs);
  const p95 = milliseconds(stats?.p95Us);
  const shown = useShownKeys(KEYS);
  const hint = HINTS[marks.rows.length] ?? HINTS[0];
  return (
    <div className="foot">
      <span>
        {rows.toLocaleString('en-US')} of {plural(total, 'row')}
      </span>
      {stats && <span>{formatSize(stats.bytes)}</span>}
      <span>{plural(stats?.errors ?? errors, 'error')}</span>
      {median !== undefined && <span title="Of the time taken, without waiting for a person">Median {median}</span>}
      {p95 !== undefined && <span title="Of the time taken, without waiting for a person">p95 {p95}</span>}
      {stats?.done === false && <span>so far</span>}
      {searching !== undefined && <span>{searching}</span>}
      {problem !== undefined && <span className="c-err el">{problem}</span>}
      <span className="sp" />
      {marks.rows.length === 2 ? (
        <button
          type="button"
          className="textbtn foot-hint"
          aria-keyshortcuts={shown && ariaShortcut(shown)}
          onClick={marks.compare}
        >
          <Icon icon={GitCompareArrows} size="s" />
          {hint}
          <Kbd keys={KEYS} />
        </button>
      ) : (
        <span className="foot-hint" title="Space, or a click with Mod, marks a row">
          <Icon icon={GitCompareArrows} size="s" />
          {hint}
          <Kbd keys={KEYS} />
        </span>
      )}
    </div>
  );
}
