import { type RefObject, useEffect } from 'react';

/** Tells when text is being selected inside an element: its rows must stay where they are then. */
export function useSelectionIn(box: RefObject<HTMLElement | null>, onSelect: () => void): void {
  useEffect(() => {
    const changed = () => {
      const selection = document.getSelection();
      if (selection && !selection.isCollapsed && box.current?.contains(selection.anchorNode)) onSelect();
    };
    document.addEventListener('selectionchange', changed);
    return () => document.removeEventListener('selectionchange', changed);
  }, [box, onSelect]);
}
