import { ArrowLeft, ArrowRight, Cable, SearchX } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { LineRow, LogFilter } from '#shared/exchange.ts';
import type { Session } from '#shared/session.ts';
import { FilterField } from '../../parts/filter-field.tsx';
import { usePaneSize } from '../../parts/use-pane-size.ts';
import { useLog } from '../../store/wirebench.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { plural } from '../../ui/format.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { Split } from '../../ui/split.tsx';
import { wireColumns } from './wire-columns.tsx';
import { WireLine } from './wire-line.tsx';

export interface WireViewProps {
  readonly session: Session;
  readonly serverName: string;
  /** The buttons that switch between the two views. */
  readonly switcher: ReactNode;
}

type Direction = 'both' | 'out' | 'in';

const DIRECTIONS = [
  { value: 'both', label: 'Both' },
  { value: 'out', label: 'Sent', icon: ArrowRight },
  { value: 'in', label: 'Received', icon: ArrowLeft },
] as const;
const LINE_PX = 190;
const rowClass = (row: LineRow) => (row.k === 'noise' ? 'bad' : undefined);

function wireFilter(text: string, direction: Direction): LogFilter | undefined {
  const filter: LogFilter = {
    ...(text.trim() === '' ? {} : { text: text.trim() }),
    ...(direction === 'both' ? {} : { dir: direction }),
  };
  return Object.keys(filter).length > 0 ? filter : undefined;
}

/** S17. Every line in the order it arrived; what is no message stays in its place. */
export function WireView({ session, switcher }: WireViewProps) {
  const [text, setText] = useState('');
  const [direction, setDirection] = useState<Direction>('both');
  const [follow, setFollow] = useState(true);
  const [chosen, setChosen] = useState<{ row: LineRow; index: number }>();
  const [height, setHeight] = usePaneSize('traffic/line', LINE_PX);
  const filter = wireFilter(text, direction);
  const { buffer } = useLog<LineRow>(session.id, 'wire', filter);
  const main = useRef<HTMLElement>(null);
  const pick = (index: number) => {
    const row = buffer.getRow(index);
    if (row) setChosen({ row, index });
    setFollow(index === buffer.count - 1);
  };
  const shown = chosen && buffer.getRow(chosen.index)?.seq === chosen.row.seq ? chosen.index : undefined;
  const close = () => {
    setChosen(undefined);
    main.current?.querySelector<HTMLElement>('[role="treegrid"]')?.focus();
  };
  const table = (
    <section className="pane" aria-label="Wire" ref={main}>
      <div className="pane-h fbar">
        {switcher}
        <FilterField label="Filter raw messages" value={text} onValue={setText} />
        <Segmented label="Direction" options={DIRECTIONS} value={direction} onChange={setDirection} />
      </div>
      <div className="pane-b">
        {buffer.problem === undefined && buffer.count === 0 ? (
          <EmptyState
            icon={filter ? SearchX : Cable}
            title={filter ? 'No line matches the filter' : 'Nothing was sent or received yet'}
          >
            {filter ? 'Press Escape in the filter to clear it.' : 'Connect the server or run something.'}
          </EmptyState>
        ) : (
          <DataTable
            label="Raw messages"
            rows={buffer}
            columns={wireColumns}
            rowClass={rowClass}
            active={shown}
            onActive={pick}
            onOpen={pick}
            follow={follow}
            onFollow={setFollow}
            minWidth={560}
          />
        )}
      </div>
      <div className="foot">
        <span>
          {buffer.count.toLocaleString('en-US')} of {plural(Math.max(buffer.count, session.counts.wire), 'line')}
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
      second={chosen && <WireLine sessionId={session.id} row={chosen.row} onClose={close} />}
    />
  );
}
