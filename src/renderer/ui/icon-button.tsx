import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import { useShownKeys } from './letter-keys.ts';
import { ariaShortcut } from './platform.ts';
import { Tooltip } from './tooltip.tsx';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  readonly icon: LucideIcon;
  /** Accessible name and tooltip. */
  readonly label: string;
  /** Makes it a toggle with `aria-pressed`. */
  readonly pressed?: boolean | undefined;
  readonly size?: 'md' | 'sm' | undefined;
  readonly keys?: readonly string[] | undefined;
}

/** C2. A button that shows only an icon; the label is its name and its tooltip. */
export function IconButton({ icon, label, pressed, size = 'md', keys, className, ...rest }: IconButtonProps) {
  const shown = useShownKeys(keys);
  return (
    <Tooltip text={label} keys={shown}>
      <Described
        type="button"
        {...rest}
        describedBy={rest['aria-describedby']}
        aria-label={label}
        aria-pressed={pressed}
        aria-keyshortcuts={shown && ariaShortcut(shown)}
        className={cx('iconbtn', size === 'sm' && 'sm', pressed && 'on', className)}
      >
        <Icon icon={icon} />
      </Described>
    </Tooltip>
  );
}

/** A button that ignores the tooltip as its description: it only repeats the name, which would be read twice. */
function Described({ describedBy, ...props }: ComponentProps<'button'> & { describedBy: string | undefined }) {
  return <button {...props} aria-describedby={describedBy} />;
}
