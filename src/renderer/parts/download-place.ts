import type { AppInfo } from '#shared/contract.ts';

/** Where a file goes that is being saved: the desktop window asks, and may be told to leave it; a browser has a folder for it. */
export function downloadPlace({ shell }: Pick<AppInfo, 'shell'>): string {
  return shell === 'browser' ? 'among the downloads of your browser' : 'where you choose';
}
