import { AppWindow, Copy, Ellipsis, Eye, RotateCw, Save, Square } from 'lucide-react';
import type { Session } from '#shared/session.ts';
import { openPlaceWindow } from '../../parts/place-window.ts';
import { chosenByAddress } from '../../parts/resource-choice.ts';
import { useStopCall } from '../../parts/use-stop-call.ts';
import { Button } from '../../ui/button.tsx';
import { useFeedback } from '../../ui/feedback.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { shortenPath } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { MenuItem } from '../../ui/menu-items.tsx';
import { saveContents } from './save-contents.ts';
import { useArgumentTargets } from './use-argument-targets.ts';
import type { Reads } from './use-reads.ts';
import type { Watch } from './use-watch.ts';

interface ResourceHeadProps {
  readonly serverId: string;
  readonly session: Session;
  readonly uri: string;
  readonly watch: Watch;
  readonly reads: Reads;
  /** What is on show, whole; undefined while it is not here. */
  readonly contents: unknown;
}

/** The head line of a resource: its address, and what can be done with it. */
export function ResourceHead({ serverId, session, uri, watch, reads, contents }: ResourceHeadProps) {
  const { toast } = useFeedback();
  const stop = useStopCall();
  const targets = useArgumentTargets(serverId, session.id, uri);
  const ready = session.state.at === 'ready';
  const { newest, running, asked, read } = reads;
  const watched = watch.watched.has(uri);
  const items: MenuItem[] = [
    {
      id: 'copy',
      label: 'Copy URI',
      icon: Copy,
      onSelect: () =>
        void navigator.clipboard.writeText(uri).then(
          () => toast('Copied'),
          () => toast('The browser did not let this page copy.'),
        ),
    },
    {
      id: 'save',
      label: 'Save as',
      icon: Save,
      disabled: contents === undefined,
      note: contents === undefined ? 'It is not here as a whole.' : undefined,
      onSelect: () => {
        const problem = saveContents(contents, uri);
        if (problem !== undefined) toast(problem);
      },
    },
    {
      id: 'window',
      label: 'Open in a new window',
      icon: AppWindow,
      onSelect: () => {
        const opened = openPlaceWindow({ serverId, tab: 'resources', item: chosenByAddress(uri) });
        if (!opened) toast('The browser did not let this page open a window.');
      },
    },
    ...(targets.length === 0 ? [] : [{ heading: 'Use as argument of' }, ...targets]),
  ];
  return (
    <div className="pane-h tall">
      <h2 className="mono el" title={uri}>
        <ForeignText text={shortenPath(uri, 120)} limit={128} inert />
      </h2>
      <span className="sp" />
      {(watch.offered || watched) && (
        <Button
          size="sm"
          icon={Eye}
          aria-pressed={watched}
          disabled={!ready || watch.changing !== undefined}
          onClick={() => watch.toggle(uri)}
        >
          {watched ? 'Watching' : 'Watch'}
        </Button>
      )}
      {running ? (
        <Button size="sm" icon={Square} onClick={() => stop(running.id)}>
          Stop
        </Button>
      ) : (
        <Button size="sm" icon={RotateCw} keys={['mod', 'enter']} disabled={!ready || asked} onClick={read}>
          {newest === undefined ? 'Read' : 'Read again'}
        </Button>
      )}
      <Menu trigger={<IconButton icon={Ellipsis} label="More for this resource" />} items={items} />
    </div>
  );
}
