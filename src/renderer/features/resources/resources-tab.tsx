import { FileText } from 'lucide-react';
import { useMemo, useRef } from 'react';
import type { ServerEntry } from '#shared/entities.ts';
import type { Session } from '#shared/session.ts';
import { CrumbBar } from '../../parts/crumb-bar.tsx';
import { DriftCallout } from '../../parts/drift/drift-callout.tsx';
import { marksOf } from '../../parts/drift/drift-marks.tsx';
import { DriftNote } from '../../parts/drift/drift-note.tsx';
import { useCatalog } from '../../parts/use-catalog.ts';
import { useOnePane } from '../../parts/use-one-pane.ts';
import { usePaneSize } from '../../parts/use-pane-size.ts';
import type { TabProps } from '../../store/tab.ts';
import { usePage, useWirebench } from '../../store/wirebench.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Split } from '../../ui/split.tsx';
import { chosenOf, idOfUri, rowIdOf } from './resource-groups.ts';
import { ResourceList } from './resource-list.tsx';
import { ResourcePane } from './resource-pane.tsx';
import { TemplatePane } from './template-pane.tsx';
import { useWatch } from './use-watch.ts';

const LIST_PX = 300;
// Focusable, so that opening a row can lead here.
const FOCUSABLE = { tabIndex: -1 };

/** S10. What a server lets be read: the list, and the chosen resource or template. */
export function ResourcesTab({ server, session }: TabProps) {
  if (!session?.hello) {
    return (
      <EmptyState icon={FileText} title="No resources yet">
        Connect the server. What it lets be read is listed here.
      </EmptyState>
    );
  }
  if (session.hello.capabilities.resources === undefined) {
    return (
      <EmptyState icon={FileText} title="This server does not offer resources">
        It did not declare the capability <span className="mono">resources</span> when the version was agreed.
      </EmptyState>
    );
  }
  return <Resources key={session.id} server={server} session={session} />;
}

function Resources({ server, session }: { readonly server: ServerEntry; readonly session: Session }) {
  const serverId = server.id;
  const marks = useMemo(
    () => ({ resources: marksOf(server.drift, 'resources'), templates: marksOf(server.drift, 'templates') }),
    [server.drift],
  );
  const { page } = useWirebench();
  const resources = useCatalog(session.id, 'resources');
  const templates = useCatalog(session.id, 'templates');
  const key = `${serverId}/resources`;
  const keptId = usePage((state) => state.selected[key]);
  const [width, setWidth] = usePaneSize('resources/list', LIST_PX);
  const lists = useMemo(
    () => ({ resources: resources.items, templates: templates.items }),
    [resources.items, templates.items],
  );
  const chosenId = useMemo(() => rowIdOf(lists, keptId), [lists, keptId]);
  const chosen = useMemo(() => chosenOf(lists, chosenId), [lists, chosenId]);
  const item = useRef<HTMLDivElement>(null);
  const watch = useWatch(session);
  const choose = (id: string) => page.getState().select(key, id);
  const pane = useOnePane(key, chosen !== undefined);
  return (
    <Split
      label="Width of the list"
      direction="row"
      fixed="first"
      size={width}
      onSize={setWidth}
      only={pane.only}
      defaultSize={LIST_PX}
      min={200}
      minOther={480}
      first={
        <ResourceList
          {...{ serverId, session, resources, templates, watch, marks }}
          serverName={server.config.name}
          notice={<DriftNote server={server} kinds={['resources', 'templates']} />}
          chosenId={chosenId}
          onChoose={choose}
          onOpen={(id) => {
            choose(id);
            pane.toItem();
            requestAnimationFrame(() => item.current?.focus());
          }}
        />
      }
      second={
        <div className="item-pane" ref={item} {...FOCUSABLE}>
          {chosen && (
            <CrumbBar pane={pane} list="Resources" name={chosen.kind === 'template' ? chosen.template : chosen.uri} />
          )}
          {chosen === undefined ? (
            <EmptyState icon={FileText} title="Choose a resource">
              Or paste an address into the filter: it is read even when it is not listed.
            </EmptyState>
          ) : chosen.kind === 'template' ? (
            <TemplatePane
              key={chosen.template}
              {...{ serverId, session }}
              template={chosen.template}
              item={chosen.item}
              notice={<DriftCallout serverId={serverId} mark={marks.templates.get(chosen.template)} />}
              onRead={(uri) => choose(idOfUri(lists, uri))}
            />
          ) : (
            <ResourcePane
              key={chosen.uri}
              {...{ serverId, session }}
              uri={chosen.uri}
              item={chosen.kind === 'resource' ? chosen.item : undefined}
              notice={<DriftCallout serverId={serverId} mark={marks.resources.get(chosen.uri)} />}
              watch={watch}
            />
          )}
        </div>
      }
    />
  );
}
