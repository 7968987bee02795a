import { Layers } from 'lucide-react';
import { useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { ServerEntry } from '#shared/entities.ts';
import { ALL_SERVERS } from '#shared/exchange.ts';
import type { Session } from '#shared/session.ts';
import type { EntityState } from '../../store/state.ts';
import { useEntities, useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { ExchangesView } from './exchanges-view.tsx';

/** Servers with a session, in the order of the list, each followed by its newest session. */
function withSessions({ server, session }: EntityState): (ServerEntry | Session)[] {
  const entries = [...server.values()].sort((a, b) => a.order - b.order);
  return entries.flatMap((entry) => {
    const newest = entry.sessionId === undefined ? undefined : session.get(entry.sessionId);
    return newest ? [entry, newest] : [];
  });
}

function sumOf(sessions: readonly Session[]): Session['counts'] {
  const sum = { wire: 0, traffic: 0, stderr: 0, notices: 0, client: 0, errors: 0 };
  for (const { counts } of sessions) {
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += counts[name]; // its own keys
  }
  return sum;
}

/** S16 for all servers: what crossed the wire of the newest session of each, in one table. */
export function AllTraffic() {
  const { page } = useWirebench();
  const both = useEntities(useShallow(withSessions));
  const { names, counts } = useMemo(
    () => ({
      names: both.flatMap((one) => ('order' in one ? [one.config.name] : [])),
      counts: sumOf(both.flatMap((one) => ('order' in one ? [] : [one]))),
    }),
    [both],
  );
  return (
    <div className="tab-panel traffic">
      <header className="ws-h">
        <Icon icon={Layers} />
        <h1 className="el">Traffic of all servers</h1>
        <span className="meta">{names.length === 0 ? 'None was connected yet' : plural(names.length, 'server')}</span>
        <span className="sp" />
        <Button size="sm" variant="quiet" onClick={() => page.getState().showTraffic(undefined)}>
          Close
        </Button>
      </header>
      <ExchangesView sessionId={ALL_SERVERS} counts={counts} servers={names} switcher={null} />
    </div>
  );
}
