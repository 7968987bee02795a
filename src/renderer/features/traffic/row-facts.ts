import {
  ArrowRightLeft,
  Bell,
  KeyRound,
  type LucideIcon,
  MessageCircleQuestionMark,
  Network,
  TriangleAlert,
} from 'lucide-react';
import type { TrafficKind, TrafficRow } from '#shared/exchange.ts';
import type { Mark } from '../../parts/kind-mark.tsx';
import type { Kind } from '../../ui/kind.ts';

const MARKS: Readonly<Record<TrafficKind, { icon: LucideIcon; kind: Kind; label: string }>> = {
  call: { icon: ArrowRightLeft, kind: 'req', label: 'Call' },
  stream: { icon: ArrowRightLeft, kind: 'req', label: 'Stream' },
  ask: { icon: MessageCircleQuestionMark, kind: 'srv', label: 'Server asks' },
  notice: { icon: Bell, kind: 'ntf', label: 'Notification' },
  http: { icon: Network, kind: 'ntf', label: 'HTTP' },
  auth: { icon: KeyRound, kind: 'auth', label: 'Sign-in' },
  noise: { icon: TriangleAlert, kind: 'wait', label: 'Not a message' },
};

/** The icon of a row, its colour and its name. */
export function markOf(row: Pick<TrafficRow, 'kind' | 'dir'>): Mark {
  if (row.kind === 'notice' && row.dir === 'out') return { ...MARKS.notice, label: 'Notification sent' };
  return MARKS[row.kind];
}

/** What the Method column says. The bell means notification, so the row drops that prefix. */
export function methodText(row: Pick<TrafficRow, 'kind' | 'method'>): string {
  return row.kind === 'notice' ? row.method.replace(/^notifications\//, '') : row.method;
}

/** The number of a row: its place in arrival order, of a folded one `11.1`. */
export function numberText(row: Pick<TrafficRow, 'row' | 'under' | 'nth'>): string {
  if (row.under === undefined || row.nth === undefined) return String(row.row + 1);
  return `${row.under + 1}.${row.nth}`;
}

/** What stands beside the method: what a folded row comes to, which round it is, or what it is about. */
export function noteText(row: TrafficRow): string | undefined {
  const told = row.taskStatus === undefined ? '' : `, ${row.taskStatus}`;
  if ((row.members ?? 0) > 0 && row.summary !== undefined) return row.summary + told;
  if (told !== '' && row.name !== undefined) return row.name + told;
  if (row.kind === 'notice') return row.preview ?? row.name;
  if (row.tries !== undefined)
    return `${row.status === 'open' ? 'open again' : 'lost'}, tried ${row.tries} times: ${row.name ?? ''}`;
  const isRound = row.kind === 'call' && row.under !== undefined && row.under === row.parent;
  return isRound ? (row.preview ?? row.name) : (row.name ?? row.preview);
}

/** The words the host uses for the state of a row. */
const STATUS: Readonly<Record<string, Kind>> = {
  open: 'req',
  running: 'req',
  complete: 'ok',
  'tool error': 'err',
  error: 'err',
  input_required: 'wait',
  waiting: 'wait',
  reconnecting: 'wait',
  answered: 'srv',
  declined: 'srv',
  cancelled: 'srv',
  task: 'res',
  stopped: 'ntf',
  'timed out': 'err',
  lost: 'err',
};

/** States of a task, as a poll tells them; a poll that tells of a failure has not failed. */
const TASK: Readonly<Record<string, Kind>> = {
  working: 'req',
  input_required: 'wait',
  completed: 'ok',
  cancelled: 'ntf',
};

function codeKind(row: TrafficRow): Kind {
  const code = Number.parseInt(row.status, 10);
  if (code < 0 || code >= 400) return 'err';
  return row.kind === 'auth' ? 'auth' : 'ok';
}

/** The status chip of a row; undefined when there is nothing to say. */
export function statusOf(row: TrafficRow): { kind: Kind; text: string } | undefined {
  // Of a poll the state of the task says more than that the poll was answered.
  const state = row.status === 'complete' && row.taskStatus !== undefined ? row.taskStatus : undefined;
  if (state !== undefined) return { kind: TASK[state] ?? 'res', text: state === 'working' ? 'running' : state };
  const known = STATUS[row.status];
  // A notification is complete by nature; what it belongs to says more.
  if (row.kind === 'notice' && (row.status === '' || row.status === 'complete')) {
    return row.parent === undefined ? undefined : { kind: 'ntf', text: `on #${row.parent + 1}` };
  }
  if (known) return { kind: known, text: row.status };
  if (row.status === '') return undefined;
  return { kind: /^-?\d/.test(row.status) ? codeKind(row) : 'ntf', text: row.status };
}

/** Whether a row is still going on. */
export function isOpen(row: TrafficRow): boolean {
  return row.status === 'open' || row.status === 'running' || row.status === 'waiting';
}

/** The exchange a row is about; a notification only belongs to one. */
export function ownExchange(row: TrafficRow): string | undefined {
  return row.kind === 'notice' || row.kind === 'noise' ? undefined : row.exchangeId;
}

/** Whether a row stands for something that failed. */
export function isFailed(row: TrafficRow): boolean {
  return row.kind !== 'notice' && statusOf(row)?.kind === 'err';
}
