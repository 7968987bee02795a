import { ArrowLeft, ArrowRight, Cable, SearchX, X } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import type { LineRow } from '#shared/exchange.ts';
import type { Session } from '#shared/session.ts';
import { QueryField } from '../../parts/query-field.tsx';
import { usePaneSize } from '../../parts/use-pane-size.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { plural } from '../../ui/format.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { Split } from '../../ui/split.tsx';
import { ExportButton } from './export-button.tsx';
import { PauseButton } from './pause-button.tsx';
import { PausedBar } from './paused-bar.tsx';
import { usePause } from './use-pause.ts';
import { useSteadyLog } from './use-steady-log.ts';
import { isLineTerm, useWireFilter, type WireDirection } from './use-wire-filter.ts';
import { wireColumns } from './wire-columns.tsx';
import { WireLine } from './wire-line.tsx';
import { WirePairs } from './wire-pairs.ts';

export interface WireViewProps {
  readonly session: Session;
  readonly serverName: string;
  /** The buttons that switch between the two views. */
  readonly switcher: ReactNode;
}

const DIRECTIONS: readonly { value: WireDirection; label: string; icon?: typeof ArrowLeft }[] = [
  { value: 'both', label: 'Both' },
  { value: 'out', label: 'Sent', icon: ArrowRight },
  { value: 'in', label: 'Received', icon: ArrowLeft },
];
const LINE_PX = 190;

/** S17. Every line in the order it arrived; what is no message stays in its place. */
export function WireView({ session, serverName, switcher }: WireViewProps) {
  const filter = useWireFilter();
  const pause = usePause(session.counts, 'wire');
  const [pretty, setPretty] = useState(false);
  const [bare, setBare] = useState(false);
  const [follow, setFollow] = useState(true);
  const [chosen, setChosen] = useState<{ row: LineRow; index: number }>();
  const [hovered, setHovered] = useState<LineRow>();
  const [height, setHeight] = usePaneSize('traffic/line', LINE_PX);
  const log = { sessionId: session.id, view: 'wire', filter: filter.filter, paused: pause.paused } as const;
  const { buffer, onRange } = useSteadyLog<LineRow>(log);
  const pairs = useMemo(() => new WirePairs(buffer), [buffer]);
  const columns = useMemo(() => wireColumns(pairs, bare), [pairs, bare]);
  const lit = pairs.keyOf(hovered ?? chosen?.row);
  const rowClass = useCallback(
    (row: LineRow) => {
      const belongs = lit !== undefined && pairs.keyOf(row) === lit;
      return [row.k === 'noise' && 'bad', belongs && 'lit'].filter(Boolean).join(' ') || undefined;
    },
    [pairs, lit],
  );
  const main = useRef<HTMLElement>(null);
  const pick = (index: number) => {
    const row = buffer.getRow(index);
    if (row) setChosen({ row, index });
    setFollow(index === buffer.count - 1);
  };
  const shown = chosen && buffer.peek(chosen.index)?.seq === chosen.row.seq ? chosen.index : undefined;
  const close = () => {
    setChosen(undefined);
    main.current?.querySelector<HTMLElement>('[role="treegrid"]')?.focus();
  };
  const table = (
    <section className="pane" aria-label="Wire" ref={main}>
      <div className="pane-h fbar">
        {switcher}
        <QueryField
          label="Filter raw messages"
          value={filter.text}
          onValue={filter.setText}
          known={filter.known}
          offers={isLineTerm}
        />
        <Segmented label="Direction" options={DIRECTIONS} value={filter.direction} onChange={filter.setDirection} />
        <Button size="sm" variant="quiet" aria-pressed={pretty} onClick={() => setPretty(!pretty)}>
          Pretty print
        </Button>
        <Button size="sm" variant="quiet" aria-pressed={bare} onClick={() => setBare(!bare)}>
          Hide _meta
        </Button>
        {filter.noise && (
          <Button size="sm" variant="tint" iconAfter={X} onClick={() => filter.setNoise(false)}>
            Only lines that are no messages
          </Button>
        )}
        <div className="fbar-tools">
          <PauseButton {...pause} />
          <ExportButton sessionId={session.id} filter={undefined} rows={session.counts.traffic} />
        </div>
      </div>
      {pause.paused && <PausedBar fresh={pause.fresh} onResume={pause.toggle} />}
      <div className="pane-b">
        {buffer.problem === undefined && buffer.count === 0 ? (
          <EmptyState
            icon={filter.filter ? SearchX : Cable}
            title={filter.filter ? 'No line matches the filter' : 'Nothing was sent or received yet'}
          >
            {filter.filter ? 'Press Escape in the filter to clear it.' : 'Connect the server or run something.'}
          </EmptyState>
        ) : (
          <DataTable
            label="Raw messages"
            rows={buffer}
            of={buffer}
            columns={columns}
            rowClass={rowClass}
            onHover={setHovered}
            active={shown}
            onActive={pick}
            onOpen={pick}
            onKey={(event) => event.key === 'Escape' && chosen && close()}
            follow={follow}
            onFollow={setFollow}
            onRange={onRange}
            minWidth={560}
            headless
          />
        )}
      </div>
      <div className="foot">
        <span>
          {buffer.count.toLocaleString('en-US')} of {plural(Math.max(buffer.count, pause.counts.wire), 'line')}
        </span>
        {buffer.problem !== undefined && <span className="c-err el">{buffer.problem}</span>}
      </div>
    </section>
  );
  return (
    <Split
      label="Height of the selected line"
      direction="column"
      fixed="second"
      size={height}
      onSize={setHeight}
      defaultSize={LINE_PX}
      min={100}
      minOther={140}
      first={table}
      second={
        chosen && (
          <WireLine
            sessionId={session.id}
            row={chosen.row}
            serverName={serverName}
            over={session.config.endpoint.kind === 'http' ? 'http' : 'stdio'}
            pretty={pretty}
            bare={bare}
            onShowNoise={() => filter.setNoise(true)}
            onClose={close}
          />
        )
      }
    />
  );
}
