import { History, Play, Star, Trash2 } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import type { EarlierRun } from '#shared/earlier.ts';
import { Button } from '../../ui/button.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatTime } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { Kind } from '../../ui/kind.ts';
import { hasMod } from '../../ui/platform.ts';
import { Popover } from '../../ui/popover.tsx';
import { differsBy } from './earlier-words.ts';
import type { Earlier } from './use-earlier.ts';

export interface EarlierMenuProps {
  readonly earlier: Earlier;
  /** The arguments in the form now. */
  readonly text: string;
  readonly onChoose: (text: string) => void;
  /** Fills the form and runs at once. */
  readonly onRun: (text: string) => void;
  /** Only the icon. */
  readonly compact?: boolean | undefined;
  /** How a run ended, in a word with its colour. */
  readonly wordsOf: (run: EarlierRun) => { readonly kind: Kind; readonly word: string };
}

const DAY_MS = 86_400_000;

/** The time of today, the date before. */
function when(at: number, now: number): string {
  return now - at < DAY_MS ? formatTime(at).slice(0, 8) : new Date(at).toLocaleDateString('sv-SE');
}

interface RowProps {
  readonly label: string;
  readonly leftOut: readonly string[] | undefined;
  readonly children: ReactNode;
  readonly onChoose: () => void;
  readonly onRun: () => void;
  readonly onForget: () => void;
}

function Row({ label, leftOut, children, onChoose, onRun, onForget }: RowProps) {
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !hasMod(event)) return;
    event.preventDefault();
    event.stopPropagation();
    onRun();
  };
  const secrets = leftOut?.map((pointer) => pointer.slice(1)).join(', ');
  return (
    <li>
      <button type="button" className="li grow" data-earlier onClick={onChoose} onKeyDown={press}>
        {children}
        {secrets !== undefined && <span className="t3 fs11 nw">without {secrets.slice(0, 40)}</span>}
      </button>
      <IconButton size="sm" icon={Play} label={`Run ${label}`} onClick={onRun} />
      <IconButton size="sm" icon={Trash2} label={`Forget ${label}`} onClick={onForget} />
    </li>
  );
}

/** Up and down move between the entries, as in a menu. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-earlier]')];
  const at = rows.findIndex((row) => row.parentElement?.contains(document.activeElement));
  const next = rows[event.key === 'ArrowDown' ? Math.min(rows.length - 1, at + 1) : Math.max(0, at - 1)];
  event.preventDefault();
  next?.focus();
}

/** S08. Arguments of earlier runs, and saved examples: choosing one fills the form. */
export function EarlierMenu({ earlier, text, onChoose, onRun, wordsOf, compact }: EarlierMenuProps) {
  const [open, setOpen] = useState(false);
  const { runs, examples } = earlier.list;
  const change = (next: boolean) => {
    setOpen(next);
    if (next) void earlier.reload();
  };
  const choose = (act: (text: string) => void, chosen: string) => {
    setOpen(false);
    act(chosen);
  };
  const now = Date.now();
  const row = (entry: { id: string; text: string; leftOut?: string[] | undefined }, label: string, body: ReactNode) => (
    <Row
      key={entry.id}
      {...{ label }}
      leftOut={entry.leftOut}
      onChoose={() => choose(onChoose, entry.text)}
      onRun={() => choose(onRun, entry.text)}
      onForget={() => earlier.remove(entry.id)}
    >
      {body}
    </Row>
  );
  return (
    <Popover
      label="Earlier arguments"
      open={open}
      onOpen={change}
      trigger={
        compact ? (
          <IconButton size="sm" icon={History} label="Earlier arguments" />
        ) : (
          <Button size="sm" variant="quiet" icon={History}>
            Earlier arguments
          </Button>
        )
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move between the buttons inside */}
      <div className="earlier" onKeyDown={walk}>
        {earlier.error !== undefined && <p className="c-err fs12">{earlier.error}</p>}
        {runs.length + examples.length === 0 && (
          <p className="t3 fs12">Nothing yet. What you run or save is listed here, without its secrets.</p>
        )}
        {examples.length > 0 && (
          <ul aria-label="Saved examples">
            {examples.map((one) =>
              row(
                one,
                one.name,
                <>
                  <Icon icon={Star} size="s" className="t3" />
                  <span className="el">
                    <ForeignText text={one.name} limit={100} inert />
                  </span>
                </>,
              ),
            )}
          </ul>
        )}
        {runs.length > 0 && (
          <ul aria-label="Earlier runs">
            {runs.map((one) => {
              const { kind, word } = wordsOf(one);
              const at = when(one.at, now);
              return row(
                one,
                `the arguments of ${at}`,
                <>
                  <span className="t3 tn nw">{at}</span>
                  <span className="mono el grow">
                    <ForeignText text={differsBy(one.text, text)} limit={120} inert />
                  </span>
                  <span className={`fs11 nw c-${kind}`}>{word}</span>
                </>,
              );
            })}
          </ul>
        )}
        {runs.length > 0 && (
          <div className="row">
            <span className="sp" />
            <Button size="sm" variant="quiet" onClick={() => earlier.remove()}>
              Forget all runs
            </Button>
          </div>
        )}
      </div>
    </Popover>
  );
}
