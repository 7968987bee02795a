import { Columns3 } from 'lucide-react';
import type { ReactNode } from 'react';
import { knownValues, type Rows } from '../../parts/known-values.ts';
import { QueryField } from '../../parts/query-field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { MenuItem } from '../../ui/menu-items.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import type { TrafficChoice } from './use-traffic-filter.ts';

export interface TrafficBarProps {
  readonly switcher: ReactNode;
  readonly filter: TrafficChoice;
  readonly rows: Rows;
  readonly servers: readonly string[];
  readonly errors: number;
  readonly columnItems: readonly MenuItem[];
  /** Buttons before and after that of the columns. */
  readonly pause: ReactNode;
  readonly actions: ReactNode;
}

function kindOptions(errors: number) {
  return [
    { value: 'all', label: 'All' },
    { value: 'calls', label: 'Calls' },
    { value: 'asks', label: 'Asks' },
    { value: 'notices', label: 'Notifications' },
    { value: 'errors', label: 'Errors', count: errors, error: errors > 0 },
  ] as const;
}

/** The filter bar of S16. */
export function TrafficBar({ switcher, filter, rows, servers, errors, columnItems, pause, actions }: TrafficBarProps) {
  const known = () => ({ ...knownValues(rows, ''), server: [...servers] });
  return (
    <div className="pane-h fbar">
      {switcher}
      <QueryField value={filter.text} onValue={filter.setText} known={known} />
      <Segmented label="Kinds" options={kindOptions(errors)} value={filter.kind} onChange={filter.setKind} />
      <div className="fbar-tools">
        {pause}
        <Menu trigger={<IconButton size="sm" icon={Columns3} label="Columns" />} items={columnItems} />
        {actions}
      </div>
    </div>
  );
}
