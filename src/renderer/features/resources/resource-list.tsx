import { Eye, RefreshCw } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import type { DriftMark } from '#shared/drift.ts';
import { DriftChip } from '../../parts/drift/drift-marks.tsx';
import type { CatalogItems } from '../../parts/use-catalog.ts';
import { useFilterFocus } from '../../parts/use-filter-focus.ts';
import { useViewFilter } from '../../parts/use-view-filter.ts';
import { useRun } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useFeedback } from '../../ui/feedback.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatTime, plural } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ListPane } from '../../ui/list-pane.tsx';
import type { ListGroup } from '../../ui/list-stops.ts';
import { chosenOf, idOfUri, isUri, resourceGroups } from './resource-groups.ts';
import type { Watch } from './use-watch.ts';

type DriftMarks = Readonly<Record<'resources' | 'templates', ReadonlyMap<string, DriftMark>>>;

interface ResourceListProps {
  readonly sessionId: string;
  readonly resources: CatalogItems;
  readonly templates: CatalogItems;
  readonly watch: Watch;
  /** What is not as it was accepted, by address. */
  readonly marks: DriftMarks;
  readonly notice: ReactNode;
  readonly chosenId: string | undefined;
  readonly onChoose: (id: string) => void;
}

function WatchMark({ count }: { readonly count: number }) {
  return (
    <Chip kind="req" square icon={Eye}>
      <span className="vh">Watched, {plural(count, 'update')}</span>
      <span aria-hidden="true">{count}</span>
    </Chip>
  );
}

function withMarks(groups: readonly ListGroup[], watch: Watch, marks: DriftMarks): ListGroup[] {
  if (watch.watched.size + marks.resources.size + marks.templates.size === 0) return [...groups];
  return groups.map((group) => ({
    ...group,
    rows: group.rows.map((row) => {
      const uri = row.id.slice(2);
      const isResource = row.id.startsWith('r:');
      const mark = marks[isResource ? 'resources' : 'templates'].get(uri);
      const watched = isResource && watch.watched.has(uri);
      if (!mark && !watched) return row;
      const trailing = (
        <>
          {mark && <DriftChip mark={mark} />}
          {watched && <WatchMark count={watch.updates.get(uri)?.count ?? 0} />}
        </>
      );
      return { ...row, trailing };
    }),
  }));
}

/** The resources and templates of a session, with a filter that also takes a whole address. */
export function ResourceList(props: ResourceListProps) {
  const { sessionId, resources, templates, watch, marks, notice, chosenId, onChoose } = props;
  const [filter, setFilter] = useViewFilter(sessionId, 'resources');
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const input = useFilterFocus(() => {
    setFilter('');
    return filter !== '';
  });
  const run = useRun();
  const { toast } = useFeedback();
  const lists = useMemo(() => ({ resources: resources.items, templates: templates.items }), [resources, templates]);
  const groups = useMemo(() => resourceGroups(lists, filter, collapsed), [lists, filter, collapsed]);
  const typed = filter.trim();
  const readTyped = isUri(typed) && !resources.items.some((item) => item.uri === typed);
  const readIt = () => onChoose(idOfUri(lists, typed));
  const refresh = () => {
    Promise.all([run(sessionId, 'resources.list', {}), run(sessionId, 'resources.templates', {})]).catch(
      (error: Error) => toast(`The resources were not fetched. ${error.message}`),
    );
  };
  const toggle = (id: string) => {
    const next = new Set(collapsed);
    if (!next.delete(id)) next.add(id);
    setCollapsed(next);
  };
  const problem = resources.head?.error ?? templates.head?.error ?? resources.error ?? templates.error;
  const onKeyDown = (event: KeyboardEvent) => {
    const inFilter = event.target instanceof HTMLInputElement && event.target.type === 'search';
    if (event.key !== 'Enter' || !inFilter || !isUri(typed)) return;
    event.preventDefault();
    readIt();
  };
  return (
    <section className="pane" aria-label="Resources" {...{ onKeyDown }}>
      <ListPane
        label="Resources"
        groups={withMarks(groups, watch, marks)}
        selectedId={chosenId}
        onSelect={onChoose}
        onToggleGroup={toggle}
        copyText={(id) => {
          const chosen = chosenOf(lists, id);
          return chosen && 'item' in chosen ? JSON.stringify(chosen.item, null, 2) : undefined;
        }}
        filter={{
          value: filter,
          onValue: setFilter,
          placeholder: 'Filter or paste a URI',
          inputRef: input,
          keys: ['/'],
        }}
        notice={
          <>
            {notice}
            {problem !== undefined && (
              <div className="pad-s">
                <Callout kind="err" title="The resources could not be fetched">
                  <ForeignText text={problem} />
                </Callout>
              </div>
            )}
            {readTyped && (
              <div className="pad-s">
                <Button size="sm" className="wide" keys={['enter']} onClick={readIt}>
                  <span className="el">Read {typed}</span>
                </Button>
              </div>
            )}
          </>
        }
        empty={<NoResources filter={typed} head={resources.head} />}
        footer={
          <>
            <span className="el">{footOf(resources, watch)}</span>
            <span className="sp" />
            <IconButton size="sm" icon={RefreshCw} label="Fetch resources again" onClick={refresh} />
          </>
        }
      />
    </section>
  );
}

function footOf({ head }: CatalogItems, watch: Watch): string {
  if (watch.watched.size > 0) return `${watch.watched.size} watched`;
  if (head?.status === 'loading') return 'Fetching the list';
  if (head?.nextCursor !== undefined) return 'The list goes on at the server';
  return head?.fetchedAt === undefined ? '' : `Listed ${formatTime(head.fetchedAt).slice(0, 5)}`;
}

function NoResources({ filter, head }: { readonly filter: string; readonly head: CatalogItems['head'] }) {
  if (filter !== '') {
    return (
      <EmptyState title="No resource matches">
        Looked in addresses, names and descriptions. A whole address can be read even when it is not listed.
      </EmptyState>
    );
  }
  if (head === undefined || head.status === 'loading' || head.status === 'unknown') return null;
  return (
    <EmptyState title="This server lists no resources">
      Paste an address above to read one that is not listed.
    </EmptyState>
  );
}
