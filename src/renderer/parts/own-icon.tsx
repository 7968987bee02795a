import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { JsonObject } from '#shared/json.ts';
import { iconRefOf } from '../store/catalog-items.ts';
import { type IconRef, useIcons } from '../store/icons.ts';
import { cx } from '../ui/cx.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { plural } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';

interface OwnIconProps {
  readonly of: IconRef | undefined;
  /** What stands there without an icon that may be drawn. */
  readonly fallback?: LucideIcon | undefined;
  /** 14 px in rows, 18 px in heads. */
  readonly size?: 's' | 'l' | undefined;
}

/** An icon that the server named (DESIGN 4.3), always as an image: the host decided that it may be drawn, and made its data. */
export function OwnIcon({ of, fallback, size = 's' }: OwnIconProps) {
  const icons = useIcons(of);
  if (icons?.light === undefined) return fallback ? <Icon icon={fallback} size="s" className="t3" /> : null;
  const className = cx('own-icon', size === 'l' && 'l', size === 's' && !fallback && 'gutter');
  return icons.dark === undefined ? (
    <img className={className} src={icons.light} alt="" />
  ) : (
    <>
      <img className={cx(className, 'on-light')} src={icons.light} alt="" />
      <img className={cx(className, 'on-dark')} src={icons.dark} alt="" />
    </>
  );
}

/** For the row of an entry: its own icon, if it names any. */
export function rowIcon(item: JsonObject, fallback?: LucideIcon): ReactNode {
  const ref = iconRefOf(item);
  return ref && <OwnIcon of={ref} fallback={fallback} />;
}

/** Icons that the server named and that are not drawn, with the reasons; nothing where all are. */
export function IconNotes({ of }: Pick<OwnIconProps, 'of'>) {
  const refused = useIcons(of)?.refused ?? [];
  if (refused.length === 0) return null;
  return (
    <details className="icon-notes fs12">
      <summary>{plural(refused.length, 'icon')} not drawn</summary>
      <ul>
        {refused.map(({ src, why }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
          <li key={index}>
            {src !== '' && (
              <span className="mono t2">
                <ForeignText text={src} limit={80} inert />{' '}
              </span>
            )}
            {why}
          </li>
        ))}
      </ul>
    </details>
  );
}
