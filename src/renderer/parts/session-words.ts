import type { KeptSession } from '#shared/traffic.ts';
import { formatTime } from '../ui/format.ts';

/** When a session began, `29 Nov 14:02`; the year where it is another one. */
export function startWords(startedAt: number, now = Date.now()): string {
  const [date, today] = [new Date(startedAt), new Date(now)];
  const year = date.getFullYear() === today.getFullYear() ? {} : { year: 'numeric' as const };
  const day = date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', ...year });
  return `${day} ${formatTime(startedAt).slice(0, 5)}`;
}

const REASONS: Readonly<Record<string, string>> = {
  user: 'ended',
  failed: 'failed',
  refused: 'refused by the server',
  exited: 'ended by the server',
  lost: 'connection lost',
};

/** How a session ended, or that it runs: `ended with code 1`, `running`. */
export function endWords({ running, reason, exit }: Pick<KeptSession, 'running' | 'reason' | 'exit'>): string {
  if (running) return 'running';
  if (reason === undefined) return 'stopped without an end';
  if (reason !== 'user' && exit?.signal) return `ended by ${exit.signal}`;
  if (reason !== 'user' && exit?.code != null) return `ended with code ${exit.code}`;
  return REASONS[reason] ?? 'ended';
}
