import { MessageSquareText, RefreshCw } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { DriftMark } from '#shared/drift.ts';
import type { ServerEntry } from '#shared/entities.ts';
import { type JsonObject, textAt } from '#shared/json.ts';
import type { Session } from '#shared/session.ts';
import { DriftChip, marksOf } from '../../parts/drift/drift-marks.tsx';
import { DriftNote } from '../../parts/drift/drift-note.tsx';
import { type CatalogItems, useCatalog } from '../../parts/use-catalog.ts';
import { useFilterFocus } from '../../parts/use-filter-focus.ts';
import { useViewFilter } from '../../parts/use-view-filter.ts';
import { useOnePane } from '../../parts/use-one-pane.ts';
import { usePaneSize } from '../../parts/use-pane-size.ts';
import type { TabProps } from '../../store/tab.ts';
import { usePage, useRun, useWirebench } from '../../store/wirebench.tsx';
import { Callout } from '../../ui/callout.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useFeedback } from '../../ui/feedback.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatTime, plural } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
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

/** Rows of the list, each name once. */
export function promptRows(prompts: readonly JsonObject[], filter: string): ListRow[] {
  const needle = filter.trim().toLowerCase();
  const seen = new Set<string>();
  return prompts.flatMap((prompt) => {
    const name = textAt(prompt, 'name') ?? '';
    const texts = [name, textAt(prompt, 'title'), textAt(prompt, 'description')];
    const found = texts.some((text) => text?.toLowerCase().includes(needle));
    if (!found || seen.has(name)) return [];
    seen.add(name);
    const title = [name, textAt(prompt, 'title')].filter((part) => part !== undefined).join(', ');
    return [{ id: name, label: name.slice(0, 300), title: title.slice(0, 600) }];
  });
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
          sessionId={session.id}
          catalog={catalog}
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
          <EmptyState icon={MessageSquareText} title="Choose a prompt">
            Its arguments and the messages it makes are shown here.
          </EmptyState>
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
  readonly sessionId: string;
  readonly catalog: CatalogItems;
  /** Prompts that are not as they were accepted, by name. */
  readonly marks: ReadonlyMap<string, DriftMark>;
  readonly notice: ReactNode;
  readonly chosen: string | undefined;
  readonly onChoose: (name: string) => void;
  readonly onOpen: (name: string) => void;
}

function PromptList({ sessionId, catalog, marks, notice, chosen, onChoose, onOpen }: PromptListProps) {
  const { head, items } = catalog;
  const [filter, setFilter] = useViewFilter(sessionId, 'prompts');
  const input = useFilterFocus(() => {
    setFilter('');
    return filter !== '';
  });
  const run = useRun();
  const { toast } = useFeedback();
  const rows = useMemo(() => promptRows(items, filter), [items, filter]);
  const marked = rows.map((row) => {
    const mark = marks.get(row.id);
    return mark ? { ...row, trailing: <DriftChip mark={mark} /> } : row;
  });
  const problem = head?.error ?? catalog.error;
  const refresh = () => {
    run(sessionId, 'prompts.list', {}).catch((error: Error) => toast(`The prompts were not fetched. ${error.message}`));
  };
  const listed = head?.fetchedAt === undefined ? '' : `Listed ${formatTime(head.fetchedAt).slice(0, 5)}`;
  return (
    <section className="pane" aria-label="Prompts">
      <ListPane
        label="Prompts"
        groups={[{ id: 'prompts', rows: marked }]}
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
            {problem !== undefined && (
              <div className="pad-s">
                <Callout kind="err" title="The prompts could not be fetched">
                  <ForeignText text={problem} />
                </Callout>
              </div>
            )}
          </>
        }
        empty={
          filter === '' ? (
            head?.status === 'ready' && <EmptyState title="This server lists no prompts" />
          ) : (
            <EmptyState title="No prompt matches">Looked in names, titles and descriptions.</EmptyState>
          )
        }
        footer={
          <>
            <span className="el">{head?.status === 'loading' ? 'Fetching the list' : listed}</span>
            <span className="sp" />
            <IconButton size="sm" icon={RefreshCw} label="Fetch prompts again" onClick={refresh} />
          </>
        }
      />
    </section>
  );
}
