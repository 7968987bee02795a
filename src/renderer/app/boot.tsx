import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { messageOf } from '#shared/errors.ts';
import { followLink } from '../parts/handed-link.ts';
import type { HostClient, HostLink } from '../store/host.ts';
import { createPageStore } from '../store/page.ts';
import type { EntityStore } from '../store/state.ts';
import { type Wirebench, WirebenchProvider } from '../store/wirebench.tsx';
import type { Announcer } from '../ui/announcer.ts';
import { FeedbackProvider } from '../ui/feedback.tsx';
import { App } from './app.tsx';
import { DockWindow } from './dock-window.tsx';
import { dropEndedAsks } from './drop-ended-asks.ts';
import { Gate } from './gate.tsx';
import { keepPage } from './keep-page.ts';
import { NotesLayer } from './notes-layer.tsx';
import { keptPlace } from './use-places.ts';

export interface BootProps {
  link: HostLink;
  entities: EntityStore;
  announcer: Announcer;
  /** A link somebody handed over with the address of the page. */
  handed?: string | undefined;
  /** A link to the place that a further window was opened for. */
  place?: string | undefined;
  /** Set in a window that shows only the logs of this server. */
  dockOf?: string | undefined;
  /** Set in a window that shows only the notes of a demo. */
  notes?: boolean;
  signal: AbortSignal;
}

async function prepare(
  client: HostClient,
  { link, entities, handed, place, dockOf, notes = false, signal }: BootProps,
): Promise<Wirebench> {
  const [app, { state }] = await Promise.all([client['app.info']({}), client['window.load']({})]);
  const page = createPageStore(state);
  dropEndedAsks(page, entities, signal);
  // What is restored at the next start is the window of the whole app.
  if (dockOf === undefined && !notes) keepPage(page, link, state, signal);
  const wanted = place ?? keptPlace();
  if (wanted !== undefined) page.getState().set({ wanted });
  if (handed !== undefined) followLink(page, handed);
  return { link, entities, page, app };
}

/** Shows why there is nothing to show until the host answered once; from then on the app, also while the link is lost. */
export function Boot(props: BootProps) {
  const { link, entities, announcer, dockOf, notes = false } = props;
  const client = useStore(link.state, (state) => state.client);
  const problem = useStore(link.state, (state) => state.problem);
  const loaded = useStore(entities, (state) => state.loaded);
  const [wirebench, setWirebench] = useState<Wirebench>();
  const [refusal, setRefusal] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other props are created once with the page
  useEffect(() => {
    if (!client || wirebench) return;
    prepare(client, props).then(setWirebench, (error: unknown) => setRefusal(messageOf(error)));
  }, [client, wirebench]);
  if (!wirebench || !loaded) return <Gate problem={refusal ?? problem} onRetry={() => link.reopen()} />;
  return (
    <WirebenchProvider value={wirebench}>
      <FeedbackProvider announcer={announcer}>
        {notes && <NotesLayer />}
        {!notes && (dockOf === undefined ? <App /> : <DockWindow serverId={dockOf} />)}
      </FeedbackProvider>
    </WirebenchProvider>
  );
}
