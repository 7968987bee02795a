import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { SavedPage } from '../../store/page.ts';
import type { TabProps } from '../../store/tab.ts';
import { usePage, useWirebench } from '../../store/wirebench.tsx';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { moveRovingFocus } from '../../ui/roving.ts';
import { Splitter } from '../../ui/splitter.tsx';
import { DockLines } from './dock-lines.tsx';
import { dockTabs } from './dock-tabs.ts';

const DEFAULT_PX = 130;
const MIN_PX = 60;
const MAX_SHARE = 0.6;

/** S29. The logs of the newest session under every tab; collapsed it is the status line of the workspace. */
export function Dock({ server, session }: TabProps) {
  const { page } = useWirebench();
  const idBase = useId();
  const { open, tab: tabId, height } = usePage((state) => state.dock);
  const change = (part: Partial<SavedPage['dock']>) =>
    page.getState().set({ dock: { ...page.getState().dock, ...part } });
  const tabs = dockTabs(server, session);
  const chosen = tabs.find((tab) => tab.id === tabId) ?? tabs[0];
  if (!chosen) return null;
  const bar = (right: ReactNode) => (
    <div className="dockbar">
      <div
        className="row dtabs"
        role="tablist"
        aria-label="Logs"
        onKeyDown={(event) => moveRovingFocus(event, 'horizontal')}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            data-roving=""
            className="dtab"
            id={`${idBase}-tab-${tab.id}`}
            aria-selected={tab === chosen}
            aria-controls={open && tab === chosen ? `${idBase}-panel` : undefined}
            tabIndex={tab === chosen ? 0 : -1}
            onClick={() => change({ tab: tab.id, open: true })}
          >
            <Icon icon={tab.icon} size="s" />
            {tab.label}
            {tab.total !== undefined && tab.total > 0 && (
              <span className="tn t3 n">{tab.total.toLocaleString('en-US')}</span>
            )}
          </button>
        ))}
      </div>
      <span className="sp" />
      {right}
      <IconButton
        size="sm"
        icon={open ? ChevronDown : ChevronUp}
        label={open ? 'Collapse log dock' : 'Expand log dock'}
        aria-expanded={open}
        onClick={() => change({ open: !open })}
      />
    </div>
  );
  const max = Math.max(MIN_PX, Math.round(window.innerHeight * MAX_SHARE));
  const size = Math.min(max, Math.max(MIN_PX, height));
  return (
    <section className="dock" aria-label="Logs">
      {open && (
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
