import { Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type CopiedRecords, useCopyMenu } from '../../parts/copy-as/use-copy-menu.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useStable } from '../../ui/use-stable.ts';
import type { OfferCopy } from './use-copy-keys.ts';

export interface CopyMenuProps {
  readonly records: CopiedRecords;
  readonly offer: OfferCopy;
}

/** The button in the head of the inspector that copies its message in other forms. */
export function CopyMenu({ records, offer }: CopyMenuProps) {
  const items = useCopyMenu(records);
  const [open, setOpen] = useState(false);
  const copy = useStable(() => {
    const json = items.find((item) => 'id' in item && item.id === 'json');
    if (json && 'onSelect' in json) json.onSelect();
  });
  useEffect(() => {
    offer({ copy, choose: () => setOpen(true) });
    return () => offer(undefined);
  }, [offer, copy]);
  const trigger = <IconButton size="sm" icon={Copy} label="Copy as" keys={['mod', 'shift', 'C']} />;
  return <Menu trigger={trigger} items={items} open={open} onOpenChange={setOpen} />;
}
