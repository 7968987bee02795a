import { useMemo } from 'react';
import { usePage, useWirebench } from '../store/wirebench.tsx';
import { type Layout, useLayout } from '../ui/use-layout.ts';

/** How a view with a list shows itself in the room there is (DESIGN 3.9). */
export interface OnePane {
  readonly layout: Layout;
  /** The only pane of list and item that is shown; undefined: both. */
  readonly only: 'first' | 'second' | undefined;
  /** In a narrow window the item takes the place of the list. */
  readonly toItem: () => void;
  /** Back from the item to the list, whose row takes the focus. */
  readonly toList: () => void;
}

/** `list` is the key of the list, such as `srv1/tools`; `chosen` whether there is an item to show. */
export function useOnePane(list: string, chosen: boolean): OnePane {
  const { page } = useWirebench();
  const layout = useLayout();
  const browsing = usePage((state) => state.browsing[list]) ?? false;
  return useMemo(() => {
    const browse = (open: boolean) => page.getState().set({ browsing: { ...page.getState().browsing, [list]: open } });
    return {
      layout,
      only: layout === 'narrow' ? (browsing || !chosen ? 'first' : 'second') : undefined,
      toItem: () => browse(false),
      toList: () => {
        browse(true);
        // After the list is back in sight.
        requestAnimationFrame(() =>
          requestAnimationFrame(() =>
            document.querySelector<HTMLElement>('.tab-view [data-row][tabindex="0"]')?.focus(),
          ),
        );
      },
    };
  }, [page, list, chosen, layout, browsing]);
}
