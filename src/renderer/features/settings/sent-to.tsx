import { ChevronDown } from 'lucide-react';
import { useShallow } from 'zustand/react/shallow';
import type { ServerEntry } from '#shared/entities.ts';
import type { Root } from '#shared/roots.ts';
import { useEntities } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';

export interface SentToProps {
  readonly root: Root;
  readonly onRoot: (words: string, root: Root) => void;
}

/** `All servers`, `orders-db only`, `2 servers`. */
function sentToWords({ servers }: Root, all: readonly ServerEntry[]): string {
  if (servers === undefined) return 'All servers';
  const [only] = servers;
  if (only === undefined) return 'No server';
  if (servers.length > 1) return `${servers.length} servers`;
  return `${all.find(({ id }) => id === only)?.config.name ?? 'A removed server'} only`;
}

/** Which servers are told of a root: all, or those that are chosen. */
export function SentTo({ root, onRoot }: SentToProps) {
  const all = useEntities(useShallow((state) => [...state.server.values()]));
  const { servers, ...rest } = root;
  const words = sentToWords(root, all);
  const set = (next: string[] | undefined) => {
    const changed = next === undefined ? rest : { ...rest, servers: next };
    onRoot(`Sent to: ${sentToWords(changed, all)}`, changed);
  };
  const toggle = (id: string) =>
    set(servers?.includes(id) ? servers.filter((one) => one !== id) : [...(servers ?? []), id]);
  return (
    <Menu
      align="start"
      trigger={
        <Button size="sm" variant="quiet" iconAfter={ChevronDown} className="sent-to">
          <span className="vh">Sent to: </span>
          {words}
        </Button>
      }
      items={[
        { id: 'all', label: 'All servers', checked: servers === undefined, onSelect: () => set(undefined) },
        { separator: 'chosen' },
        ...all.map(({ id, config }) => ({
          id,
          label: config.name,
          checked: servers?.includes(id) ?? false,
          stays: true,
          onSelect: () => toggle(id),
        })),
      ]}
    />
  );
}
