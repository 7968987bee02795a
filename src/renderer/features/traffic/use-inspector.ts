import { type RefObject, useRef, useState } from 'react';
import type { InspectorTab } from './inspector-tab.ts';
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

/** Which view the inspector shows, and where the focus goes when it opens and closes. */
export function useInspector(choice: RowChoice): InspectorState {
  const main = useRef<HTMLElement>(null);
  const [tab, onTab] = useState<InspectorTab>('thread');
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
  return { main, tab, onTab, focusCount, enter: () => setFocusCount((count) => count + 1), drop, onClose };
}
