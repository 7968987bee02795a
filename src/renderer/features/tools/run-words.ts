import {
  Ban,
  CircleAlert,
  CircleCheck,
  CircleX,
  Clock,
  Hourglass,
  Loader,
  type LucideIcon,
  Unplug,
} from 'lucide-react';
import { isOperationOver, type Operation, type OperationFault } from '#shared/entities.ts';
import { formatDuration } from '../../ui/format.ts';
import type { Kind } from '../../ui/kind.ts';

export interface RunWords {
  readonly icon: LucideIcon;
  readonly kind: Kind;
  /** The state in one or two words. */
  readonly word: string;
}

const FAULTS: Readonly<Record<OperationFault['kind'], RunWords>> = {
  protocol: { icon: CircleX, kind: 'err', word: 'Error' },
  timeout: { icon: Clock, kind: 'err', word: 'Timed out' },
  lost: { icon: Unplug, kind: 'err', word: 'Lost' },
  http: { icon: CircleX, kind: 'err', word: 'HTTP error' },
  local: { icon: CircleX, kind: 'err', word: 'Not carried out' },
  cancelled: { icon: Ban, kind: 'ntf', word: 'Stopped' },
};
const CODES: Readonly<Record<number, string>> = {
  [-32700]: 'Parse error',
  [-32600]: 'Invalid request',
  [-32601]: 'Unknown method',
  [-32602]: 'Invalid params',
  [-32603]: 'Internal error',
};

/** What the words for a run are made of. */
export type RunFacts = Pick<Operation, 'status' | 'toolError' | 'fault' | 'stopping'>;

/** The state of a run: icon, colour, word. */
export function runWords({ status, toolError, fault, stopping }: RunFacts): RunWords {
  if (stopping && !isOperationOver(status)) return { icon: Loader, kind: 'wait', word: 'Stopping' };
  switch (status) {
    case 'running':
      return { icon: Loader, kind: 'req', word: 'Running' };
    case 'polling':
      return { icon: Loader, kind: 'req', word: 'Running as a task' };
    case 'waiting':
      return { icon: Hourglass, kind: 'wait', word: 'Waiting for you' };
    case 'cancelled':
      return FAULTS.cancelled;
    case 'done':
      return toolError
        ? { icon: CircleAlert, kind: 'err', word: 'Tool error' }
        : { icon: CircleCheck, kind: 'ok', word: 'Completed' };
    case 'failed': {
      const words = FAULTS[fault?.kind ?? 'local'];
      const code = fault?.kind === 'protocol' ? fault.code : undefined;
      return code === undefined ? words : { ...words, word: CODES[code] ?? `Error ${code}` };
    }
  }
}

export const isOver = ({ status }: Operation): boolean => isOperationOver(status);

/** Time the run took so far or in all, without the time it waited for a person; milliseconds. */
export function tookMs({ startedAt, endedAt, waitedMs }: Operation, now: number): number {
  return Math.max(0, (endedAt ?? now) - startedAt - waitedMs);
}

/** A sentence for screen readers when a run has ended. */
export function endWords(operation: Operation): string {
  return `${operation.label.slice(0, 60)}: ${runWords(operation).word} after ${formatDuration(tookMs(operation, Date.now()))}`;
}
