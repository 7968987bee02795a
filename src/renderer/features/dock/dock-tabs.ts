import { ArrowRightLeft, type LucideIcon, Network, ScrollText, SquareTerminal } from 'lucide-react';
import type { LogFilter, LogView } from '#shared/exchange.ts';
import type { Session } from '#shared/session.ts';
import type { DockTab } from '../../store/page.ts';

export interface DockTabDef {
  readonly id: DockTab;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly view: LogView;
  readonly filter?: LogFilter;
  /** Lines of the session so far; undefined where nobody counts them. */
  readonly total: number | undefined;
  /** Its lines carry levels. */
  readonly leveled: boolean;
  /** Said in place of lines when there are none. */
  readonly empty: string;
}

const HTTP: LogFilter = { kinds: ['http'] };

/** The tabs of the dock: HTTP takes the place of stderr where there is no process. */
export function dockTabs(overHttp: boolean, counts: Session['counts'] | undefined): DockTabDef[] {
  const first: DockTabDef = overHttp
    ? {
        id: 'stderr',
        label: 'HTTP',
        icon: Network,
        view: 'wire',
        filter: HTTP,
        total: undefined,
        leveled: false,
        empty: 'No HTTP request was made yet.',
      }
    : {
        id: 'stderr',
        label: 'stderr',
        icon: SquareTerminal,
        view: 'stderr',
        total: counts?.stderr ?? 0,
        leveled: true,
        empty: 'The server wrote nothing on stderr yet.',
      };
  return [
    first,
    {
      id: 'client',
      label: 'Client log',
      icon: ScrollText,
      view: 'client',
      total: counts?.client ?? 0,
      leveled: true,
      empty: 'This app noted nothing about this session yet.',
    },
    {
      id: 'wire',
      label: 'Wire',
      icon: ArrowRightLeft,
      view: 'wire',
      total: counts?.wire ?? 0,
      leveled: false,
      empty: 'Nothing was sent or received yet.',
    },
  ];
}
