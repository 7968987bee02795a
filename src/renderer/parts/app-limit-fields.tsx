import { DEFAULT_TIMEOUTS, type Timeouts, totalOf } from '#shared/config.ts';
import { messageOf } from '#shared/errors.ts';
import { useEntity, useHost } from '../store/wirebench.tsx';
import { useFeedback } from '../ui/feedback.tsx';
import { secondsOf } from './limit-words.ts';
import { SecondsField } from './server-form/seconds-field.tsx';

/** The time limits of all servers that have none of their own, to be changed. */
export function AppLimitFields() {
  const host = useHost();
  const { toast } = useFeedback();
  const timeouts = useEntity('settings', 'settings')?.timeouts ?? DEFAULT_TIMEOUTS;
  const save = (next: Timeouts) => {
    host['settings.save']({ timeouts: next }).catch((error: unknown) => toast(messageOf(error)));
  };
  const { totalMs: _old, ...withoutTotal } = timeouts;
  return (
    <>
      <div className="form-3">
        <SecondsField
          label="Connecting"
          ms={timeouts.connectMs}
          onMs={(connectMs = DEFAULT_TIMEOUTS.connectMs) => save({ ...timeouts, connectMs })}
        />
        <SecondsField
          label="Sign of life"
          ms={timeouts.requestMs}
          onMs={(requestMs = DEFAULT_TIMEOUTS.requestMs) => save({ ...timeouts, requestMs })}
        />
        <SecondsField
          label="One call"
          ms={timeouts.totalMs}
          placeholder={secondsOf(totalOf(withoutTotal))}
          onMs={(totalMs) => save(totalMs === undefined ? withoutTotal : { ...withoutTotal, totalMs })}
        />
      </div>
      <p className="fs11 t3">They count from the next connection on.</p>
    </>
  );
}
