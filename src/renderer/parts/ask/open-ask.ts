import type { PendingInput } from '#shared/entities.ts';
import type { PageStore } from '../../store/page.ts';

/** Name under which the page keeps which ask is open over the workspace. */
export const OPEN_ASK = 'inbox';

/** Name under which the page keeps which ask has something typed in the place of a tool's arguments. */
export const askKey = (toolKey: string): string => `${toolKey}/ask`;

/** Asks that are answered in the place of a call's arguments; a page is asked about there, but opened from a dialog. */
const IN_PLACE: readonly PendingInput['kind'][] = ['form', 'sampling'];

/** Opens an ask: in the place of its call's arguments when that is on screen, else in a sheet over the workspace. */
export function openAsk(page: PageStore, ask: PendingInput): void {
  const { callOnScreen, inboxPinned, inboxOpen, set, select } = page.getState();
  const here = ask.status === 'waiting' && IN_PLACE.includes(ask.kind) && ask.operationId === callOnScreen;
  if (here && callOnScreen !== undefined) {
    select(OPEN_ASK, '');
    set({ askWanted: ask.id, ...(inboxPinned ? {} : { inboxOpen: false }) });
    return;
  }
  select(OPEN_ASK, ask.id);
  // The consent is a dialog of its own: where the inbox was not open it leaves no inbox behind.
  const alone = ask.kind === 'url' && ask.group === undefined && !inboxOpen;
  set({ inboxOpen: true, askAlone: alone });
}
