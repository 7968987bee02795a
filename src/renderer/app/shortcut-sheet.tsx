import { useStore } from 'zustand';
import { viewKeys } from '../parts/keys/view-keys.ts';
import type { Command } from '../store/command.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { useLetterKeys } from '../ui/letter-keys.ts';
import { shortcutKeys } from '../ui/shortcuts.ts';
import type { OverlayStore } from './overlays.ts';

/** The keys of every command, grouped; opened by `?`. */
export function ShortcutSheet({ overlays, commands }: { overlays: OverlayStore; commands: readonly Command[] }) {
  const open = useStore(overlays, (state) => state.shortcutsOpen);
  const letters = useLetterKeys();
  const withKeys = commands.filter((command) => command.shortcut !== undefined);
  const groups = [...new Set(withKeys.map((command) => command.group))];
  const row = (title: string, keys: readonly string[]) => (
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
          <dl>{viewKeys(letters).map(({ title, keys }) => row(title, keys))}</dl>
        </section>
      </div>
    </Dialog>
  );
}
