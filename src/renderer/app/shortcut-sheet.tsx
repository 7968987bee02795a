import { useStore } from 'zustand';
import type { Command } from '../store/command.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Kbd } from '../ui/kbd.tsx';
import type { OverlayStore } from './overlays.ts';
import { shortcutKeys } from './shortcuts.ts';

/** Keys that belong to views, not to commands of the frame. */
const IN_VIEWS: readonly { title: string; keys: string[] }[] = [
  { title: 'Run the tool or prompt', keys: ['mod', 'enter'] },
  { title: 'Send arguments that do not match', keys: ['mod', 'shift', 'enter'] },
  { title: 'Form or JSON', keys: ['mod', 'E'] },
  { title: 'Stop the running call', keys: ['mod', '.'] },
  { title: 'Filter the list', keys: ['/'] },
  { title: 'Move in a list or table', keys: ['up', 'down'] },
  { title: 'Follow the log again', keys: ['End'] },
  { title: 'Open or close a row of Traffic', keys: ['→', '←'] },
  { title: 'Mark a row of Traffic to compare', keys: ['Space'] },
  { title: 'Compare the two marked rows', keys: ['shift', 'C'] },
  { title: 'Next failure in Traffic', keys: ['N'] },
  { title: 'Only failures in Traffic, or all', keys: ['E'] },
  { title: 'Pin the log of Traffic', keys: ['P'] },
  { title: 'The whole session in Traffic', keys: ['0'] },
  { title: 'Send the request of a row again', keys: ['R'] },
];

/** The keys of every command, grouped; opened by `?`. */
export function ShortcutSheet({ overlays, commands }: { overlays: OverlayStore; commands: readonly Command[] }) {
  const open = useStore(overlays, (state) => state.shortcutsOpen);
  const withKeys = commands.filter((command) => command.shortcut !== undefined);
  const groups = [...new Set(withKeys.map((command) => command.group))];
  const row = (title: string, keys: string[]) => (
    <div key={title} className="keys-row">
      <dt>{title}</dt>
      <dd>
        <Kbd keys={keys} />
        <span className="vh">{keys.join(' ')}</span>
      </dd>
    </div>
  );
  return (
    <Dialog
      open={open}
      onOpenChange={(shortcutsOpen) => overlays.setState({ shortcutsOpen })}
      title="Keyboard shortcuts"
      width={720}
    >
      <div className="keys">
        {groups.map((group) => (
          <section key={group} aria-label={group}>
            <h3>{group}</h3>
            <dl>
              {withKeys
                .filter((command) => command.group === group)
                .map((command) => row(command.title, shortcutKeys(command.shortcut ?? '')))}
            </dl>
          </section>
        ))}
        <section aria-label="In views">
          <h3>In views</h3>
          <dl>{IN_VIEWS.map(({ title, keys }) => row(title, keys))}</dl>
        </section>
      </div>
    </Dialog>
  );
}
