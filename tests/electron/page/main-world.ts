import { askForWindow, Bridge } from './bridge.ts';

/**
 * Runs in the page's own world before its scripts. A new window is the main process's decision,
 * and must be decided before the browser makes one: closing it afterwards hangs the page that asked.
 */
export function start(): void {
  new Bridge('main');
  window.open = (url: string | URL = 'about:blank') => {
    askForWindow(new URL(url, location.href).href);
    return null;
  };
  window.addEventListener('click', (event) => {
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement && node.target === '_blank');
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented) return;
    event.preventDefault();
    askForWindow(link.href);
  });
}
