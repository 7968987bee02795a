import { useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import type { LogLevel, Session } from '#shared/session.ts';
import { runVerb } from '../../parts/run-verb.ts';
import { useWirebench } from '../../store/wirebench.tsx';

export interface LogLevelChoice {
  /** What was asked of the server last, and not refused; undefined when nothing was asked. */
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
  const asked = session.logLevel;
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
        ({ fault }) => fault && setRefused(fault.message),
        (error: unknown) => setRefused(messageOf(error)),
      );
    },
  };
}
