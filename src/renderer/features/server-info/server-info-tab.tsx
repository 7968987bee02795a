import { useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { rootsFor } from '#shared/roots.ts';
import type { Session } from '#shared/session.ts';
import { PayloadView } from '../../parts/payload-view.tsx';
import { ScrollPane } from '../../parts/scroll-pane.tsx';
import { usePaneSize } from '../../parts/use-pane-size.ts';
import type { TabProps } from '../../store/tab.ts';
import { useEntities, useWirebench } from '../../store/wirebench.tsx';
import { CodeBox } from '../../ui/code-box.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatTime } from '../../ui/format.ts';
import { KeyValue } from '../../ui/key-value.tsx';
import { Split } from '../../ui/split.tsx';
import { Agreed } from './agreed.tsx';
import { capabilityBlocks } from './capability-rows.ts';
import { CapabilityTable } from './capability-table.tsx';
import { Identity, Instructions } from './identity.tsx';
import { LaunchView } from './launch-view.tsx';

const SIDE_PX = 440;

/** S21. What both sides can do, how they agreed, who the server is and what runs. */
export function ServerInfoTab({ server, session }: TabProps) {
  const { app } = useWirebench();
  const [width, setWidth] = usePaneSize('info/side', SIDE_PX);
  const left = (
    <section className="pane" aria-label="Capabilities">
      {session?.hello ? (
        <Capabilities key={session.id} session={session} />
      ) : (
        <div className="pane-b">
          <EmptyState title="Nothing is known of this server yet">
            What it offers is shown once a version was agreed.
          </EmptyState>
        </div>
      )}
      {session && <Agreed key={`${session.id} agreed`} session={session} />}
    </section>
  );
  const side = (
    <aside className="pane info" aria-label="About the server">
      <ScrollPane label="Facts" className="bare">
        <Identity endpoint={server.config.endpoint} session={session} />
        {session?.hello && <Instructions text={session.hello.instructions} />}
        {session?.launch && server.config.endpoint.kind === 'stdio' && <LaunchView launch={session.launch} />}
        {session?.hello && (
          <section className="info-s" aria-label="Raw answer">
            <CodeBox
              title={<span className="mono">{session.hello.via}</span>}
              meta={`answer, message ${session.hello.seq}`}
            >
              <PayloadView sessionId={session.id} seq={session.hello.seq} label="Raw answer" as="tree" />
            </CodeBox>
          </section>
        )}
        <section className="info-s" aria-label="Data">
          <h3>Data on this computer</h3>
          <KeyValue items={[{ label: 'Folder', value: app.dataDir, mono: true }]} />
          <p className="fs12 t3">Messages and logs of every session are kept there, until the limit is reached.</p>
        </section>
      </ScrollPane>
    </aside>
  );
  return (
    <Split
      label="Width of the facts"
      direction="row"
      fixed="second"
      size={width}
      onSize={setWidth}
      defaultSize={SIDE_PX}
      min={280}
      minOther={420}
      first={left}
      second={side}
    />
  );
}

function useFacts(session: Session) {
  const mine = <T extends { sessionId: string }>(map: ReadonlyMap<string, T>) =>
    [...map.values()].filter((one) => one.sessionId === session.id);
  const catalogs = useEntities(useShallow((state) => mine(state.catalog)));
  const asks = useEntities(useShallow((state) => mine(state.pending)));
  const tasks = useEntities(useShallow((state) => mine(state.task)));
  const roots = useEntities((state) => rootsFor([...state.settings.values()][0]?.roots ?? [], session.serverId).length);
  return useMemo(() => {
    const { logLevel, watched = [] } = session;
    return { session, catalogs, asks, tasks, roots, logLevel, watched: watched.length };
  }, [session, catalogs, asks, tasks, roots]);
}

function Capabilities({ session }: { readonly session: Session }) {
  const facts = useFacts(session);
  const blocks = useMemo(() => capabilityBlocks(facts), [facts]);
  return (
    <>
      <div className="pane-h tall">
        <h2>Capabilities</h2>
        <span className="fs12 t3 el">
          from {session.hello?.via}
          {session.readyAt !== undefined && `, ${formatTime(session.readyAt).slice(0, 8)}`}
        </span>
      </div>
      <ScrollPane label="What both sides offer" className="bare">
        <CapabilityTable blocks={blocks} />
      </ScrollPane>
    </>
  );
}
