import { type RefObject, useRef, useState } from 'react';
import { inspectorKey } from '../../parts/place.ts';
import { usePage, useWirebench } from '../../store/wirebench.tsx';
import { INSPECTOR_TABS, type InspectorTab } from './inspector-tab.ts';
import type { RowChoice } from './use-row-choice.ts';

export interface InspectorState {
  /** The pane of the table, which gets the focus back. */
  readonly main: RefObject<HTMLElement | null>;
  readonly tab: InspectorTab;
  readonly onTab: (tab: InspectorTab) => void;
  /** Grows when the focus shall move into the inspector. */
  readonly focusCount: number;
  /** Moves the focus into the inspector. */
  readonly enter: () => void;
  /** Closes the inspector. */
  readonly drop: () => void;
  /** Closes the inspector and goes back to the table. */
  readonly onClose: () => void;
}

/** Which view the inspector of a session shows, and where the focus goes when it opens and closes. */
export function useInspector(choice: RowChoice, sessionId: string): InspectorState {
  const { page } = useWirebench();
  const main = useRef<HTMLElement>(null);
  const key = inspectorKey(sessionId);
  const kept = usePage((state) => state.selected[key]);
  const tab = INSPECTOR_TABS.find((one) => one === kept) ?? 'thread';
  const onTab = (next: InspectorTab) => page.getState().select(key, next);
  const [focusCount, setFocusCount] = useState(0);
  const drop = () => {
    choice.drop();
    // An inspector that opens later takes no focus that was meant for this one.
    setFocusCount(0);
  };
  const onClose = () => {
    drop();
    main.current?.querySelector<HTMLElement>('[role="treegrid"]')?.focus();
  };
  const enter = () => {
    page.getState().set({ inspectorOpen: true });
    setFocusCount((count) => count + 1);
  };
  return { main, tab, onTab, focusCount, enter, drop, onClose };
}
