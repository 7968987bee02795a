import type { AppInfo } from '#shared/contract.ts';

/** Where a file lies that was just saved: the desktop window asks, a browser has a folder for it. */
export function downloadPlace({ shell }: Pick<AppInfo, 'shell'>): string {
  return shell === 'browser' ? 'among the downloads of your browser' : 'where you chose';
}
