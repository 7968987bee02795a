import { Search } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import { type KeyboardEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { ServerEntry } from '#shared/entities.ts';
import type { Session } from '#shared/session.ts';
import type { Command } from '../store/command.ts';
import { useEntity, usePage, useWirebench } from '../store/wirebench.tsx';
import { Chip } from '../ui/chip.tsx';
import { useFeedback } from '../ui/feedback.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { plural } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { hasMod } from '../ui/platform.ts';
import { shortcutKeys } from '../ui/shortcuts.ts';
import { focusChoice } from './focus-choice.ts';
import { type PaletteHit, type PaletteItem, searchPalette, signOf } from './palette-search.ts';
import { type CommandTools, openInWindow, serverCommands } from './server-commands.ts';
import { startItems, usePaletteItems } from './use-palette-items.ts';

interface PaletteProps {
  tools: CommandTools;
  commands: readonly Command[];
  current: { server: ServerEntry | undefined; session: Session | undefined };
}

const PAGE = 8;
const TITLE_CHARS = 128;

interface Piece {
  from: number;
  text: string;
  hit: boolean;
}

/** The title cut where matched and other characters meet. */
function pieces(title: string, matched: readonly number[]): Piece[] {
  const marked = new Set(matched);
  const out: Piece[] = [];
  let from = 0;
  for (const text of title) {
    const last = out.at(-1);
    if (last && last.hit === marked.has(from)) last.text += text;
    else out.push({ from, text, hit: marked.has(from) });
    from += text.length;
  }
  return out;
}

function Title({ hit }: { hit: PaletteHit }) {
  const { title, mono } = hit.item;
  if (hit.matched.length === 0)
    return <ForeignText text={title} limit={TITLE_CHARS} inert className={mono ? 'mono' : ''} />;
  return (
    <bdi className={mono ? 'mono foreign' : 'foreign'}>
      {pieces(title.slice(0, TITLE_CHARS), hit.matched).map(({ from, text, hit: marked }) => {
        const shown = <ForeignText key={from} text={text} inert />;
        return marked ? <b key={from}>{shown}</b> : shown;
      })}
    </bdi>
  );
}

function Row({ hit, id, active, onRun }: { hit: PaletteHit; id: string; active: boolean; onRun: () => void }) {
  const { item } = hit;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox holds focus and answers Enter
    <div
      className="pi"
      role="option"
      tabIndex={-1}
      id={id}
      aria-selected={active}
      aria-label={`${item.title.slice(0, TITLE_CHARS)}, ${item.disabled ?? item.note ?? item.what}`}
      aria-disabled={item.disabled !== undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onRun}
    >
      <span className="t3 pi-i">{item.icon && <Icon icon={item.icon} />}</span>
      <span className="nw">
        <Title hit={hit} />
      </span>
      {item.note && (
        <span className="t3 fs12 el">
          <ForeignText text={item.note} limit={200} inert />
        </span>
      )}
      <span className="sp" />
      {active && item.runLast ? (
        <span className="pi-k fs11 t3" aria-hidden="true">
          Open <Kbd keys={['enter']} /> Run last <Kbd keys={['mod', 'enter']} />
        </span>
      ) : (
        item.shortcut && <Kbd keys={shortcutKeys(item.shortcut)} />
      )}
    </div>
  );
}

function Results({
  hits,
  active,
  idBase,
  onRun,
}: {
  hits: PaletteHit[];
  active: number;
  idBase: string;
  onRun: (hit: PaletteHit) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  const groups = [...new Set(hits.map((hit) => hit.item.group))];
  useLayoutEffect(() => {
    list.current?.querySelector(`[id="${idBase}-${active}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [active, idBase]);
  return (
    <div role="listbox" id={`${idBase}-list`} aria-label="Results" className="pal-l" ref={list}>
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: options of a listbox are grouped by role
        <div key={group} role="group" aria-label={group}>
          <div className="pg" aria-hidden="true">
            {group}
          </div>
          {hits.map(
            (hit, index) =>
              hit.item.group === group && (
                <Row
                  key={hit.item.id}
                  hit={hit}
                  id={`${idBase}-${index}`}
                  active={index === active}
                  onRun={() => onRun(hit)}
                />
              ),
          )}
        </div>
      ))}
    </div>
  );
}

/** Signs that narrow the search, with what they leave. */
const SIGNS = [
  ['>', 'Commands'],
  ['@', 'Servers'],
  ['#', 'Traffic'],
  ['/', 'Resources'],
  ['?', 'Shortcuts'],
] as const;

/** `8 results, refund_create, tool in orders-db, 1 of 8`. */
function spoken(hits: readonly PaletteHit[], at: number): string {
  const item = hits[at]?.item;
  const count = plural(hits.length, 'result');
  return item ? `${count}, ${item.title.slice(0, TITLE_CHARS)}, ${item.what}, ${at + 1} of ${hits.length}` : count;
}

/** What is searched: the server the window shows, or another one that was gone into, with the commands that act on it. */
function useSubject({ tools, commands, current }: PaletteProps, scope: string | undefined) {
  const server = useEntity('server', scope);
  const session = useEntity('session', server?.sessionId);
  return useMemo(() => {
    if (!server) return { subject: current, commands };
    // Their keys act on the server that the window shows.
    const own = Object.values(serverCommands(tools, server, session)).map(({ shortcut, ...command }) => command);
    return { subject: { server, session }, commands: own };
  }, [server, session, current, commands, tools]);
}

/** Which row is chosen, moved by the keys of a list. */
function moved(key: string, at: number, last: number): number | undefined {
  // Single steps go round, pages stop at the ends.
  const moves: Record<string, number> = {
    ArrowDown: at >= last ? 0 : at + 1,
    ArrowUp: at === 0 ? last : at - 1,
    PageDown: Math.min(last, at + PAGE),
    PageUp: Math.max(0, at - PAGE),
  };
  return moves[key];
}

function usePaletteState(props: PaletteProps) {
  const { tools } = props;
  const [text, setText] = useState(() => tools.overlays.getState().paletteText);
  const [scope, setScope] = useState<string>();
  const [active, setActive] = useState(0);
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const typed = text !== '' || scope !== undefined;
  const { subject, commands } = useSubject(props, scope);
  const items = usePaletteItems({ tools, commands, subject, typed });
  const hits = typed
    ? searchPalette(scope === undefined ? items : items.filter(({ kind }) => kind !== 'server'), text, expanded)
    : startItems(tools, commands).map((item) => ({ item, matched: [] }));
  const restart = (next: string, nextScope: string | undefined) => {
    setText(next);
    setScope(nextScope);
    setActive(0);
    setExpanded(new Set());
  };
  const expand = (group: string) => setExpanded(new Set([...expanded, group]));
  const at = Math.min(active, Math.max(0, hits.length - 1));
  return { text, scope, subject, hits, at, setActive, expand, restart };
}

/** What leads to a place in the window, whose row then takes the focus. */
const LEADS: ReadonlySet<PaletteItem['kind']> = new Set(['item', 'resource', 'server', 'traffic', 'place']);

function PaletteBody(props: PaletteProps & { close: (leads?: boolean) => void }) {
  const { tools, close } = props;
  const idBase = useId();
  const { announce } = useFeedback();
  const { text, scope, subject, hits, at, setActive, expand, restart } = usePaletteState(props);
  const act = (item: PaletteItem | undefined, how: (item: PaletteItem) => void, leads = false) => {
    if (!item) return;
    if (item.kind === 'more') return expand(item.group);
    if (item.disabled !== undefined) return announce(item.disabled);
    close(leads);
    how(item);
  };
  const open = (item: PaletteItem | undefined) => act(item, (one) => one.run(), item && LEADS.has(item.kind));
  const enter = (event: KeyboardEvent) => {
    const item = hits[at]?.item;
    if (event.altKey) return item?.place && act(item, ({ place }) => place && openInWindow(tools, place));
    if (hasMod(event)) return item?.runLast && act(item, ({ runLast }) => runLast?.(), true);
    open(item);
  };
  const press = (event: KeyboardEvent) => {
    const next = moved(event.key, at, hits.length - 1);
    const into = hits[at]?.item.serverId;
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) enter(event);
    else if (event.key === 'Tab' && !event.shiftKey && into !== undefined) restart('', into);
    else if (event.key === 'Backspace' && text === '' && scope !== undefined) restart('@', undefined);
    else if (next !== undefined && hits.length > 0) setActive(next);
    else return;
    event.preventDefault();
  };
  const sign = signOf(text);
  return (
    <>
      <div className="pal-h">
        <Icon icon={Search} />
        <input
          className="grow"
          role="combobox"
          aria-expanded="true"
          aria-controls={`${idBase}-list`}
          aria-activedescendant={hits.length > 0 ? `${idBase}-${at}` : undefined}
          aria-label="Search or run a command"
          placeholder={scope === undefined ? 'Search or run a command' : `Search in ${subject.server?.config.name}`}
          spellCheck={false}
          value={text}
          onChange={(event) => restart(event.currentTarget.value, scope)}
          onKeyDown={press}
        />
        {subject.server && (
          <Chip kind={scope === undefined ? undefined : 'req'}>
            <ForeignText text={subject.server.config.name} limit={40} inert />
          </Chip>
        )}
        <Kbd keys={['esc']} />
      </div>
      <Results hits={hits} active={at} idBase={idBase} onRun={({ item }) => open(item)} />
      {hits.length === 0 && (
        <p className="pal-none t2">
          {text === '' ? 'Type to search.' : 'Nothing matches.'} Servers, their tools, resources, prompts, tasks and
          traffic, commands and settings are searched.
        </p>
      )}
      <div className="pal-f fs11 t3">
        <span>
          <Kbd keys={['up', 'down']} /> Move
        </span>
        {SIGNS.map(([key, title]) => (
          <span key={key} className={sign === key ? 'b5' : undefined}>
            <Kbd keys={[key]} /> {title}
          </span>
        ))}
        {hits[at]?.item.serverId !== undefined && (
          <span>
            <Kbd keys={['tab']} /> Look inside
          </span>
        )}
        <span className="vh" role="status">
          {spoken(hits, at)}
        </span>
      </div>
    </>
  );
}

/** Focus as usual would select the prefix the palette starts with, and typing would lose it. */
function focusEnd(event: Event): void {
  const input = event.target instanceof HTMLElement ? event.target.querySelector('input') : null;
  if (!input) return;
  event.preventDefault();
  input.focus();
  input.setSelectionRange(input.value.length, input.value.length);
}

/** S36. Finds servers with what they offer, traffic, places, commands and settings. */
export function Palette(props: PaletteProps) {
  const { page } = useWirebench();
  const open = usePage((state) => state.paletteOpen);
  // A new starting text while it is open starts it over.
  const start = useStore(props.tools.overlays, (state) => state.paletteText);
  const setOpen = (paletteOpen: boolean) => page.getState().set({ paletteOpen });
  const leads = useRef(false);
  const close = (toPlace = false) => {
    leads.current = toPlace;
    setOpen(false);
  };
  const handOn = (event: Event) => {
    if (!leads.current) return;
    leads.current = false;
    event.preventDefault();
    focusChoice();
  };
  return (
    <Primitive.Root open={open} onOpenChange={setOpen}>
      <Primitive.Portal>
        <Primitive.Overlay className="scrim" />
        <Primitive.Content
          className="dlg pal"
          aria-describedby={undefined}
          onOpenAutoFocus={focusEnd}
          onCloseAutoFocus={handOn}
        >
          <Primitive.Title className="vh">Command palette</Primitive.Title>
          <PaletteBody key={start} {...props} close={close} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
