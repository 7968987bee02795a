const OPEN_DIALOG = '[role="dialog"][data-state="open"], [role="alertdialog"][data-state="open"]';

/** Whether a modal dialog lies over the window: it keeps the keys for itself. */
export function isDialogOpen(): boolean {
  return document.querySelector(OPEN_DIALOG) !== null;
}

/** Whether the workspace lies below something: its own keys mean nothing then. */
export function isCovered(): boolean {
  return isDialogOpen() || document.querySelector('main[inert]') !== null;
}
