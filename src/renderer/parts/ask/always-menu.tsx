import { ChevronDown, Timer } from 'lucide-react';
import type { PendingInput } from '#shared/entities.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { MenuItem } from '../../ui/menu-items.tsx';
import { useAskRule } from './use-ask-rule.ts';

interface AlwaysMenuProps {
  readonly ask: PendingInput;
  /** The reply as it would be sent now, as JSON text: content of a form, else the whole result. Undefined while it is none. */
  readonly reply: string | undefined;
  /** Only an icon, for heads with little room. */
  readonly compact?: boolean;
}

/** Makes a rule of what is done with this ask, for the same tool and schema (DESIGN S23). The ask itself goes on waiting. */
export function AlwaysMenu({ ask, reply, compact = false }: AlwaysMenuProps) {
  const make = useAskRule(ask);
  const of = `for this ${ask.tool === undefined ? 'server' : 'tool'}`;
  const items: MenuItem[] = [
    {
      id: 'reply',
      label: `Always reply like this ${of}`,
      disabled: reply === undefined,
      ...(reply === undefined ? { note: 'There is no reply yet' } : {}),
      onSelect: () => reply !== undefined && make({ do: 'reply', text: reply }),
    },
    { id: 'decline', label: `Always decline ${of}`, onSelect: () => make({ do: 'decline' }) },
  ];
  if (ask.kind === 'form') {
    const onSelect = () => make({ do: 'random' });
    items.push({ id: 'random', label: `Always fill in made-up values ${of}`, onSelect });
  }
  const trigger = compact ? (
    <IconButton icon={Timer} label={`Always reply ${of}`} />
  ) : (
    <Button variant="quiet" icon={Timer} iconAfter={ChevronDown} className="ask-aside">
      Always reply {of}
    </Button>
  );
  return <Menu align="end" trigger={trigger} items={items} />;
}
