import { usePage } from '../store/wirebench.tsx';
import type { SplitProps } from '../ui/split.tsx';
import { useLayout } from '../ui/use-layout.ts';

/** Whether the inspector of a table is shown, and how it shares the room with it (DESIGN 3.9). */
export interface InspectorRoom {
  readonly inspected: boolean;
  readonly room: Pick<SplitProps, 'over' | 'only'>;
}

/**
 * `chosen` says whether a row is, `entered` how often somebody went into the inspector. In a narrow window it would take
 * the place of the table at every step of the arrow keys: there only opening a row shows it.
 */
export function useInspectorRoom(chosen: boolean, entered: number): InspectorRoom {
  const layout = useLayout();
  const open = usePage((state) => state.inspectorOpen);
  const inspected = chosen && open && (layout !== 'narrow' || entered > 0);
  const only = inspected ? 'second' : 'first';
  return { inspected, room: { over: layout === 'medium', only: layout === 'narrow' ? only : undefined } };
}
