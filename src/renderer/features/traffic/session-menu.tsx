import { ChevronDown, History } from 'lucide-react';
import type { KeptSession } from '#shared/traffic.ts';
import { endWords, startWords } from '../../parts/session-words.ts';
import { useLoad, useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { formatSize } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { MenuItem } from '../../ui/menu-items.tsx';

export interface SessionMenuProps {
  readonly serverId: string;
  /** The newest session since the app started. */
  readonly currentId: string | undefined;
  /** The one that is shown; undefined when it is the current one or none. */
  readonly earlier: KeptSession | undefined;
  /** A button with words, where there is room for them. */
  readonly worded?: boolean | undefined;
}

/** Sessions that the menu lists; older ones are found by the search. */
const LISTED = 20;

const noteOf = (session: KeptSession) =>
  `${endWords(session)}, ${formatSize(session.bytes)}${session.pinned ? ', pinned' : ''}`;

/** Chooses which session of a server Traffic shows. */
export function SessionMenu({ serverId, currentId, earlier, worded }: SessionMenuProps) {
  const { page } = useWirebench();
  const { value, error } = useLoad(`${serverId}/${currentId ?? ''}/${earlier?.id ?? ''}`, (host) =>
    host['session.kept']({ serverId }),
  );
  const kept = (value?.sessions ?? []).filter(({ id }) => id !== currentId);
  const show = (id: string | undefined) => page.getState().showEarlier(serverId, id);
  if (kept.length === 0 && !earlier && error === undefined) return null;
  const items: MenuItem[] = [
    {
      id: 'now',
      label: 'Now',
      note: currentId === undefined ? 'Not connected since the app started' : 'The newest session',
      checked: !earlier,
      onSelect: () => show(undefined),
    },
    { heading: 'Earlier' },
    ...kept.slice(0, LISTED).map((session) => ({
      id: session.id,
      label: startWords(session.startedAt),
      note: noteOf(session),
      checked: session.id === earlier?.id,
      onSelect: () => show(session.id),
    })),
    ...(error === undefined
      ? []
      : [{ id: 'error', label: 'Not listed', note: error, disabled: true, onSelect: () => undefined }]),
  ];
  const label = earlier ? startWords(earlier.startedAt) : 'now';
  const trigger = worded ? (
    <Button icon={History} iconAfter={ChevronDown}>
      Earlier sessions
    </Button>
  ) : (
    <IconButton size="sm" icon={History} label={`Session: ${label}`} />
  );
  return <Menu align="start" trigger={trigger} items={items} />;
}
