import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { SavedPage } from '../../store/page.ts';
import type { TabProps } from '../../store/tab.ts';
import { usePage, useWirebench } from '../../store/wirebench.tsx';
import { cx } from '../../ui/cx.ts';
import { useFeedback } from '../../ui/feedback.tsx';
import { plural } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Splitter } from '../../ui/splitter.tsx';
import { DockLines } from './dock-lines.tsx';
import { DockTabList } from './dock-tab-list.tsx';
import { dockTabs } from './dock-tabs.ts';
import { openDockWindow } from './open-dock-window.ts';
import { useMoment } from './use-moment.ts';

const DEFAULT_PX = 130;
const MIN_PX = 60;
const MAX_SHARE = 0.6;

export interface DockProps extends TabProps {
  /** It is all that its window shows. */
  readonly alone?: boolean;
}

/** S29. The logs of the newest session under every tab; collapsed it is the status line of the workspace. */
export function Dock({ server, session, alone = false }: DockProps) {
  const { page } = useWirebench();
  const { toast } = useFeedback();
  const idBase = useId();
  const kept = usePage((state) => state.dock);
  const open = kept.open || alone;
  const onMoment = useMoment(server.id, session?.id);
  const { tab: tabId, height } = kept;
  const change = (part: Partial<SavedPage['dock']>) =>
    page.getState().set({ dock: { ...page.getState().dock, ...part } });
  const tabs = dockTabs(server, session);
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
  const popOut = () => {
    if (!openDockWindow(server.id)) toast('The browser did not open a window. Allow pop-ups for this address.');
  };
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
          onPopOut={alone ? undefined : popOut}
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
