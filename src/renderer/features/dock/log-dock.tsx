import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { Session } from '#shared/session.ts';
import type { SavedPage } from '../../store/page.ts';
import { useCounts, usePage, useWirebench } from '../../store/wirebench.tsx';
import { Chip } from '../../ui/chip.tsx';
import { cx } from '../../ui/cx.ts';
import { plural } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Splitter } from '../../ui/splitter.tsx';
import { DockLines } from './dock-lines.tsx';
import { DockTabList } from './dock-tab-list.tsx';
import { dockTabs } from './dock-tabs.ts';
import { useMoment } from './use-moment.ts';

const DEFAULT_PX = 130;
const MIN_PX = 60;
const MAX_SHARE = 0.6;

export interface LogDockProps {
  /** Whose workspace a moment is shown in; undefined where the traffic of the session stands above it anyhow. */
  readonly serverId: string | undefined;
  readonly overHttp: boolean;
  readonly session: Pick<Session, 'id' | 'counts'> | undefined;
  /** Of which session the logs are, where that is not the newest one of its server. */
  readonly earlier?: string | undefined;
  /** It is all that its window shows. */
  readonly alone?: boolean;
  /** Opens the logs of the server in a window of their own; undefined where there is no way to. */
  readonly onPopOut?: (() => void) | undefined;
}

/** The logs of one session; collapsed it is a status line. */
export function LogDock({ serverId, overHttp, session, earlier, alone = false, onPopOut }: LogDockProps) {
  const { page } = useWirebench();
  const idBase = useId();
  const kept = usePage((state) => state.dock);
  const open = kept.open || alone;
  const onMoment = useMoment(serverId, session?.id);
  const { tab: tabId, height } = kept;
  const change = (part: Partial<SavedPage['dock']>) =>
    page.getState().set({ dock: { ...page.getState().dock, ...part } });
  const tabs = dockTabs(overHttp, useCounts(session));
  const chosen = tabs.find((tab) => tab.id === tabId) ?? tabs[0];
  if (!chosen) return null;
  const bar = (right: ReactNode) => (
    <div className="dockbar">
      <DockTabList
        tabs={tabs}
        chosen={chosen}
        open={open}
        idBase={idBase}
        onChoose={(tab) => change({ tab, open: true })}
      />
      <span className="sp" />
      {earlier !== undefined && <Chip>{earlier}</Chip>}
      {right}
      {!alone && (
        <IconButton
          size="sm"
          icon={open ? ChevronDown : ChevronUp}
          label={open ? 'Collapse log dock' : 'Expand log dock'}
          aria-expanded={open}
          onClick={() => change({ open: !open })}
        />
      )}
    </div>
  );
  const max = Math.max(MIN_PX, Math.round(window.innerHeight * MAX_SHARE));
  const size = alone ? undefined : Math.min(max, Math.max(MIN_PX, height));
  return (
    <section className={cx('dock', alone && 'alone')} aria-label="Logs">
      {size !== undefined && open && (
        <Splitter
          label="Height of the logs"
          orientation="horizontal"
          size={size}
          min={MIN_PX}
          max={max}
          defaultSize={DEFAULT_PX}
          onSize={(next) => change({ height: next })}
          paneAfter
          controls={`${idBase}-panel`}
        />
      )}
      {open && session ? (
        <DockLines
          key={`${session.id}/${chosen.id}`}
          sessionId={session.id}
          tab={chosen}
          bar={bar}
          panel={{ id: `${idBase}-panel`, labelledBy: `${idBase}-tab-${chosen.id}`, height: size }}
          onMoment={alone ? undefined : onMoment}
          onPopOut={onPopOut}
        />
      ) : (
        bar(chosen.total !== undefined && <span className="fs11 t3 tn nw">{plural(chosen.total, 'line')}</span>)
      )}
      {open && !session && (
        <div
          className="dockbody"
          role="tabpanel"
          id={`${idBase}-panel`}
          aria-labelledby={`${idBase}-tab-${chosen.id}`}
          style={{ height: size }}
        >
          <p className="dock-empty">Connect the server to see what it writes.</p>
        </div>
      )}
    </section>
  );
}
