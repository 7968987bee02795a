import { useEffect } from 'react';
import { firstStop, isShown } from './regions.ts';

/** Places that had the focus, newest last, so many that a dialog's opener is among them. */
const MOST = 20;
/** Inside of these a neighbour is looked for; a tab that was left as a whole has none. */
const PANES_OF_TAB = '.tab-view';
const PANES = `section, aside, nav, [role="dialog"], ${PANES_OF_TAB}`;
const SELECTED_TAB = '.ws [role="tab"][aria-selected="true"]';
/** A list that goes is replaced by what holds lists; focus looks for a row before anything else. */
const ROWS = '[data-row][tabindex="0"], [role="treegrid"]';

interface Left {
  readonly element: HTMLElement;
  /** What it was inside of, nearest first. */
  readonly around: readonly Element[];
}

function around(element: Element): Element[] {
  const out: Element[] = [];
  for (let at = element.parentElement; at; at = at.parentElement) out.push(at);
  return out;
}

const takesFocus = (element: HTMLElement) =>
  element.isConnected && isShown(element) && element.closest('[inert]') === null && !element.matches(':disabled');

const inTab = (one: Left): boolean => one.around.some((each) => each.matches(PANES_OF_TAB));

/** Where focus goes when the place that had it is gone: a neighbour, else where it was before, else the selected tab. */
function placeAfter(lost: Left, before: readonly Left[]): HTMLElement | undefined {
  const pane = lost.around.find((one) => one.isConnected && one.closest('[inert]') === null);
  const near = pane?.closest(PANES) && !pane.matches(PANES_OF_TAB) ? pane : undefined;
  const inside = near && ([...near.querySelectorAll<HTMLElement>(ROWS)].find(takesFocus) ?? firstStop(near));
  if (inside && takesFocus(inside)) return inside;
  const earlier = before.findLast(({ element }) => takesFocus(element))?.element;
  const tab = document.querySelector<HTMLElement>(SELECTED_TAB);
  // After another tab was opened, what had the focus there is gone as a whole; so is what a dialog was opened from, as
  // when the palette starts another server.
  const last = before.at(-1);
  const went = inTab(lost) || (last !== undefined && !last.element.isConnected && inTab(last));
  return went ? (tab ?? earlier) : (earlier ?? tab ?? undefined);
}

/**
 * Keeps the focus in the window (DESIGN 8): where the place that had it goes away, a neighbour takes it, so that the next
 * key goes on from there. Does nothing while a person clicked beside everything.
 */
export function useFocusKept(): void {
  useEffect(() => {
    const visited: Left[] = [];
    let asked = 0;
    const enter = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || target === document.body) return;
      const others = visited.filter(({ element }) => element !== target && element.isConnected);
      visited.splice(0, visited.length, ...others.slice(-MOST), { element: target, around: around(target) });
    };
    const mend = () => {
      asked = 0;
      const lost = visited.at(-1);
      if (!lost || document.activeElement !== document.body || takesFocus(lost.element)) return;
      placeAfter(lost, visited.slice(0, -1))?.focus();
    };
    const changed = () => {
      if (asked !== 0 || document.activeElement !== document.body) return;
      // Two frames: what closes hands the focus back by itself in the first one.
      asked = requestAnimationFrame(() => {
        asked = requestAnimationFrame(mend);
      });
    };
    const watch = new MutationObserver(changed);
    const attributeFilter = ['disabled', 'inert', 'hidden'];
    watch.observe(document.body, { childList: true, subtree: true, attributeFilter });
    document.addEventListener('focusin', enter);
    return () => {
      watch.disconnect();
      cancelAnimationFrame(asked);
      document.removeEventListener('focusin', enter);
    };
  }, []);
}
