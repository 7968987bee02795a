import { Inbox as InboxIcon, PanelLeft, Search } from 'lucide-react';
import type { Command } from '../store/command.ts';
import { useEntities, usePage } from '../store/wirebench.tsx';
import { Count } from '../ui/count.tsx';
import { plural } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { ariaShortcut } from '../ui/platform.ts';
import { shortcutKeys } from './shortcuts.ts';

interface BarCommands {
  palette: Command;
  rail: Command;
  inbox: Command;
}

const keysOf = (command: Command): string[] => shortcutKeys(command.shortcut ?? '');

/** Title bar: rail toggle, command field, inbox. */
export function TitleBar({ palette, rail, inbox }: BarCommands) {
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
          aria-keyshortcuts={ariaShortcut(keysOf(inbox))}
          onClick={() => inbox.run()}
        >
          <Icon icon={InboxIcon} />
          Inbox
          <Count
            value={waiting}
            tone={waiting > 0 ? 'wait' : undefined}
            label={`${plural(waiting, 'request')} waiting`}
          />
        </button>
      </div>
    </header>
  );
}
