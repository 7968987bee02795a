import { Search } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId } from 'react';
import { useFeedback } from './feedback.tsx';
import { plural } from './format.ts';
import { Icon } from './icon.tsx';
import { Kbd } from './kbd.tsx';
import { ListRows } from './list-rows.tsx';
import type { ListGroup } from './list-stops.ts';
import { TextInput } from './text-input.tsx';
import { useCopy } from './use-copy.ts';
import { useLayout } from './use-layout.ts';

export interface ListPaneProps {
  /** Name of the list, for example `Tools`. */
  readonly label: string;
  readonly groups: readonly ListGroup[];
  readonly selectedId?: string | undefined;
  readonly onSelect: (id: string) => void;
  /** Enter or double click on a row; focus usually moves on from there. */
  readonly onOpen?: ((id: string) => void) | undefined;
  /** A click with Shift on another row than the chosen one. */
  readonly onExtend?: ((id: string) => void) | undefined;
  readonly onToggleGroup?: ((id: string) => void) | undefined;
  /** Text that Mod+C on a row copies. */
  readonly copyText?: ((id: string) => string | undefined) | undefined;
  readonly filter?:
    | {
        readonly value: string;
        readonly onValue: (value: string) => void;
        readonly placeholder: string;
        /** Lets a shortcut focus the field. */
        readonly inputRef?: RefObject<HTMLInputElement | null> | undefined;
        readonly keys?: readonly string[] | undefined;
      }
    | undefined;
  /** Right of the filter. */
  readonly actions?: ReactNode;
  /** Between filter and rows, for example an error bar. */
  readonly notice?: ReactNode;
  /** Shown instead of rows when all groups are empty. */
  readonly empty?: ReactNode;
  /** Between rows and footer, for example the way to further pages. */
  readonly end?: ReactNode;
  readonly footer?: ReactNode;
}

const PAUSE_MS = 500;

/** Says how many rows a filter leaves, once typing paused. */
function useFoundAnnounced(text: string, found: number): void {
  const { announce } = useFeedback();
  useEffect(() => {
    if (text === '') return;
    const timer = setTimeout(() => announce(`${plural(found, 'match', 'matches')} for ${text.slice(0, 60)}`), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, found, announce]);
}

/** C10. Filter, grouped rows, footer. Escape in the filter clears it; the down arrow goes to the rows. */
export function ListPane(props: ListPaneProps) {
  const { label, groups, filter, actions, notice, empty, end, footer, copyText } = props;
  const id = useId();
  // There is no room for the item beside the list: a press goes to it.
  const narrow = useLayout() === 'narrow';
  const found = groups.reduce((sum, group) => sum + group.rows.length, 0);
  useFoundAnnounced(filter?.value ?? '', found);
  const isEmpty = groups.every((group) => group.rows.length === 0 && !group.collapsed);
  const copyToClipboard = useCopy();
  const copy = (row: string) => {
    const text = copyText?.(row);
    if (text !== undefined) copyToClipboard(text);
  };
  const toRows = () => document.getElementById(id)?.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus();
  return (
    <div className="pane list">
      {(filter || actions) && (
        <div className="pane-h list-h">
          {filter && (
            <TextInput
              type="search"
              search
              ref={filter.inputRef}
              aria-label={filter.placeholder}
              placeholder={filter.placeholder}
              value={filter.value}
              onValue={filter.onValue}
              leading={<Icon icon={Search} size="s" />}
              trailing={filter.keys && filter.value === '' && <Kbd keys={filter.keys} />}
              onKeyDown={(event) => {
                if (event.key === 'Escape' && filter.value !== '') {
                  event.stopPropagation();
                  filter.onValue('');
                } else if (event.key === 'ArrowDown') {
                  event.preventDefault();
                  toRows();
                }
              }}
            />
          )}
          {actions}
        </div>
      )}
      {notice}
      {isEmpty && empty !== undefined ? (
        <div className="pane-b">{empty}</div>
      ) : (
        <ListRows
          id={id}
          label={label}
          groups={groups}
          selectedId={props.selectedId}
          onSelect={props.onSelect}
          onOpen={props.onOpen}
          openOnClick={narrow && props.onOpen !== undefined}
          onExtend={props.onExtend}
          onToggleGroup={props.onToggleGroup}
          onCopy={copyText && copy}
        />
      )}
      {end}
      {footer && <div className="list-f">{footer}</div>}
    </div>
  );
}
