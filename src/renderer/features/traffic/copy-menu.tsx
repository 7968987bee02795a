import { Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type CopiedRecords, useCopyMenu } from '../../parts/copy-as/use-copy-menu.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { isCovered } from '../../ui/is-dialog-open.ts';
import { Menu } from '../../ui/menu.tsx';
import { hasMod } from '../../ui/platform.ts';
import { useStable } from '../../ui/use-stable.ts';

/** The button in the head of the inspector that copies its message in other forms. */
export function CopyMenu(records: CopiedRecords) {
  const items = useCopyMenu(records);
  const [open, setOpen] = useState(false);
  const json = items.find((item) => 'id' in item && item.id === 'json');
  useCopyKeys({
    copy: () => json && 'onSelect' in json && json.onSelect(),
    choose: () => setOpen(true),
  });
  const trigger = <IconButton size="sm" icon={Copy} label="Copy as" keys={['mod', 'shift', 'C']} />;
  return <Menu trigger={trigger} items={items} open={open} onOpenChange={setOpen} />;
}

/** Mod+C copies the chosen row while the table has the focus, Mod+Shift+C opens the choice of forms from anywhere in the view. */
function useCopyKeys(keys: { copy: () => void; choose: () => void }): void {
  const press = useStable((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || !hasMod(event) || event.key.toLowerCase() !== 'c' || isCovered())
      return;
    const inTable = event.target instanceof Element && event.target.matches('[role="treegrid"]');
    if (!event.shiftKey && !inTable) return;
    event.preventDefault();
    if (event.shiftKey) keys.choose();
    else keys.copy();
  });
  useEffect(() => {
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [press]);
}
