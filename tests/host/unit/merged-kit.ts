import { MergedViews, type MergedViewsOptions } from '#host/publish/merged/merged-views.ts';
import type { MergedSession } from '#host/publish/merged/part.ts';
import { ServerConfig } from '#shared/config.ts';
import type { LogFilter, TrafficRow } from '#shared/exchange.ts';
import type { RecordDraft, WireRecord } from '#shared/records.ts';
import { Live } from './live-views.ts';

const EPOCH = 1_790_000_000_000_000;

export interface Running {
  live: Live;
  session: MergedSession;
  /** Requests without an answer. */
  open: number[];
  /** Microseconds of the clock that all sessions share. */
  start: number;
}

/** Sessions of several servers, whose records have the times of one clock. */
export class Servers {
  /** The newest session by server. */
  readonly current = new Map<string, Running>();
  readonly merged: MergedViews;
  #now = 0;
  #made = 0;

  constructor(options: Omit<MergedViewsOptions, 'sessions'> = {}) {
    const sessions = () => [...this.current.values()].map(({ session }) => session);
    this.merged = new MergedViews({ sessions, ...options });
  }

  /** A server starts, again if it runs already. */
  start(name: string): Live {
    const start = this.#now;
    let seq = 0;
    const stamp = (draft: RecordDraft) => {
      this.#now += 1000;
      seq += 1;
      return { seq, t: EPOCH + this.#now, m: this.#now - start, ...draft } as WireRecord; // a stamped draft
    };
    this.#made += 1;
    const id = `${name}${this.#made}`;
    const config = ServerConfig.parse({ id: `id-${name}`, name, endpoint: { kind: 'builtin', name: 'demo' } });
    const meta = { sessionId: id, serverId: config.id, config, startedAt: (EPOCH + start) / 1000 };
    const live = new Live(stamp, { meta });
    const session = { id, serverId: config.id, config, log: live.wire, views: live.views };
    this.current.set(name, { live, session, open: [], start });
    this.merged.update();
    return live;
  }

  stop(name: string): void {
    this.current.delete(name);
    this.merged.update();
  }

  async page(filter?: LogFilter): Promise<TrafficRow[]> {
    return (await this.merged.page('traffic', 0, 1000, filter)).traffic ?? [];
  }
}
