/** Landmarks in the order of F6 (DESIGN 3.2). */
const REGIONS = ['header.titlebar', 'nav.rail', 'main', 'section.dock', 'aside', 'section.inbox'];
const TABBABLE = [
  'button:not([disabled])',
  'a[href]',
  'input:not([disabled])',
  'select:not([disabled])',
  'textarea:not([disabled])',
  '[tabindex]',
]
  .map((selector) => `${selector}:not([tabindex="-1"])`)
  .join(',');

function present(): HTMLElement[] {
  const all = REGIONS.flatMap((selector) => [...document.querySelectorAll<HTMLElement>(selector)]);
  // What lies below something else takes no focus.
  return all.filter((region) => region.closest('[inert]') === null);
}

/** Where focus goes inside a region: the place the region marks as its start, else its first control. */
function entry(region: HTMLElement): HTMLElement | undefined {
  const start = region.querySelector<HTMLElement>('[aria-current="page"], [role="tab"][aria-selected="true"]');
  if (start && !start.matches('[tabindex="-1"]')) return start;
  return firstStop(region);
}

const LISTS = ['[data-row][tabindex="0"]', '[role="treegrid"]', '[role="listbox"] [tabindex="0"]'];

export const isShown = (element: Element): boolean => element.getClientRects().length > 0;

/** Moves focus to the list or table of the shown tab. False when there is none, or it has the focus already. */
export function focusList(): boolean {
  const found = [...document.querySelectorAll<HTMLElement>(LISTS.map((list) => `.tab-view ${list}`).join(','))];
  const list = found.find(isShown);
  if (!list || list === document.activeElement) return false;
  list.focus();
  return true;
}

/** The first place in an element that takes focus; undefined when there is none in sight. */
export function firstStop(element: Element): HTMLElement | undefined {
  return [...element.querySelectorAll<HTMLElement>(TABBABLE)].find(isShown);
}

/** Moves focus to the next (1) or previous (-1) region that has something to focus. */
export function moveToRegion(step: 1 | -1): void {
  const regions = present();
  // The innermost one counts: the dock lies inside main.
  const here = regions.findLastIndex((region) => region.contains(document.activeElement));
  for (let tried = 1; tried <= regions.length; tried += 1) {
    const start = here < 0 && step < 0 ? 0 : here;
    const target = regions[(start + step * tried + regions.length * 2) % regions.length];
    const element = target && entry(target);
    if (!element) continue;
    element.focus();
    return;
  }
}
