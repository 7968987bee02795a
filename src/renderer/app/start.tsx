import { createRoot } from 'react-dom/client';
import type { Port } from '#shared/rpc.ts';
import { dockIn } from '../parts/dock-address.ts';
import { takeHandedLink } from '../parts/handed-link.ts';
import { isNotesWindow } from '../parts/notes-address.ts';
import { takePlaceLink } from '../parts/place-window.ts';
import { createHostLink } from '../store/host.ts';
import { hasNewToken, takeToken } from '../store/link.ts';
import { tellSeen } from '../store/seen.ts';
import { createEntityStore } from '../store/state.ts';
import { createAnnouncer } from '../ui/announcer.ts';
import { applyTheme } from '../ui/theme.ts';
import { Boot } from './boot.tsx';

/** Builds the page inside `root`: pipe, mirror of the host's state, views. Everything ends with `signal`. */
export function startApp(root: HTMLElement, open: () => Promise<Port>, signal: AbortSignal): void {
  applyTheme('system', AbortSignal.abort());
  // Before the pipe is opened: taking the token clears the whole fragment.
  const handed = takeHandedLink();
  const place = takePlaceLink();
  const dockOf = dockIn(location.hash);
  const notes = isNotesWindow(location.hash);
  const link = createHostLink(open, signal);
  const entities = createEntityStore(link, requestAnimationFrame, signal);
  tellSeen(link, document, signal);
  window.addEventListener('hashchange', () => hasNewToken() && takeToken() && link.reopen(), { signal });
  const view = createRoot(root);
  const announcer = createAnnouncer(signal);
  const shared = { link, entities, announcer, signal };
  view.render(<Boot {...shared} handed={handed} place={place} dockOf={dockOf} notes={notes} />);
  signal.addEventListener('abort', () => view.unmount(), { once: true });
}
