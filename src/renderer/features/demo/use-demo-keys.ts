import { useEffect } from 'react';
import { isDialogOpen } from '../../ui/is-dialog-open.ts';
import { isTextField } from '../../ui/is-text-field.ts';
import { useStable } from '../../ui/use-stable.ts';

/** What the keys of a presenter do. */
export interface DemoKeys {
  readonly next: () => void;
  readonly previous: () => void;
  readonly blank: () => void;
  readonly auto: () => void;
  readonly notes: () => void;
  readonly size: (step: 1 | -1) => void;
  readonly exit: () => void;
}

/** These take Space for themselves. */
const PRESSED =
  'button, a[href], summary, [role="button"], [role="radio"], [role="switch"], [role="checkbox"], [role="tab"]';

function actOf(event: KeyboardEvent, keys: DemoKeys): (() => void) | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  switch (event.key) {
    case ' ':
    case 'ArrowRight':
    case 'PageDown':
      return keys.next;
    case 'ArrowLeft':
    case 'PageUp':
      return keys.previous;
    case '+':
    case '=':
      return () => keys.size(1);
    case '-':
      return () => keys.size(-1);
    case 'Escape':
      return keys.exit;
    default: {
      const letter = { b: keys.blank, '.': keys.blank, a: keys.auto, n: keys.notes };
      return letter[event.key.toLowerCase() as keyof typeof letter]; // undefined for any other key
    }
  }
}

/** Takes the presenter's keys before the rest of the window does; what is typed into a field stays there. */
export function useDemoKeys(keys: DemoKeys): void {
  const press = useStable((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || isDialogOpen()) return;
    const { target } = event;
    if (isTextField(target) && event.key !== 'Escape') return;
    const onControl = target instanceof Element && target.closest(PRESSED) !== null;
    const moves =
      event.key.startsWith('Arrow') &&
      target instanceof Element &&
      target.closest('[role="radiogroup"], [role="tablist"]');
    if ((event.key === ' ' && onControl) || moves) return;
    const act = actOf(event, keys);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    // A key that is held down would run through the whole script.
    if (!event.repeat) act();
  });
  useEffect(() => {
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [press]);
}
