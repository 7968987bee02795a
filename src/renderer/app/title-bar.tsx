import {
  ArrowLeft,
  ArrowRight,
  Inbox as InboxIcon,
  type LucideIcon,
  PanelLeft,
  PanelRight,
  Search,
} from 'lucide-react';
import { useStore } from 'zustand';
import type { Command } from '../store/command.ts';
import { useEntities, usePage } from '../store/wirebench.tsx';
import { Count } from '../ui/count.tsx';
import { plural } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { ariaShortcut } from '../ui/platform.ts';
import { shortcutKeys } from '../ui/shortcuts.ts';
import type { Places } from './places.ts';

interface TitleBarProps {
  places: Places;
  palette: Command;
  rail: Command;
  inbox: Command;
  back: Command;
  forward: Command;
  /** Undefined where the shown tab has no inspector. */
  inspector: Command | undefined;
}

const keysOf = (command: Command): string[] => shortcutKeys(command.shortcut ?? '');

/** Back and forward; they stay where they are when there is nothing behind or ahead, so that focus does too. */
function Walk({ places, back, forward }: Pick<TitleBarProps, 'places' | 'back' | 'forward'>) {
  const behind = useStore(places.state, (state) => state.back.length > 0);
  const ahead = useStore(places.state, (state) => state.forward.length > 0);
  const walk = (command: Command, icon: LucideIcon, possible: boolean) => (
    <IconButton
      icon={icon}
      label={command.title}
      keys={keysOf(command)}
      aria-disabled={!possible}
      onClick={() => command.run()}
    />
  );
  return (
    <>
      {walk(back, ArrowLeft, behind)}
      {walk(forward, ArrowRight, ahead)}
    </>
  );
}

function InspectorToggle({ command }: { command: Command }) {
  const open = usePage((state) => state.inspectorOpen);
  return (
    <IconButton
      icon={PanelRight}
      label={open ? 'Hide the inspector' : 'Show the inspector'}
      keys={keysOf(command)}
      onClick={() => command.run()}
    />
  );
}

/** Title bar: rail toggle, back, forward, command field, inbox, inspector toggle. */
export function TitleBar({ places, palette, rail, inbox, back, forward, inspector }: TitleBarProps) {
  const railOpen = usePage((state) => state.railOpen);
  const inboxOpen = usePage((state) => state.inboxOpen);
  const waiting = useEntities((state) => [...state.pending.values()].filter((ask) => ask.status === 'waiting').length);
  return (
    <header className="titlebar">
      <div className="left">
        <IconButton
          icon={PanelLeft}
          label={railOpen ? 'Hide the server list' : 'Show the server list'}
          keys={keysOf(rail)}
          onClick={() => rail.run()}
        />
        <Walk {...{ places, back, forward }} />
      </div>
      <button
        type="button"
        className="cmdfield"
        aria-haspopup="dialog"
        aria-keyshortcuts={ariaShortcut(keysOf(palette))}
        onClick={() => palette.run()}
      >
        <Icon icon={Search} size="s" />
        <span className="grow el">{palette.title}</span>
        <Kbd keys={keysOf(palette)} />
      </button>
      <div className="right">
        <button
          type="button"
          className={inboxOpen ? 'pillbtn on' : 'pillbtn'}
          aria-expanded={inboxOpen}
          data-inbox-toggle=""
          aria-keyshortcuts={ariaShortcut(keysOf(inbox))}
          onClick={() => inbox.run()}
        >
          <Icon icon={InboxIcon} />
          <span className="pill-t">Inbox</span>
          <Count
            value={waiting}
            tone={waiting > 0 ? 'wait' : undefined}
            label={`${plural(waiting, 'request')} waiting`}
          />
        </button>
        {inspector && <InspectorToggle command={inspector} />}
      </div>
    </header>
  );
}
