import { MessageSquareText } from 'lucide-react';
import { type ReactNode, useDeferredValue, useMemo } from 'react';
import type { DriftMark } from '#shared/drift.ts';
import type { ServerEntry } from '#shared/entities.ts';
import { type JsonObject, textAt } from '#shared/json.ts';
import type { Session } from '#shared/session.ts';
import { DriftChip, marksOf } from '../../parts/drift/drift-marks.tsx';
import { DriftNote } from '../../parts/drift/drift-note.tsx';
import { ListEmpty } from '../../parts/lists/list-empty.tsx';
import { ListFoot } from '../../parts/lists/list-foot.tsx';
import { ListError, ListMore } from '../../parts/lists/list-notes.tsx';
import { useListActions } from '../../parts/lists/use-list-actions.ts';
import { rowIcon } from '../../parts/own-icon.tsx';
import { type CatalogItems, useCatalog } from '../../parts/use-catalog.ts';
import { useFilterFocus } from '../../parts/use-filter-focus.ts';
import { useOnePane } from '../../parts/use-one-pane.ts';
import { usePaneSize } from '../../parts/use-pane-size.ts';
import { useViewFilter } from '../../parts/use-view-filter.ts';
import type { TabProps } from '../../store/tab.ts';
import { usePage, useWirebench } from '../../store/wirebench.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { plural } from '../../ui/format.ts';
import { ListPane } from '../../ui/list-pane.tsx';
import type { ListRow } from '../../ui/list-stops.ts';
import { Split } from '../../ui/split.tsx';
import { PromptView } from './prompt-view.tsx';

const LIST_PX = 248;
/** The first field of a prompt; one without arguments has only its button. */
const ENTRY = '[data-argument] input, [data-argument] textarea, .args-f button';

/** S12. The prompts of a server: choose one, fill in its arguments, look at its messages. */
export function PromptsTab({ server, session }: TabProps) {
  if (!session?.hello) {
    return (
      <EmptyState icon={MessageSquareText} title="No prompts yet">
        Connect the server. The prompts it offers are listed here.
      </EmptyState>
    );
  }
  if (session.hello.capabilities.prompts === undefined) {
    return (
      <EmptyState icon={MessageSquareText} title="This server does not offer prompts">
        It did not declare the capability <span className="mono">prompts</span> when the version was agreed.
      </EmptyState>
    );
  }
  return <Prompts key={session.id} server={server} session={session} />;
}

interface PromptEntry {
  readonly row: ListRow;
  /** Everything the filter looks in, in lower case. */
  readonly text: string;
}

/** The prompts as rows that can be found, each name once. */
export function promptEntries(prompts: readonly JsonObject[]): PromptEntry[] {
  const found = new Map<string, PromptEntry>();
  for (const prompt of prompts) {
    const name = textAt(prompt, 'name') ?? '';
    if (found.has(name)) continue;
    const more = textAt(prompt, 'title');
    const title = [name, more].filter((part) => part !== undefined).join(', ');
    const text = [name, more ?? '', textAt(prompt, 'description') ?? ''].join('\n').toLowerCase();
    found.set(name, {
      row: { id: name, label: name.slice(0, 300), title: title.slice(0, 600), leading: rowIcon(prompt) },
      text,
    });
  }
  return [...found.values()];
}

/** What the filter leaves of them. */
export function promptRows(entries: readonly PromptEntry[], filter: string): ListRow[] {
  const needle = filter.trim().toLowerCase();
  return entries.flatMap(({ row, text }) => (text.includes(needle) ? [row] : []));
}

function Prompts({ server, session }: { readonly server: ServerEntry; readonly session: Session }) {
  const serverId = server.id;
  const marks = useMemo(() => marksOf(server.drift, 'prompts'), [server.drift]);
  const { page } = useWirebench();
  const catalog = useCatalog(session.id, 'prompts');
  const key = `${serverId}/prompts`;
  const chosenName = usePage((state) => state.selected[key]);
  const [width, setWidth] = usePaneSize('prompts/list', LIST_PX);
  const chosen = catalog.items.find((prompt) => prompt.name === chosenName);
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
      min={180}
      minOther={520}
      first={
        <PromptList
          {...{ server, session, catalog }}
          marks={marks}
          notice={<DriftNote server={server} kinds={['prompts']} />}
          chosen={chosenName}
          onChoose={(name) => page.getState().select(key, name)}
          onOpen={(name) => {
            page.getState().select(key, name);
            pane.toItem();
            requestAnimationFrame(() => document.querySelector<HTMLElement>(ENTRY)?.focus());
          }}
        />
      }
      second={
        chosen === undefined || chosenName === undefined ? (
          chosenName !== undefined && catalog.head?.status === 'ready' && catalog.items.length > 0 ? (
            <EmptyState icon={MessageSquareText} title="No longer in the list">
              <ForeignText text={chosenName} limit={128} /> is not listed now. What was typed for it is kept.
            </EmptyState>
          ) : (
            <EmptyState icon={MessageSquareText} title="Choose a prompt">
              Its arguments and the messages it makes are shown here.
            </EmptyState>
          )
        ) : (
          <PromptView
            key={chosenName}
            {...{ serverId, session, pane }}
            prompt={chosen}
            name={chosenName}
            mark={marks.get(chosenName)}
          />
        )
      }
    />
  );
}

interface PromptListProps {
  readonly server: ServerEntry;
  readonly session: Session;
  readonly catalog: CatalogItems;
  /** Prompts that are not as they were accepted, by name. */
  readonly marks: ReadonlyMap<string, DriftMark>;
  readonly notice: ReactNode;
  readonly chosen: string | undefined;
  readonly onChoose: (name: string) => void;
  readonly onOpen: (name: string) => void;
}

function PromptList({ server, session, catalog, marks, notice, chosen, onChoose, onOpen }: PromptListProps) {
  const { head, items } = catalog;
  const [filter, setFilter] = useViewFilter(session.id, 'prompts');
  const input = useFilterFocus(() => {
    setFilter('');
    return filter !== '';
  });
  const wanted = useDeferredValue(filter);
  const entries = useMemo(() => promptEntries(items), [items]);
  const groups = useMemo(() => {
    const rows = promptRows(entries, wanted).map((row) => {
      const mark = marks.get(row.id);
      return mark ? { ...row, trailing: <DriftChip mark={mark} /> } : row;
    });
    return [{ id: 'prompts', rows }];
  }, [entries, wanted, marks]);
  const actions = useListActions({ serverId: server.id, sessionId: session.id }, [head], 'prompts');
  const ended = session.state.at === 'closed';
  return (
    <section className="pane" aria-label="Prompts">
      <ListPane
        label="Prompts"
        groups={groups}
        selectedId={chosen}
        onSelect={onChoose}
        onOpen={onOpen}
        copyText={(id) => {
          const prompt = items.find(({ name }) => name === id);
          return prompt && JSON.stringify(prompt, null, 2);
        }}
        filter={{
          value: filter,
          onValue: setFilter,
          placeholder: `Filter ${plural(items.length, 'prompt')}`,
          inputRef: input,
          keys: ['/'],
        }}
        notice={
          <>
            {notice}
            <ListError heads={[head]} error={catalog.error} actions={actions} />
          </>
        }
        empty={
          <ListEmpty
            noun="prompt"
            icon={MessageSquareText}
            {...{ head, actions, filter }}
            serverName={server.config.name}
            searched="name, title and description"
            onClear={() => setFilter('')}
            count={entries.length}
          />
        }
        end={<ListMore heads={[head]} count={entries.length} {...{ actions, ended }} />}
        footer={<ListFoot heads={[head]} noun="prompts" {...{ actions, ended }} />}
      />
    </section>
  );
}
