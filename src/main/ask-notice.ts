import { BrowserWindow, Notification } from 'electron';
import type { AskNotice } from '#host/host-options.ts';

/** Shows one notification of the system while no window has the focus; a newer one takes its place, a click opens the app. */
export function createAskNotice(open: () => void): (notice: AskNotice | undefined) => void {
  let shown: Notification | undefined;
  return (notice) => {
    shown?.close();
    shown = undefined;
    if (!notice || BrowserWindow.getFocusedWindow() || !Notification.isSupported()) return;
    // Kept, or its click would be lost with it.
    shown = new Notification(notice);
    shown.on('click', open);
    shown.show();
  };
}
