import { CircleX, type LucideIcon, TriangleAlert } from 'lucide-react';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { ALL_GROUPS, LEVEL_GROUPS, type LevelGroup } from './notice-filter.ts';

const ICONS: Readonly<Partial<Record<LevelGroup, { icon: LucideIcon; className: string }>>> = {
  warning: { icon: TriangleAlert, className: 'c-wait' },
  error: { icon: CircleX, className: 'c-err' },
};

export interface LevelButtonsProps {
  readonly value: readonly LevelGroup[];
  readonly onValue: (value: LevelGroup[]) => void;
  /** Messages of each level so far; absent until they were counted. */
  readonly totals: Readonly<Record<string, number>> | undefined;
}

/** Which levels of log messages are shown. */
export function LevelButtons({ value, onValue, totals }: LevelButtonsProps) {
  const totalOf = (group: LevelGroup) => LEVEL_GROUPS[group].reduce((sum, level) => sum + (totals?.[level] ?? 0), 0);
  const toggle = (group: LevelGroup) =>
    onValue(ALL_GROUPS.filter((each) => (each === group ? !value.includes(each) : value.includes(each))));
  return (
    <fieldset className="opts levels">
      <legend className="vh">Log levels</legend>
      {ALL_GROUPS.map((group) => {
        const look = ICONS[group];
        return (
          <button
            key={group}
            type="button"
            className={cx('opt', value.includes(group) && 'on')}
            aria-pressed={value.includes(group)}
            onClick={() => toggle(group)}
          >
            {look && <Icon size="s" icon={look.icon} className={look.className} />}
            {group === 'error' ? 'error and up' : group}
            {totals && <span className="tn"> {totalOf(group).toLocaleString('en-US')}</span>}
          </button>
        );
      })}
    </fieldset>
  );
}
