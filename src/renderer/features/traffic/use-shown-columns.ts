import { useMemo } from 'react';
import { usePage, useWirebench } from '../../store/wirebench.tsx';
import type { MenuItem } from '../../ui/menu-items.tsx';

interface Choosable {
  readonly id: string;
  readonly title: string;
  /** Shown unless it was switched off. */
  readonly usual: boolean;
}

const ALWAYS = ['row', 'kind', 'method'];
const USUAL: readonly Choosable[] = [
  { id: 'time', title: 'Time', usual: true },
  { id: 'status', title: 'Status', usual: true },
  { id: 'size', title: 'Size', usual: true },
  { id: 'took', title: 'Took', usual: true },
  { id: 'waterfall', title: 'Waterfall', usual: true },
];
const OPTIONAL: readonly Choosable[] = [
  { id: 'server', title: 'Server', usual: false },
  { id: 'http', title: 'HTTP status', usual: false },
  { id: 'id', title: 'id', usual: false },
  { id: 'sent', title: 'Sent size', usual: false },
  { id: 'received', title: 'Received size', usual: false },
  { id: 'task', title: 'Task', usual: false },
  { id: 'first', title: 'First byte', usual: false },
];

/** The columns that are switched on, kept with the page, and the menu that switches them. */
export function useShownColumns(allServers: boolean): { shown: ReadonlySet<string>; items: readonly MenuItem[] } {
  const { page } = useWirebench();
  const columns = usePage((state) => state.columns);
  const place = allServers ? 'traffic-all' : 'traffic';
  return useMemo(() => {
    const isOn = ({ id, usual }: Choosable) => columns[`${place}/${id}`] ?? (usual || (allServers && id === 'server'));
    const item = (column: Choosable): MenuItem => ({
      id: column.id,
      label: column.title,
      checked: isOn(column),
      stays: true,
      onSelect: () =>
        page.getState().set({
          columns: { ...page.getState().columns, [`${place}/${column.id}`]: !isOn(column) },
        }),
    });
    return {
      shown: new Set([...ALWAYS, ...[...USUAL, ...OPTIONAL].filter(isOn).map(({ id }) => id)]),
      items: [...USUAL.map(item), { separator: 'optional' }, ...OPTIONAL.map(item)],
    };
  }, [columns, place, allServers, page]);
}
