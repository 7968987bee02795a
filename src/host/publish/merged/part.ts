import type { WireLogReader } from '../../store/log-files.ts';
import { Growable } from '../growable.ts';
import type { LogViews } from '../log-views.ts';

/** A session whose traffic is part of the merged view. */
export interface MergedSession {
  readonly id: string;
  readonly serverId: string;
  readonly config: { readonly name: string };
  /** Both know every record there is when they are asked for. */
  readonly log: WireLogReader;
  readonly views: Pick<LogViews, 'rows' | 'rowOf' | 'follow' | 'newest' | 'counts'>;
}

/** What the merged view knows of one of its sessions. */
export class Part {
  readonly index: number;
  readonly session: MergedSession;
  readonly rows: LogViews['rows'];
  /** Name and id of its server. */
  readonly server: readonly [string, string];
  /** The merged row of each of its rows that was taken up. */
  merged = new Growable();
  /** Microseconds from the start of the merged clock to that of its own. */
  offset = 0;
  /** Its rows are shown no longer. */
  gone = false;

  constructor(index: number, session: MergedSession) {
    this.index = index;
    this.session = session;
    this.rows = session.views.rows;
    this.server = [session.config.name, session.serverId];
  }

  /** When it began by the wall clock, microseconds; undefined while it has no row. */
  get start(): number | undefined {
    const row = this.rows.peek(0);
    return row && row.t - row.m;
  }

  /** The merged row of one of its own. */
  mergedRow(own: number | undefined): number | undefined {
    return own === undefined || own >= this.merged.length ? undefined : this.merged.at(own);
  }

  drop(): void {
    this.gone = true;
    this.merged = new Growable(new Uint32Array(0));
  }
}
