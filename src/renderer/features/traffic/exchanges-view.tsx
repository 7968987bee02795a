import { ArrowRightLeft, Search, SearchX } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import type { TrafficRow } from '#shared/exchange.ts';
import type { Session } from '#shared/session.ts';
import { knownValues } from '../../parts/known-values.ts';
import { QueryField } from '../../parts/query-field.tsx';
import { usePaneSize } from '../../parts/use-pane-size.ts';
import { useLog } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { plural } from '../../ui/format.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { Split } from '../../ui/split.tsx';
import { ExportButton } from './export-button.tsx';
import { Inspector } from './inspector.tsx';
import type { InspectorTab } from './inspector-tab.ts';
import { isFailed } from './row-facts.ts';
import { trafficColumns } from './traffic-columns.tsx';
import { type KindChoice, trafficFilter } from './traffic-filter.ts';
import { useAxisEnd } from './use-axis-end.ts';
import { useRowChoice } from './use-row-choice.ts';

export interface TrafficViewProps {
  readonly session: Session;
  readonly serverName: string;
  /** The buttons that switch between the two views. */
  readonly switcher: ReactNode;
}

/** Kinds whose rows are rounds or questions of the row they belong to. */
const NESTED: ReadonlySet<TrafficRow['kind']> = new Set(['call', 'ask']);
const INSPECTOR_PX = 420;
const shape = (row: TrafficRow) => ({ level: row.parent !== undefined && NESTED.has(row.kind) ? 2 : 1 });
const rowClass = (row: TrafficRow) => (isFailed(row) ? 'failed' : undefined);

function kindOptions(errors: number) {
  return [
    { value: 'all', label: 'All' },
    { value: 'calls', label: 'Calls' },
    { value: 'asks', label: 'Asks' },
    { value: 'notices', label: 'Notifications' },
    { value: 'errors', label: 'Errors', count: errors, error: errors > 0 },
  ] as const;
}

/** S16. One row per exchange, notification or odd line; the chosen one opens in the inspector. */
export function ExchangesView({ session, serverName, switcher }: TrafficViewProps) {
  const [kind, setKind] = useState<KindChoice>('all');
  const [text, setText] = useState('');
  const [follow, setFollow] = useState(true);
  const [tab, setTab] = useState<InspectorTab>('request');
  const [focusCount, setFocusCount] = useState(0);
  const [width, setWidth] = usePaneSize('traffic/inspector', INSPECTOR_PX);
  const filter = trafficFilter(kind, text);
  const { buffer } = useLog<TrafficRow>(session.id, 'traffic', filter);
  const choice = useRowChoice(buffer, `${session.id}/traffic`);
  const end = useAxisEnd(buffer, session.id);
  const columns = useMemo(() => trafficColumns(end), [end]);
  const main = useRef<HTMLElement>(null);
  const clear = useCallback(() => {
    setKind('all');
    setText('');
  }, []);
  const pick = (index: number) => {
    choice.pick(index);
    // Rows must not run away from under the choice; the last row is where following resumes.
    setFollow(index === buffer.count - 1);
  };
  const close = () => {
    choice.drop();
    main.current?.querySelector<HTMLElement>('[role="treegrid"]')?.focus();
  };
  const { counts } = session;
  const table = (
    <section className="pane" aria-label="Traffic" ref={main}>
      <div className="pane-h fbar">
        {switcher}
        <QueryField value={text} onValue={setText} known={() => knownValues(buffer, serverName)} />
        <Segmented label="Kinds" options={kindOptions(counts.errors)} value={kind} onChange={setKind} />
        <ExportButton sessionId={session.id} filter={filter} rows={buffer.count} />
      </div>
      <div className="pane-b">
        {buffer.problem === undefined && buffer.count === 0 ? (
          <NoRows filtered={filter !== undefined} text={text} searching={buffer.searching} onClear={clear} />
        ) : (
          <DataTable
            label="Exchanges"
            rows={buffer}
            columns={columns}
            shape={shape}
            rowClass={rowClass}
            active={choice.index}
            onActive={pick}
            onOpen={(index) => {
              pick(index);
              setFocusCount((count) => count + 1);
            }}
            onKey={(event) => {
              if (event.key === 'e') setKind(kind === 'errors' ? 'all' : 'errors');
              else if (event.key === 'Escape' && choice.row) choice.drop();
            }}
            follow={follow}
            onFollow={setFollow}
            minWidth={660}
          />
        )}
      </div>
      <div className="foot">
        <span>
          {buffer.count.toLocaleString('en-US')} of {plural(Math.max(buffer.count, counts.traffic), 'row')}
        </span>
        <span>{plural(counts.errors, 'error')}</span>
        {buffer.searching && <span>{searchText(buffer.searching)}</span>}
        {buffer.problem !== undefined && <span className="c-err el">{buffer.problem}</span>}
      </div>
    </section>
  );
  return (
    <Split
      label="Width of the inspector"
      direction="row"
      fixed="second"
      size={width}
      onSize={setWidth}
      defaultSize={INSPECTOR_PX}
      min={280}
      minOther={360}
      first={table}
      second={
        choice.row && (
          <Inspector
            sessionId={session.id}
            row={choice.row}
            tab={tab}
            onTab={setTab}
            onClose={close}
            focusCount={focusCount}
          />
        )
      }
    />
  );
}

function searchText({ through, of }: { through: number; of: number }): string {
  return `Searching payloads, ${through.toLocaleString('en-US')} of ${plural(of, 'record')}`;
}

interface NoRowsProps {
  readonly filtered: boolean;
  readonly text: string;
  readonly searching: { through: number; of: number } | undefined;
  readonly onClear: () => void;
}

function NoRows({ filtered, text, searching, onClear }: NoRowsProps) {
  if (!filtered) {
    return (
      <EmptyState icon={ArrowRightLeft} title="No traffic yet">
        Connect the server or run something.
      </EmptyState>
    );
  }
  if (searching) {
    return (
      <EmptyState icon={Search} title="Nothing found yet">
        {searchText(searching)}.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={SearchX}
      title={text === '' ? 'No row of this kind' : `Nothing matches “${text.slice(0, 80)}”`}
      actions={
        <Button size="sm" onClick={onClear}>
          Clear the filter
        </Button>
      }
    >
      Searched: methods, names, ids and payloads of this session.
    </EmptyState>
  );
}
