import { isCovered } from '../ui/is-dialog-open.ts';
import { isShown } from './regions.ts';

/** What is chosen in the shown tab: the row of a list, else the table, which marks its own. */
const CHOSEN = ['[role="option"][aria-selected="true"]', '[role="treegrid"]'];

function chosen(): HTMLElement | undefined {
  // What asks first, such as a tool that may destroy something, keeps the focus.
  if (isCovered()) return undefined;
  const found = CHOSEN.flatMap((one) => [...document.querySelectorAll<HTMLElement>(`main .tab-view ${one}`)]);
  return found.find((one) => isShown(one) && one.closest('[inert]') === null);
}

/**
 * Moves the focus to what is chosen in the shown tab, as soon as it is in the document: another server's list may still be
 * on its way. A key or a press of the person ends the waiting.
 */
export function focusChoice(): void {
  const row = chosen();
  if (row) {
    row.focus();
    return;
  }
  const life = new AbortController();
  const { signal } = life;
  const watch = new MutationObserver(() => {
    const late = chosen();
    if (!late) return;
    life.abort();
    late.focus();
  });
  watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ['aria-selected', 'inert'] });
  signal.addEventListener('abort', () => watch.disconnect());
  for (const kind of ['keydown', 'pointerdown'] as const) {
    window.addEventListener(kind, () => life.abort(), { signal, capture: true });
  }
}
