import type { Exchange, TrafficRow } from '#shared/exchange.ts';
import type { HttpView } from '#shared/log-views.ts';
import type { TimingPhase } from '#shared/traffic.ts';
import { formatDuration, formatTime } from '../../ui/format.ts';
import { KeyValue, type KeyValueItem } from '../../ui/key-value.tsx';
import { PHASES } from './phase-words.ts';
import { TickList } from './tick-list.tsx';

export interface TimingViewProps {
  readonly exchange: Exchange;
  readonly row: TrafficRow;
  readonly http: readonly HttpView[];
  /** Undefined until the host has told them. */
  readonly phases: readonly TimingPhase[] | undefined;
}

const ms = (us: number) => formatDuration(us / 1000);

function connectionWords(http: HttpView | undefined): string {
  if (!http) return 'The pipe of the program: a message is written and read as one line.';
  const { timing } = http;
  if (!timing) return 'Not measured.';
  return timing.reused ? 'Connection reused' : 'New connection';
}

/** What the figures beside the chart are. */
export function timingFacts(exchange: Exchange, row: TrafficRow, http: readonly HttpView[]): KeyValueItem[] {
  // The row of a call that took several requests tells of all of them.
  const { tookUs = exchange.tookUs, waitedUs = exchange.waitedUs ?? 0 } = row.kind === 'call' ? row : {};
  const own = http.find(({ ch }) => ch === exchange.ch);
  const items: KeyValueItem[] = [{ label: 'Started', value: formatTime(exchange.startedAt / 1000) }];
  if (row.firstUs !== undefined) items.push({ label: 'First byte', value: ms(row.firstUs) });
  if (tookUs !== undefined) items.push({ label: 'Took', value: ms(tookUs) });
  if (waitedUs > 0) items.push({ label: 'Waited for you', value: ms(waitedUs) });
  items.push({ label: 'Connection', value: connectionWords(own) });
  return items;
}

/** How the time of an exchange was spent: a bar for each phase, with its numbers as a table. */
export function TimingView({ exchange, row, http, phases }: TimingViewProps) {
  return (
    <>
      <KeyValue items={timingFacts(exchange, row, http)} />
      {phases === undefined && <p className="fs12 t3">Reading the times</p>}
      {phases?.length === 0 && <p className="fs12 t2">No time has passed yet that could be split.</p>}
      {phases !== undefined && phases.length > 0 && <PhaseTable phases={phases} />}
      {row.kind === 'stream' && <TickList row={row} />}
    </>
  );
}

export function PhaseTable({ phases }: { readonly phases: readonly TimingPhase[] }) {
  const end = Math.max(1, ...phases.map(({ to }) => to));
  const rounds = phases.some(({ round }) => round !== undefined);
  return (
    <table className="phases">
      <caption className="vh">Phases of the time it took</caption>
      <thead>
        <tr>
          <th scope="col">Phase</th>
          <th scope="col">Began after</th>
          <th scope="col">Took</th>
        </tr>
      </thead>
      <tbody>
        {phases.map(({ what, from, to, round }) => (
          <tr key={`${what} ${from}`}>
            <th scope="row">
              {PHASES[what].words}
              {rounds && round !== undefined && <span className="t3"> round {round}</span>}
              <span className="wf" aria-hidden="true">
                <i className="b-track" style={{ left: 0, width: '100%' }} />
                <i
                  className={PHASES[what].bar}
                  style={{ left: `min(${(from / end) * 100}%, 100% - 2px)`, width: `${((to - from) / end) * 100}%` }}
                />
              </span>
            </th>
            <td>{ms(from)}</td>
            <td>{ms(to - from)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
