import { History } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { KeptSession } from '#shared/traffic.ts';
import { endWords, startWords } from '../../parts/session-words.ts';
import { useEntity, useLoad } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { OpeningLog } from './opening-log.tsx';
import { TrafficPanes } from './traffic-panes.tsx';
import { WarningBar } from './warning-bar.tsx';

export interface KeptTrafficProps {
  readonly sessionId: string;
  /** The server's name is said in the bar, because nothing around it does. */
  readonly named?: boolean | undefined;
  readonly backLabel: string;
  readonly onBack: () => void;
  readonly menu?: ((session: KeptSession) => ReactNode) | undefined;
}

function barWords(session: KeptSession): string {
  const when = startWords(session.startedAt);
  if (session.running)
    return `Session of ${when}, which another window runs. It is shown as it was when you opened it.`;
  return `Session of ${when}, ${endWords(session)}.`;
}

/** What is missing from the log, or may be, and where the rest is. */
function DamageBar({ text, folder }: { readonly text: string; readonly folder: string }) {
  return (
    <WarningBar>
      {text} Its folder is <span className="mono exact-line">{folder}</span>{' '}
      <CopyButton compact label="Copy folder" text={() => folder} />
    </WarningBar>
  );
}

/** The traffic of a session that is not the newest one of its server, read from its folder. Nothing in it changes. */
export function KeptTraffic({ sessionId, named, backLabel, onBack, menu }: KeptTrafficProps) {
  const live = useEntity('session', sessionId);
  const [pinned, setPinned] = useState<boolean>();
  const { value, error } = useLoad(sessionId, async (host) => {
    const [{ sessions }, counts, damage] = await Promise.all([
      host['session.kept']({}),
      host['log.counts']({ sessionId }),
      host['log.damage']({ sessionId }),
    ]);
    const session = sessions.find(({ id }) => id === sessionId);
    if (!session) throw new Error('Its folder is no longer in the data folder.');
    return { session, counts, damage };
  });
  const back = (
    <Button size="sm" variant="quiet" onClick={onBack}>
      {backLabel}
    </Button>
  );
  if (error !== undefined) {
    return (
      <div className="pad">
        <Callout kind="err" title="This session cannot be shown" actions={back}>
          {error}
        </Callout>
      </div>
    );
  }
  if (!value || value.session.id !== sessionId) return <OpeningLog sessionId={sessionId} back={back} />;
  const { session, damage } = value;
  const bar = (
    <section className="kept-bar" aria-label="Earlier session">
      <Icon icon={History} size="s" />
      <span className="el">
        {named && (
          <>
            <ForeignText text={session.serverName} limit={128} inert />
            {': '}
          </>
        )}
        {barWords(session)}
      </span>
      <span className="sp" />
      {back}
    </section>
  );
  return (
    <TrafficPanes
      session={{
        id: sessionId,
        counts: live?.counts ?? value.counts,
        over: session.over,
        headersKept: session.headersKept ?? false,
        pinned: live ? (live.pinned ?? false) : (pinned ?? session.pinned),
        onPinned: setPinned,
      }}
      server={{ id: session.serverId, name: session.serverName }}
      menu={menu?.(session)}
      bar={
        <>
          {bar}
          {damage.text !== undefined && <DamageBar text={damage.text} folder={damage.folder} />}
        </>
      }
    />
  );
}
