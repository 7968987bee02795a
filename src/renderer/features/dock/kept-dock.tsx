import { startWords } from '../../parts/session-words.ts';
import { useEntity, useLoad } from '../../store/wirebench.tsx';
import { LogDock } from './log-dock.tsx';

export interface KeptDockProps {
  readonly sessionId: string;
  /** Undefined when the server is no longer in the list. */
  readonly serverId: string | undefined;
}

/** The logs of an earlier session, below its traffic; nothing until its log is open, which the view above tells of. */
export function KeptDock({ sessionId, serverId }: KeptDockProps) {
  const live = useEntity('session', sessionId);
  const { value } = useLoad(sessionId, async (host) => {
    const [{ sessions }, counts] = await Promise.all([host['session.kept']({}), host['log.counts']({ sessionId })]);
    const session = sessions.find(({ id }) => id === sessionId);
    return session && { session, counts };
  });
  if (value?.session.id !== sessionId) return <div className="dockbar" />;
  const { session, counts } = value;
  return (
    <LogDock
      key={sessionId}
      serverId={serverId}
      overHttp={session.over === 'http'}
      session={{ id: sessionId, counts: live?.counts ?? counts }}
      earlier={`Logs of ${startWords(session.startedAt)}`}
    />
  );
}
