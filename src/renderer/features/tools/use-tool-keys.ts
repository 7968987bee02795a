import { useEffect } from 'react';
import { isCovered } from '../../ui/is-dialog-open.ts';
import { hasMod } from '../../ui/platform.ts';
import { useStable } from '../../ui/use-stable.ts';

export interface ToolKeys {
  readonly run: () => void;
  readonly sendAnyway: () => void;
  readonly stop: () => void;
  readonly switchMode: () => void;
  readonly nextProblem: () => void;
  readonly toResult: () => void;
}

function keyOf(event: KeyboardEvent): keyof ToolKeys | undefined {
  if (event.key === 'F8') return 'nextProblem';
  if (!hasMod(event) || event.altKey) return undefined;
  const key = event.key.toLowerCase();
  if (key === 'enter') return event.shiftKey ? 'sendAnyway' : 'run';
  if (key === 'j' && event.shiftKey) return 'toResult';
  if (event.shiftKey) return undefined;
  if (key === '.') return 'stop';
  return key === 'e' ? 'switchMode' : undefined;
}

/** The inbox is a dialog beside the tab, not over it: what is pressed in it is meant for it. */
function inDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"]') !== null;
}

/** The keys of the Tools tab. They are taken before the code editor, which has other uses for some of them. */
export function useToolKeys(keys: ToolKeys): void {
  const press = useStable((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    if (isCovered() || inDialog(event.target)) return;
    const name = keyOf(event);
    if (!name) return;
    event.preventDefault();
    event.stopPropagation();
    keys[name]();
  });
  useEffect(() => {
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [press]);
}
