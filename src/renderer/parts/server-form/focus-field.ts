const CONTROL = 'input, select, textarea, button, summary';

/**
 * Moves the focus to a field of the form inside `root`, by the name its place carries. What is folded around it is opened.
 * False when the form has no such place.
 */
export function focusField(root: HTMLElement, field: string): boolean {
  const places = [...root.querySelectorAll<HTMLElement>('[data-field]')];
  const place = places.find(({ dataset }) => dataset.field?.split(' ').includes(field));
  if (!place) return false;
  for (let up: HTMLElement | null = place; up && up !== root; up = up.parentElement) {
    if (up instanceof HTMLDetailsElement) up.open = true;
  }
  const control = place.matches(CONTROL) ? place : place.querySelector<HTMLElement>(CONTROL);
  const target = control ?? place;
  target.focus();
  place.scrollIntoView({ block: 'center' });
  return true;
}
