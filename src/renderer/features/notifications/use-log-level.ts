import { useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import type { Session } from '#shared/session.ts';
import type { VerbInput } from '#shared/verbs.ts';
import { runVerb } from '../../parts/run-verb.ts';
import { usePage, useWirebench } from '../../store/wirebench.tsx';

export type LogLevel = VerbInput<'logging.level'>['level'];

export interface LogLevelChoice {
  /** What was asked of the server last, and not refused; undefined when nothing was asked in this session. */
  readonly asked: LogLevel | undefined;
  /** Why the last change did not work. */
  readonly problem: string | undefined;
  /** Why it cannot be asked now. */
  readonly disabled: string | undefined;
  /** The server sends no log messages until it is asked for some. */
  readonly off: boolean;
  readonly ask: (level: LogLevel) => void;
}

function reasonNot(session: Session): string | undefined {
  if (session.state.at !== 'ready') return 'The server is not connected.';
  return session.hello?.capabilities.logging === undefined ? 'The server does not declare logging.' : undefined;
}

/** The level of log messages asked of the server, and how to change it. */
export function useLogLevel(session: Session): LogLevelChoice {
  const wirebench = useWirebench();
  const key = `${session.id}/level`;
  const asked = usePage((state) => state.selected[key]) as LogLevel | undefined; // only `ask` writes this key
  const [refused, setRefused] = useState<string>();
  const disabled = reasonNot(session);
  const modern = session.hello?.era === 'modern';
  return {
    asked,
    problem: refused,
    disabled,
    off: disabled === undefined && (asked === 'off' || (asked === undefined && modern)),
    ask: (level) => {
      setRefused(undefined);
      runVerb(wirebench, { sessionId: session.id, verb: 'logging.level', input: { level } }).then(
        ({ fault }) => (fault ? setRefused(fault.message) : wirebench.page.getState().select(key, level)),
        (error: unknown) => setRefused(messageOf(error)),
      );
    },
  };
}
