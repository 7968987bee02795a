import type { LucideIcon } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { formatCount } from './format.ts';
import { Icon } from './icon.tsx';
import { moveRovingFocus } from './roving.ts';

export interface SegmentedOption<V extends string> {
  readonly value: V;
  readonly label: string;
  readonly icon?: LucideIcon | undefined;
  readonly count?: number | undefined;
  /** Draws label and count in the error colour. */
  readonly error?: boolean | undefined;
  readonly disabled?: boolean | undefined;
}

export interface SegmentedProps<V extends string> {
  readonly label: string;
  readonly options: readonly SegmentedOption<V>[];
  readonly value: V;
  readonly onChange: (value: V) => void;
  /** Makes it a tab list whose panels are `TabPanel`s with the same base. */
  readonly tabsIdBase?: string | undefined;
}

/** C3. A few choices side by side: a toggle group, or a tab list when `tabsIdBase` is given. Arrow keys move focus. */
export function Segmented<V extends string>({ label, options, value, onChange, tabsIdBase }: SegmentedProps<V>) {
  const known = options.some((option) => option.value === value && !option.disabled);
  const first = options.find((option) => !option.disabled)?.value;
  const aria = (option: SegmentedOption<V>) =>
    tabsIdBase === undefined
      ? { 'aria-pressed': option.value === value }
      : {
          role: 'tab',
          id: `${tabsIdBase}-tab-${option.value}`,
          'aria-selected': option.value === value,
          'aria-controls': option.value === value ? `${tabsIdBase}-panel-${option.value}` : undefined,
        };
  const root = {
    role: tabsIdBase === undefined ? 'group' : 'tablist',
    'aria-label': label,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => moveRovingFocus(event, 'horizontal'),
  };
  return (
    <div className="seg" {...root}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          data-roving=""
          disabled={option.disabled}
          tabIndex={option.value === (known ? value : first) ? 0 : -1}
          className={option.error ? 'c-err' : undefined}
          onClick={() => onChange(option.value)}
          {...aria(option)}
        >
          {option.icon && <Icon icon={option.icon} size="s" />}
          {option.label}
          {option.count !== undefined && <span className="n">{formatCount(option.count)}</span>}
        </button>
      ))}
    </div>
  );
}
