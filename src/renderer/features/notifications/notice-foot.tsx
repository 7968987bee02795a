import type { TrafficRow } from '#shared/exchange.ts';
import type { Session } from '#shared/session.ts';
import type { LogBuffer } from '../../store/log.ts';
import { useCounts } from '../../store/wirebench.tsx';
import { searchText } from './no-notices.tsx';

export interface NoticeFootProps {
  readonly session: Session;
  readonly buffer: LogBuffer<TrafficRow>;
}

/** How many are shown, and what there is to know about the list. */
export function NoticeFoot({ session, buffer }: NoticeFootProps) {
  const total = Math.max(buffer.count, useCounts(session)?.notices ?? 0);
  return (
    <div className="foot">
      <span>
        {buffer.count.toLocaleString('en-US')} of {total.toLocaleString('en-US')}
      </span>
      {buffer.searching && <span>{searchText(buffer.searching)}</span>}
      {buffer.problem !== undefined && <span className="c-err el">{buffer.problem}</span>}
      <span className="sp" />
      {session.hello?.era === 'modern' && <span>Logging is deprecated since 2026-07-28. stderr is in the dock.</span>}
    </div>
  );
}
