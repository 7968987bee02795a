import { Search } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { ServerEntry } from '#shared/entities.ts';
import type { Session } from '#shared/session.ts';
import type { Command } from '../store/command.ts';
import { usePage, useWirebench } from '../store/wirebench.tsx';
import { Chip } from '../ui/chip.tsx';
import { useFeedback } from '../ui/feedback.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { plural } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Kbd } from '../ui/kbd.tsx';
import type { OverlayStore } from './overlays.ts';
import { type PaletteHit, searchPalette } from './palette-search.ts';
import { shortcutKeys } from './shortcuts.ts';
import { usePaletteItems } from './use-palette-items.ts';

interface PaletteProps {
  overlays: OverlayStore;
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
      aria-label={`${item.title.slice(0, TITLE_CHARS)}, ${item.disabled ?? item.note ?? item.group}`}
      aria-disabled={item.disabled !== undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onRun}
    >
      <span className="t3">{item.icon && <Icon icon={item.icon} />}</span>
      <span className="nw">
        <Title hit={hit} />
      </span>
      {item.note && (
        <span className="t3 fs12 el">
          <ForeignText text={item.note} limit={200} inert />
        </span>
      )}
      <span className="sp" />
      {item.shortcut && <Kbd keys={shortcutKeys(item.shortcut)} />}
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

function PaletteBody({ overlays, commands, current, close }: PaletteProps & { close: () => void }) {
  const idBase = useId();
  const [text, setText] = useState(() => overlays.getState().paletteText);
  const [active, setActive] = useState(0);
  const { announce } = useFeedback();
  const items = usePaletteItems(commands, current);
  const hits = searchPalette(items, text);
  const at = Math.min(active, Math.max(0, hits.length - 1));
  const run = (hit: PaletteHit | undefined) => {
    if (!hit) return;
    if (hit.item.disabled !== undefined) return announce(hit.item.disabled);
    close();
    hit.item.run();
  };
  const press = (event: KeyboardEvent) => {
    const last = hits.length - 1;
    // Single steps go round, pages stop at the ends.
    const moves: Record<string, number> = {
      ArrowDown: at === last ? 0 : at + 1,
      ArrowUp: at === 0 ? last : at - 1,
      PageDown: Math.min(last, at + PAGE),
      PageUp: Math.max(0, at - PAGE),
    };
    const next = moves[event.key];
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) run(hits[at]);
    else if (next !== undefined && hits.length > 0) setActive(next);
    else return;
    event.preventDefault();
  };
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
          placeholder="Search or run a command"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={press}
        />
        {current.server && <Chip>{current.server.config.name}</Chip>}
        <Kbd keys={['esc']} />
      </div>
      <Results hits={hits} active={at} idBase={idBase} onRun={run} />
      {hits.length === 0 && (
        <p className="pal-none t2">Nothing matches. Servers, commands, tools, resources and prompts were searched.</p>
      )}
      <div className="pal-f fs11 t3">
        {['>', '@', '/'].map((sign, index) => (
          <span key={sign}>
            <Kbd keys={[sign]} /> {['Commands', 'Servers', 'Tools, resources and prompts'][index]}
          </span>
        ))}
        <span className="vh" role="status">
          {plural(hits.length, 'result')}
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

/** S36. Finds servers, tabs, commands and what the current server offers. */
export function Palette(props: PaletteProps) {
  const { page } = useWirebench();
  const open = usePage((state) => state.paletteOpen);
  // A new starting text while it is open starts it over.
  const start = useStore(props.overlays, (state) => state.paletteText);
  const setOpen = (paletteOpen: boolean) => page.getState().set({ paletteOpen });
  return (
    <Primitive.Root open={open} onOpenChange={setOpen}>
      <Primitive.Portal>
        <Primitive.Overlay className="scrim" />
        <Primitive.Content className="dlg pal" aria-describedby={undefined} onOpenAutoFocus={focusEnd}>
          <Primitive.Title className="vh">Command palette</Primitive.Title>
          <PaletteBody key={start} {...props} close={() => setOpen(false)} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
