import { type RefObject, useEffect } from 'react';
import { isDialogOpen } from '../../ui/is-dialog-open.ts';
import { useStable } from '../../ui/use-stable.ts';

/** F7 and Shift+F7 go to the next and the previous difference, Escape closes; also while nothing has the focus. */
export function useCompareKeys(
  view: RefObject<HTMLElement | null>,
  { onStep, onClose }: { onStep: (by: 1 | -1) => void; onClose: () => void },
): void {
  const press = useStable((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isDialogOpen()) return;
    const { target } = event;
    const here = target === document.body || (target instanceof Node && view.current?.contains(target) === true);
    if (event.key === 'F7') onStep(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape' && here) onClose();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [press]);
}
