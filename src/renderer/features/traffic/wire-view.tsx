import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import type { LineRow } from '#shared/exchange.ts';
import { ExportLogButton } from '../../parts/log-export/export-log-button.tsx';
import { PauseButton } from '../../parts/pause-button.tsx';
import { PausedBar } from '../../parts/paused-bar.tsx';
import { useKeptState } from '../../parts/use-kept-state.ts';
import { usePaneSize } from '../../parts/use-pane-size.ts';
import { usePause } from '../../parts/use-pause.ts';
import { useSteadyLog } from '../../parts/use-steady-log.ts';
import { useViewPlace } from '../../parts/use-view-place.ts';
import type { LogBuffer } from '../../store/log.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { plural } from '../../ui/format.ts';
import { Split } from '../../ui/split.tsx';
import type { ShownSession } from './shown-session.ts';
import { useLineChoice } from './use-line-choice.ts';
import { useWireFilter } from './use-wire-filter.ts';
import { NoLines, WireBar, type WireLayout } from './wire-bar.tsx';
import { wireColumns } from './wire-columns.tsx';
import { WireLine } from './wire-line.tsx';
import { WirePairs } from './wire-pairs.ts';

export interface WireViewProps {
  readonly session: ShownSession;
  readonly serverName: string;
  /** The buttons that switch between the two views. */
  readonly switcher: ReactNode;
}

const LINE_PX = 190;
const AS_IT_IS: WireLayout = { pretty: false, bare: false };

interface WireFootProps {
  readonly buffer: LogBuffer<LineRow>;
  readonly total: number;
}

function WireFoot({ buffer: { count, problem }, total }: WireFootProps) {
  return (
    <div className="foot">
      <span>
        {count.toLocaleString('en-US')} of {plural(Math.max(count, total), 'line')}
      </span>
      {problem !== undefined && <span className="c-err el">{problem}</span>}
    </div>
  );
}

function ExportWire({ session }: Pick<WireViewProps, 'session'>) {
  const { id, counts, headersKept } = session;
  return (
    <ExportLogButton what="traffic" sessionId={id} filter={undefined} rows={counts.traffic} headersKept={headersKept} />
  );
}

/** S17. Every line in the order it arrived; what is no message stays in its place. */
export function WireView({ session, serverName, switcher }: WireViewProps) {
  const filter = useWireFilter(session.id);
  const pause = usePause(session.counts, 'wire', session.id);
  const [layout, setLayout] = useKeptState<WireLayout>(`${session.id}/wire/layout`, AS_IT_IS);
  const [hovered, setHovered] = useState<LineRow>();
  const [height, setHeight] = usePaneSize('traffic/line', LINE_PX);
  const log = { sessionId: session.id, view: 'wire', filter: filter.filter, paused: pause.paused } as const;
  const { buffer, onRange } = useSteadyLog<LineRow>(log);
  const choice = useLineChoice(buffer, session.id, filter.filter);
  const place = useViewPlace(`${session.id}/wire`, choice.row?.seq.toString(), onRange);
  const pairs = useMemo(() => new WirePairs(buffer), [buffer]);
  const columns = useMemo(() => wireColumns(pairs, layout.bare), [pairs, layout.bare]);
  const lit = pairs.keyOf(hovered ?? choice.row);
  const rowClass = useCallback(
    (row: LineRow) => {
      const belongs = lit !== undefined && pairs.keyOf(row) === lit;
      return (
        [(row.k === 'noise' || row.worst !== undefined) && 'bad', belongs && 'lit'].filter(Boolean).join(' ') ||
        undefined
      );
    },
    [pairs, lit],
  );
  const main = useRef<HTMLElement>(null);
  const pick = (index: number) => {
    choice.pick(index);
    place.setFollow(index === buffer.count - 1);
  };
  const close = () => {
    choice.drop();
    main.current?.querySelector<HTMLElement>('[role="treegrid"]')?.focus();
  };
  const table = (
    <section className="pane" aria-label="Wire" ref={main}>
      <WireBar switcher={switcher} filter={filter} layout={layout} onLayout={setLayout}>
        <PauseButton {...pause} />
        <ExportWire session={session} />
      </WireBar>
      {pause.paused && <PausedBar fresh={pause.fresh} onResume={pause.toggle} />}
      <div className="pane-b">
        {buffer.problem === undefined && buffer.count === 0 ? (
          <NoLines filtered={filter.filter !== undefined} />
        ) : (
          <DataTable
            label="Raw messages"
            rows={buffer}
            of={buffer}
            columns={columns}
            rowClass={rowClass}
            onHover={setHovered}
            active={choice.index}
            activeKey={`${choice.row?.seq} ${buffer.form}`}
            onActive={pick}
            onOpen={pick}
            onKey={(event) => {
              if (event.key !== 'Escape' || !choice.row) return;
              event.preventDefault();
              close();
            }}
            follow={place.follow}
            onFollow={place.setFollow}
            startAt={place.startAt}
            onRange={place.onRange}
            minWidth={560}
            headless
          />
        )}
      </div>
      <WireFoot buffer={buffer} total={pause.counts.wire} />
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
        choice.row && (
          <WireLine
            sessionId={session.id}
            row={choice.row}
            serverName={serverName}
            over={session.over === 'http' ? 'http' : 'stdio'}
            {...layout}
            onShowNoise={() => filter.setNoise(true)}
            onClose={close}
          />
        )
      }
    />
  );
}
