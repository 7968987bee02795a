import { Search } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import type { SearchHit } from '#shared/traffic.ts';
import { useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { useFeedback } from '../../ui/feedback.tsx';
import { formatSize, plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { HitList } from './hit-list.tsx';
import { openHit } from './open-hit.ts';
import { type Found, useSearchAll } from './use-search-all.ts';

export interface SearchAllProps {
  readonly onClose: () => void;
}

const PAGE = 8;
const MAX_TEXT = 1000;

/** What is said once a search rests. */
function restWords({ hits, sessions, unread, next }: Found): string {
  const found = `${plural(hits.length, 'hit')}${hits.length > 0 ? ` in ${plural(sessions.size, 'session')}` : ''}`;
  const more = next === undefined ? '' : ', more may follow';
  const not = unread > 0 ? `. ${plural(unread, 'session')} could not be read` : '';
  return `${found}${more}${not}`;
}

/** The place a key leads to; single steps go round, pages stop at the ends. */
function placeAfter(key: string, at: number, last: number): number | undefined {
  const moves: Record<string, number> = {
    ArrowDown: at === last ? 0 : at + 1,
    ArrowUp: at === 0 ? last : at - 1,
    PageDown: Math.min(last, at + PAGE),
    PageUp: Math.max(0, at - PAGE),
  };
  return last < 0 ? undefined : moves[key];
}

function Foot({ found, text, onStop, onGoOn }: { found: Found; text: string; onStop: () => void; onGoOn: () => void }) {
  const { running, of, through, next } = found;
  const resting = text !== '' && !running && of > 0;
  return (
    <div className="pal-f fs11 t3 hit-f">
      {of > 0 && (
        <span className="tn">
          {formatSize(through)} of {formatSize(of)}
        </span>
      )}
      <span role="status">{resting ? restWords(found) : ''}</span>
      <span className="sp" />
      {running && (
        <Button size="sm" onClick={onStop}>
          Stop
        </Button>
      )}
      {!running && next !== undefined && (
        <Button size="sm" onClick={onGoOn}>
          Look further
        </Button>
      )}
    </div>
  );
}

function Body({ onClose, onOpened }: SearchAllProps & { onOpened: () => void }) {
  const wirebench = useWirebench();
  const { toast } = useFeedback();
  const idBase = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const found = useSearchAll(text);
  const { hits, running, problem } = found;
  const at = Math.min(active, Math.max(0, hits.length - 1));
  const open = (hit: SearchHit | undefined) => {
    if (!hit) return;
    const shown = () => {
      onOpened();
      onClose();
    };
    openHit(wirebench, hit, shown).then(
      (note) => note !== undefined && toast(note),
      (error: unknown) => toast(messageOf(error)),
    );
  };
  const press = (event: KeyboardEvent) => {
    const next = placeAfter(event.key, at, hits.length - 1);
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) open(hits[at]);
    else if (next !== undefined) setActive(next);
    else return;
    event.preventDefault();
  };
  const none = text !== '' && !running && hits.length === 0 && found.of > 0 && problem === undefined;
  return (
    <>
      <div className="pal-h">
        <Icon icon={Search} />
        <input
          className="grow"
          role="combobox"
          aria-expanded={hits.length > 0}
          aria-controls={`${idBase}-list`}
          aria-activedescendant={hits.length > 0 ? `${idBase}-${at}` : undefined}
          aria-label="Search the traffic of all sessions"
          placeholder="Search the traffic of all sessions"
          spellCheck={false}
          maxLength={MAX_TEXT}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={press}
        />
        <Kbd keys={['esc']} />
      </div>
      {running && <div className="busy" aria-hidden="true" />}
      <HitList idBase={idBase} hits={hits} sessions={found.sessions} active={at} onOpen={open} />
      {problem !== undefined && <p className="pal-none c-err">The search stopped. {problem}</p>}
      {none && (
        <p className="pal-none t2">No session holds these words. Messages, headers and stderr of all were looked at.</p>
      )}
      {text === '' && (
        <p className="pal-none t2">
          Finds words in messages, headers and stderr of every session that is kept, the newest first.
        </p>
      )}
      <Foot found={found} text={text} onStop={found.stop} onGoOn={found.goOn} />
    </>
  );
}

const focusable = (what: string) => document.querySelector<HTMLElement>(`.ws ${what}`);

/** S16. Free text over the payloads of all sessions; a hit opens the traffic of its session at its record. */
export function SearchAll({ onClose }: SearchAllProps) {
  const opened = useRef(false);
  // What had the focus before may be gone; the row that was found is chosen in its table, or else its tab is there.
  const focusTab = (event: Event) => {
    const found = opened.current && (focusable('[role="treegrid"]') ?? focusable('[role="tab"][aria-selected="true"]'));
    if (!found) return;
    event.preventDefault();
    found.focus();
  };
  return (
    <Primitive.Root open onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="scrim" />
        <Primitive.Content className="dlg pal hits" aria-describedby={undefined} onCloseAutoFocus={focusTab}>
          <Primitive.Title className="vh">Search the traffic of all sessions</Primitive.Title>
          <Body
            onClose={onClose}
            onOpened={() => {
              opened.current = true;
            }}
          />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
