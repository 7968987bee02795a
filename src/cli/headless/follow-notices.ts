import type { LogEvent } from '#shared/log-views.ts';
import type { Connection } from './connection.ts';

const PAGE = 1000;

/** Hands over every notification of the server, as the JSON text that came, in order. Ends with the returned function. */
export function followNotices(connection: Connection, onNotice: (json: string) => Promise<void>): () => Promise<void> {
  const { client, sessionId } = connection;
  /** First row that was not handed over yet. */
  let next = 0;
  let work = Promise.resolve();
  const tell = async (to: number): Promise<void> => {
    while (next < to) {
      const count = Math.min(PAGE, to - next);
      const { traffic = [] } = await client['log.page']({ sessionId, view: 'notices', from: next, count });
      if (traffic.length === 0) return;
      next += traffic.length;
      for (const { seq } of traffic) await onNotice((await client['log.body']({ sessionId, seq })).text.trim());
    }
  };
  const seen = (event: LogEvent): void => {
    const to = event.t === 'gap' ? event.to : 'total' in event ? event.total : 0;
    if (to > next) work = work.then(() => tell(to));
  };
  const stop = client['watch.log']({ sessionId, view: 'notices', after: -1 }, (events) => events.forEach(seen));
  return async () => {
    stop();
    const { total } = await client['log.page']({ sessionId, view: 'notices', from: 0, count: 1 });
    await work.then(() => tell(total));
  };
}
