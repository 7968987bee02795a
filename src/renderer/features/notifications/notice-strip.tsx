import type { Session } from '#shared/session.ts';
import { LevelButtons } from './level-buttons.tsx';
import { LevelSelect } from './level-select.tsx';
import { countedKinds } from './notice-filter.ts';
import { RateBars, rateBars } from './rate-bars.tsx';
import type { LogLevelChoice } from './use-log-level.ts';
import type { NoticeFilterChoice } from './use-notice-filter.ts';
import { useRates } from './use-rates.ts';

export interface NoticeStripProps {
  readonly session: Session;
  readonly choice: NoticeFilterChoice;
  readonly level: LogLevelChoice;
}

/** Which levels are shown and asked for, and how many notifications came when. Drawn again each second. */
export function NoticeStrip({ session, choice, level }: NoticeStripProps) {
  const rates = useRates(session.id, session.state.at !== 'closed');
  const shown = countedKinds(choice.type, choice.groups);
  return (
    <>
      <div className="row strip">
        <LevelButtons value={choice.groups} onValue={choice.setGroups} totals={rates?.totals} />
        <span className="sp" />
        {level.problem !== undefined && (
          <span className="fs12 c-err el" role="alert">
            The level was not changed. {level.problem}
          </span>
        )}
        <LevelSelect session={session} level={level} />
      </div>
      {rates && Object.keys(rates.levels).length > 0 && <RateBars bars={rateBars(rates, (kind) => shown.has(kind))} />}
    </>
  );
}
