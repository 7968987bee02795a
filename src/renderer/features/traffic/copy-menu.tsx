import { Copy } from 'lucide-react';
import { type CopiedRecords, useCopyMenu } from '../../parts/copy-as/use-copy-menu.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';

/** The button in the head of the inspector that copies its message in other forms. */
export function CopyMenu(records: CopiedRecords) {
  const items = useCopyMenu(records);
  return <Menu trigger={<IconButton size="sm" icon={Copy} label="Copy as" />} items={items} />;
}
