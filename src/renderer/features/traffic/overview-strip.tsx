import { memo, useRef } from 'react';
import type { Overview, OverviewLanes, OverviewSpan } from '#shared/traffic.ts';
import { cx } from '../../ui/cx.ts';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { RangeHandle } from './range-handle.tsx';
import { axisText, axisTicks, percentOf } from './time-axis.ts';
import { moveEnd, type Range, rangeText } from './traffic-range.ts';
import { useRangePointer } from './use-range-pointer.ts';

export interface OverviewStripProps {
  readonly overview: Overview | undefined;
  /** End of the axis, microseconds of the session's clock. */
  readonly end: number;
  /** Undefined: the whole session. */
  readonly range: Range | undefined;
  readonly onRange: (range: Range | undefined) => void;
}

const CLASS: Readonly<Record<OverviewSpan['kind'], string>> = {
  call: 'b-res',
  error: 'b-err',
  auth: 'b-auth',
  stream: 'b-req line',
  waiting: 'b-wait',
  notice: 'b-ntf',
};

/** What stays open goes on to the end of the axis, as in the waterfall. */
const LASTING: ReadonlySet<OverviewSpan['kind']> = new Set(['stream', 'waiting']);

interface LaneProps {
  readonly spans: readonly OverviewSpan[];
  readonly end: number;
  /** Time of the newest record. */
  readonly newest: number;
}

const Lane = memo(function Lane({ spans, end, newest }: LaneProps) {
  const axis = { from: 0, to: end };
  return (
    <div className="ov-lane">
      {spans.map((span, index) => {
        const left = percentOf(span.from, axis);
        const to = span.to >= newest && LASTING.has(span.kind) ? end : span.to;
        const style = { left: `min(${left}%, 100% - 2px)`, width: `${percentOf(to, axis) - left}%` };
        // biome-ignore lint/suspicious/noArrayIndexKey: spans have no identity, only places in their lane
        return <i key={index} className={CLASS[span.kind]} style={style} />;
      })}
    </div>
  );
});

type LanesProps = Omit<LaneProps, 'spans'> & { readonly lanes: OverviewLanes | undefined };

function Lanes({ lanes, ...axis }: LanesProps) {
  return (
    <>
      <Lane spans={lanes?.calls ?? []} {...axis} />
      <Lane spans={lanes?.waiting ?? []} {...axis} />
      <Lane spans={lanes?.notices ?? []} {...axis} />
    </>
  );
}

function laneText(overview: OverviewLanes | undefined): string {
  const rows = (spans: readonly OverviewSpan[] = []) => spans.reduce((sum, span) => sum + span.n, 0);
  return [
    `calls ${rows(overview?.calls)}`,
    `waiting for a person ${rows(overview?.waiting)}`,
    `notifications ${rows(overview?.notices)}`,
  ].join(', ');
}

/** What the lanes say, of every server where they are of several. */
function lanesText(overview: Overview | undefined): string {
  const { servers } = overview ?? {};
  if (!servers) return `on three lanes: ${laneText(overview)}`;
  return `on three lanes for each server. ${servers.map((lanes) => `${lanes.server}: ${laneText(lanes)}`).join('; ')}`;
}

/**
 * C13. The whole session on three lanes: calls, waiting for a person, notifications. Its two handles, a brush, or the
 * wheel choose the part that the table and the waterfall show; `0` goes back to the whole. In the view of all servers
 * each server has lanes of its own, with its name before them.
 */
export function OverviewStrip({ overview, end, range, onRange }: OverviewStripProps) {
  const lanes = useRef<HTMLDivElement>(null);
  const dragged = useRangePointer(lanes, { end, range, onRange });
  const shown = dragged ? dragged.range : range;
  const { from = 0, to = end } = shown ?? {};
  const axis = { from: 0, to: end };
  const { servers, to: newest = end } = overview ?? {};
  const [start, stop] = [percentOf(from, axis), percentOf(to, axis)];
  return (
    <section
      className={cx('ov', servers && 'many')}
      aria-label={`Overview of ${servers ? 'all servers' : 'the session'}`}
    >
      <div className="ov-ticks" aria-hidden="true">
        {axisTicks(axis).map((at) => (
          <span key={at} style={{ left: `${percentOf(at, axis)}%` }}>
            {axisText(at)}
          </span>
        ))}
      </div>
      <div className="ov-lanes" ref={lanes}>
        <div
          role="img"
          aria-label={`${axisText(end)} ${lanesText(overview)}. ${rangeText(shown, end)}`}
          className="ov-rows"
        >
          {servers ? (
            servers.map((lanes) => (
              <div key={lanes.sessionId} className="ov-group">
                <span className="ov-name el">
                  <ForeignText text={lanes.server} limit={40} inert />
                </span>
                <Lanes lanes={lanes} end={end} newest={newest} />
              </div>
            ))
          ) : (
            <Lanes lanes={overview} end={end} newest={newest} />
          )}
        </div>
        {shown && (
          <>
            <div className="ov-out" style={{ left: 0, width: `${start}%` }} />
            <div className="ov-out" style={{ left: `${stop}%`, right: 0 }} />
          </>
        )}
        <RangeHandle
          label="Start of the range"
          at={from}
          end={end}
          min={0}
          max={to}
          onMove={(at) => onRange(moveEnd(range, 'from', at, end))}
          onReset={() => onRange(undefined)}
          which="from"
        />
        <RangeHandle
          label="End of the range"
          at={to}
          end={end}
          min={from}
          max={end}
          onMove={(at) => onRange(moveEnd(range, 'to', at, end))}
          onReset={() => onRange(undefined)}
          which="to"
        />
      </div>
    </section>
  );
}
