import { useId } from 'react';
import type { LogLevel, Session } from '#shared/session.ts';
import { Select } from '../../ui/select.tsx';
import type { LogLevelChoice } from './use-log-level.ts';

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

/** From which level on the server shall send log messages. */
export function LevelSelect({ session, level }: { readonly session: Session; readonly level: LogLevelChoice }) {
  const id = useId();
  const modern = session.hello?.era === 'modern';
  const options = [
    // The legacy era knows no way to turn them off.
    ...(modern ? [{ value: 'off', label: 'off' }] : []),
    ...LEVELS.map((value) => ({ value, label: value === 'emergency' ? value : `${value} and up` })),
  ];
  const unasked = modern ? 'off' : '';
  return (
    <div className="row ask-level fs12 t3" title={level.disabled}>
      <label className="nw" htmlFor={id}>
        Ask the server for
      </label>
      <Select
        id={id}
        value={level.asked ?? unasked}
        options={options}
        disabled={level.disabled !== undefined}
        onValue={(value) => {
          if (value !== '') level.ask(value as LogLevel); // the options are levels
        }}
        {...(unasked === '' && level.asked === undefined ? { placeholder: 'its own choice' } : {})}
      />
    </div>
  );
}
