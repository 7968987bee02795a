import { useMemo } from 'react';
import { usePage, useWirebench } from '../../store/wirebench.tsx';
import { GROUPINGS, type Grouping } from './tool-groups.ts';

const MOST_PINNED = 100;

function idsOf(text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

/** Tools of a server that stay on top of its list; kept over restarts. */
export function usePinned(serverId: string): {
  readonly pinned: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
} {
  const { page } = useWirebench();
  const place = `${serverId}/tools/pinned`;
  const text = usePage((state) => state.selected[place]);
  const pinned = useMemo(() => new Set(idsOf(text)), [text]);
  const toggle = (id: string) => {
    const others = idsOf(page.getState().selected[place]).filter((one) => one !== id);
    const next = pinned.has(id) ? others : [...others, id].slice(-MOST_PINNED);
    page.getState().select(place, JSON.stringify(next));
  };
  return { pinned, toggle };
}

/** How the tools of a server are grouped; kept over restarts. */
export function useGrouping(serverId: string): {
  readonly grouping: Grouping;
  readonly setGrouping: (grouping: Grouping) => void;
} {
  const { page } = useWirebench();
  const place = `${serverId}/tools/grouping`;
  const kept = usePage((state) => state.selected[place]);
  const grouping = GROUPINGS.find((one) => one === kept) ?? 'prefix';
  return { grouping, setGrouping: (next) => page.getState().select(place, next) };
}
