import { ListTree } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { Grouping } from './tool-groups.ts';

const CHOICES: readonly { id: Grouping; label: string; note: string }[] = [
  { id: 'prefix', label: 'By name', note: 'Names that begin alike stand together' },
  { id: 'annotation', label: 'By annotation', note: 'Read only, destructive, not said' },
  { id: 'order', label: 'In the order of the server', note: 'No groups' },
];

/** Chooses how the list is grouped. */
export function GroupingMenu({
  value,
  onValue,
}: {
  readonly value: Grouping;
  readonly onValue: (value: Grouping) => void;
}) {
  return (
    <Menu
      trigger={<IconButton icon={ListTree} label="Grouping" />}
      items={CHOICES.map((one) => ({ ...one, checked: one.id === value, onSelect: () => onValue(one.id) }))}
    />
  );
}
