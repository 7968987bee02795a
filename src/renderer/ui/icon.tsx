import type { LucideIcon } from 'lucide-react';
import { memo } from 'react';
import { cx } from './cx.ts';

export interface IconProps {
  readonly icon: LucideIcon;
  /** 13 px in chips, 15 px in rows and buttons, 18 px in empty states. */
  readonly size?: 's' | 'm' | 'l' | undefined;
  /** Name read aloud; without it the icon is decoration and hidden. */
  readonly label?: string | undefined;
  readonly className?: string | undefined;
}

const STROKE = { s: 2, m: 1.85, l: 1.7 } as const;

/** One lucide icon in the sizes and strokes of DESIGN 6.7. Drawn again only when something about it changes: there are many. */
export const Icon = memo(function Icon({ icon: Glyph, size = 'm', label, className }: IconProps) {
  const naming = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return <Glyph className={cx('i', size !== 'm' && size, className)} strokeWidth={STROKE[size]} {...naming} />;
});
