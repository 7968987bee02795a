import type { KeyboardEvent } from 'react';

export type Axis = 'horizontal' | 'vertical' | 'both';

function step(key: string, axis: Axis): 1 | -1 | 0 {
  if (axis !== 'vertical' && key === 'ArrowRight') return 1;
  if (axis !== 'vertical' && key === 'ArrowLeft') return -1;
  if (axis !== 'horizontal' && key === 'ArrowDown') return 1;
  if (axis !== 'horizontal' && key === 'ArrowUp') return -1;
  return 0;
}

/**
 * Moves focus between the enabled elements marked `data-roving` inside the event's container with arrow keys, Home and
 * End, wrapping at both ends. Returns the element that got focus; undefined when the key is not one of these.
 */
export function moveRovingFocus(event: KeyboardEvent<HTMLElement>, axis: Axis): HTMLElement | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey) return undefined;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-roving]:not(:disabled)')];
  const at = items.indexOf(document.activeElement as HTMLElement); // null is simply not found;
  const by = step(event.key, axis);
  let target: HTMLElement | undefined;
  if (by !== 0) target = items[(at + by + items.length) % items.length];
  else if (event.key === 'Home') target = items[0];
  else if (event.key === 'End') target = items.at(-1);
  if (target === undefined) return undefined;
  event.preventDefault();
  target.focus();
  return target;
}
