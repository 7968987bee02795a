const IN_HASH = '#demo-notes';
const SIZE = 'popup,width=620,height=560';

/** Whether this window is for the notes of a presenter. */
export const isNotesWindow = (hash: string): boolean => hash === IN_HASH;

/** Opens the window with the presenter's notes, or brings it forward. False when the browser did not let it. */
export function openNotesWindow(here: Location = location): boolean {
  const opened = window.open(`${here.pathname}${here.search}${IN_HASH}`, 'wirebench-demo-notes', SIZE);
  opened?.focus();
  return opened !== null;
}
