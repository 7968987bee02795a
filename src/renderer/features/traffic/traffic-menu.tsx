import { Ellipsis, GitCompareArrows, X } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { MenuItem } from '../../ui/menu-items.tsx';
import type { Marks } from './use-marks.ts';

export interface TrafficMenuProps {
  readonly marks: Marks;
  /** Further actions, shown first. */
  readonly actions?: readonly MenuItem[] | undefined;
}

/** What can be done beside reading: actions on the session, then those on the marked rows. */
export function TrafficMenu({ marks, actions = [] }: TrafficMenuProps) {
  const { length } = marks.rows;
  const items: MenuItem[] = [
    ...actions,
    ...(actions.length > 0 ? [{ separator: 'marks' }] : []),
    {
      id: 'compare',
      label: 'Compare the marked rows',
      icon: GitCompareArrows,
      keys: ['shift', 'C'],
      disabled: length < 2,
      ...(length < 2 ? { note: `${length} of 2 marked. Space marks a row.` } : {}),
      onSelect: marks.compare,
    },
    { id: 'unmark', label: 'Unmark all rows', icon: X, disabled: length === 0, onSelect: marks.clear },
  ];
  return <Menu trigger={<IconButton size="sm" icon={Ellipsis} label="More traffic actions" />} items={items} />;
}
