import type { KeptSession } from '#shared/traffic.ts';
import { formatSize, formatTime } from '../../ui/format.ts';

/** A session in a list to choose from: `29 Nov 2026, 18:12:40, ended, 1.8 KB`. */
export function keptSessionWords({ startedAt, running, bytes }: KeptSession): string {
  const day = new Date(startedAt).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
  return `${day}, ${formatTime(startedAt).slice(0, 8)}, ${running ? 'running' : 'ended'}, ${formatSize(bytes)}`;
}
