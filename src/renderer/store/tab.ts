import type { ServerEntry } from '#shared/entities.ts';
import type { Session } from '#shared/session.ts';

/** What every workspace tab gets: the selected server and its newest session, if it has one, whose counts may be old (`useCounts`). */
export interface TabProps {
  server: ServerEntry;
  session: Session | undefined;
}
