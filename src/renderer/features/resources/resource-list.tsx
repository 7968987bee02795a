import { Eye, FileText, ListTree } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import type { DriftMark } from '#shared/drift.ts';
import type { Session } from '#shared/session.ts';
import { DriftChip } from '../../parts/drift/drift-marks.tsx';
import { ListEmpty } from '../../parts/lists/list-empty.tsx';
import { ListFoot, useRuleItems } from '../../parts/lists/list-foot.tsx';
import { ListError, ListMore } from '../../parts/lists/list-notes.tsx';
import { useListActions } from '../../parts/lists/use-list-actions.ts';
import type { CatalogItems } from '../../parts/use-catalog.ts';
import { useFilterFocus } from '../../parts/use-filter-focus.ts';
import { useViewFilter } from '../../parts/use-view-filter.ts';
import { usePage, useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { plural } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ListPane } from '../../ui/list-pane.tsx';
import type { ListGroup } from '../../ui/list-stops.ts';
import { chosenOf, entriesOf, idOfUri, isUri, resourceGroups } from './resource-groups.ts';
import { type Watch, watchWords } from './use-watch.ts';

type DriftMarks = Readonly<Record<'resources' | 'templates', ReadonlyMap<string, DriftMark>>>;

interface ResourceListProps {
  readonly serverId: string;
  readonly serverName: string;
  readonly session: Session;
  readonly resources: CatalogItems;
  readonly templates: CatalogItems;
  readonly watch: Watch;
  /** What is not as it was accepted, by address. */
  readonly marks: DriftMarks;
  readonly notice: ReactNode;
  readonly chosenId: string | undefined;
  readonly onChoose: (id: string) => void;
  /** Enter: on to the item itself. */
  readonly onOpen: (id: string) => void;
}

/** Page key of how the list is shown: `flat`, or as a tree. */
const FORM = 'resources/form';
const RULES = [['rereadResources', 'Read the shown resource again when it changes']] as const;

function WatchMark({ count }: { readonly count: number }) {
  return (
    <Chip kind="req" square icon={Eye}>
      <span className="vh">Watched{count > 0 && `, ${plural(count, 'update')}`}</span>
      {count > 0 && <span aria-hidden="true">{count}</span>}
    </Chip>
  );
}

function withMarks(groups: readonly ListGroup[], watch: Watch, marks: DriftMarks): readonly ListGroup[] {
  if (watch.watched.size + marks.resources.size + marks.templates.size === 0) return groups;
  return groups.map((group) => ({
    ...group,
    rows: group.rows.map((row) => {
      const uri = row.id.slice(2);
      const isResource = row.id.startsWith('r:');
      const mark = marks[isResource ? 'resources' : 'templates'].get(uri);
      const watched = isResource ? watch.watched.get(uri) : undefined;
      if (!mark && !watched) return row;
      const trailing = (
        <>
          {mark && <DriftChip mark={mark} />}
          {watched && <WatchMark count={watched.updates} />}
        </>
      );
      return { ...row, trailing };
    }),
  }));
}

/** What the filter leaves, in groups that can be folded; a long list follows the typing when there is time. */
function useGroups(lists: Parameters<typeof entriesOf>[0], filter: string, tree: boolean) {
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const entries = useMemo(() => entriesOf(lists), [lists]);
  const wanted = useDeferredValue(filter);
  const groups = useMemo(
    () => resourceGroups(entries, wanted, { collapsed, tree }),
    [entries, wanted, collapsed, tree],
  );
  const toggle = (id: string) => {
    const next = new Set(collapsed);
    if (!next.delete(id)) next.add(id);
    setCollapsed(next);
  };
  return { entries, groups, toggle };
}

function ReadTyped({ typed, onRead }: { readonly typed: string; readonly onRead: () => void }) {
  return (
    <div className="pad-s">
      <Button size="sm" className="wide" keys={['enter']} onClick={onRead}>
        <span className="el">Read {typed}</span>
      </Button>
    </div>
  );
}

function Watching({ words }: { readonly words: string }) {
  return (
    <span className="row">
      <Eye size={13} aria-hidden="true" /> {words}
    </span>
  );
}

/** The resources and templates of a session, with a filter that also takes a whole address. */
export function ResourceList(props: ResourceListProps) {
  const { serverId, serverName, session, resources, templates, watch, marks, notice, chosenId, onChoose, onOpen } =
    props;
  const { page } = useWirebench();
  const [filter, setFilter] = useViewFilter(session.id, 'resources');
  const input = useFilterFocus(() => {
    setFilter('');
    return filter !== '';
  });
  const tree = usePage((state) => state.selected[FORM]) !== 'flat';
  const lists = useMemo(
    () => ({ resources: resources.items, templates: templates.items }),
    [resources.items, templates.items],
  );
  const { entries, groups, toggle } = useGroups(lists, filter, tree);
  const marked = useMemo(() => withMarks(groups, watch, marks), [groups, watch, marks]);
  const heads = [resources.head, templates.head];
  const actions = useListActions({ serverId, sessionId: session.id }, heads, 'resources');
  const rules = useRuleItems(RULES);
  const ended = session.state.at === 'closed';
  const typed = filter.trim();
  const readTyped = isUri(typed) && !resources.items.some((item) => item.uri === typed);
  const readIt = () => onChoose(idOfUri(lists, typed));
  const onKeyDown = (event: KeyboardEvent) => {
    const inFilter = event.target instanceof HTMLInputElement && event.target.type === 'search';
    if (event.key !== 'Enter' || !inFilter || !isUri(typed)) return;
    event.preventDefault();
    readIt();
  };
  const watching = watchWords(session);
  return (
    <section className="pane" aria-label="Resources" {...{ onKeyDown }}>
      <ListPane
        label="Resources"
        groups={marked}
        selectedId={chosenId}
        onSelect={onChoose}
        onOpen={onOpen}
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
        actions={
          <IconButton
            icon={ListTree}
            label="Show long groups as a tree"
            pressed={tree}
            onClick={() => page.getState().select(FORM, tree ? 'flat' : 'tree')}
          />
        }
        notice={
          <>
            {notice}
            <ListError heads={heads} error={resources.error ?? templates.error} actions={actions} />
            {readTyped && <ReadTyped typed={typed} onRead={readIt} />}
          </>
        }
        empty={
          <ListEmpty
            head={resources.head}
            noun="resource"
            icon={FileText}
            {...{ serverName, actions }}
            filter={typed}
            searched="address, name, title and description"
            onClear={() => setFilter('')}
            count={entries.length}
            hint={<p>An address that is not listed can be pasted above and read.</p>}
          />
        }
        end={<ListMore heads={heads} count={entries.length} {...{ actions, ended }} />}
        footer={
          <ListFoot
            heads={heads}
            noun="resources"
            {...{ ended, actions }}
            choices={rules}
            lead={watching && <Watching words={watching} />}
          />
        }
      />
    </section>
  );
}
