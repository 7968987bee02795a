import { useEffect, useRef } from 'react';
import { isCovered } from '../../ui/is-dialog-open.ts';
import { hasMod } from '../../ui/platform.ts';
import { useStable } from '../../ui/use-stable.ts';

export interface CopyActions {
  readonly copy: () => void;
  /** Opens the choice of forms. */
  readonly choose: () => void;
}

/** What copies the chosen row; undefined while its message is still being read. */
export type OfferCopy = (actions: CopyActions | undefined) => void;

interface Press {
  readonly what: keyof CopyActions;
  /** The row it was meant for; undefined when the chosen row is still on its way. */
  readonly row: string | undefined;
}

function pressOf(event: KeyboardEvent): keyof CopyActions | undefined {
  const other = event.defaultPrevented || event.altKey || !hasMod(event) || event.key.toLowerCase() !== 'c';
  if (other || isCovered()) return undefined;
  if (event.shiftKey) return 'choose';
  return event.target instanceof Element && event.target.matches('[role="treegrid"]') ? 'copy' : undefined;
}

/**
 * Mod+C copies the chosen row while the table has the focus, Mod+Shift+C opens the choice of forms from anywhere in the
 * view. A press that comes before the row or its message is there is kept for it, and dropped when another row is chosen.
 * @param row names the chosen row
 * @param awaiting another row was chosen that is still on its way
 */
export function useCopyKeys(row: string, awaiting: boolean): OfferCopy {
  const actions = useRef<CopyActions>(undefined);
  const kept = useRef<Press>(undefined);
  const flush = useStable(() => {
    const press = kept.current;
    if (!press || awaiting) return;
    const mine = press.row === undefined || press.row === row;
    if (mine && !actions.current) return;
    kept.current = undefined;
    if (mine) actions.current?.[press.what]();
  });
  const onKey = useStable((event: KeyboardEvent) => {
    const what = pressOf(event);
    if (what === undefined) return;
    event.preventDefault();
    kept.current = { what, row: awaiting ? undefined : row };
    flush();
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onKey]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a press is looked at again when the row changes or arrives
  useEffect(flush, [row, awaiting]);
  return useStable((next: CopyActions | undefined) => {
    actions.current = next;
    flush();
  });
}
