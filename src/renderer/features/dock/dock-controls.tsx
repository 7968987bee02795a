import { ArrowDown, Ban, ListFilter, Maximize2, Search } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';

export type Level = 'all' | 'warn' | 'error';

const LEVELS: readonly { id: Level; label: string }[] = [
  { id: 'all', label: 'Level: all' },
  { id: 'warn', label: 'Warnings and errors' },
  { id: 'error', label: 'Errors' },
];

/** Levels that the host lets through; undefined for every line. */
export function levelsOf(level: Level): string[] | undefined {
  if (level === 'all') return undefined;
  return level === 'warn' ? ['warn', 'error'] : ['error'];
}

export interface DockControlsProps {
  readonly shown: number;
  readonly total: number;
  /** Undefined where lines have no level. */
  readonly level: Level | undefined;
  readonly onLevel: (level: Level) => void;
  readonly follow: boolean;
  readonly onFollow: (follow: boolean) => void;
  /** Undefined where there is nothing to search in. */
  readonly searching: boolean | undefined;
  readonly onSearch: (searching: boolean) => void;
  readonly onClear: () => void;
  /** Opens a window of its own; undefined where this is one. */
  readonly onPopOut: (() => void) | undefined;
}

/** The right side of the dock's bar. */
export function DockControls(props: DockControlsProps) {
  const { shown, total, level, follow, searching } = props;
  return (
    <>
      <span className="fs11 t3 tn nw">
        {shown < total && `${shown.toLocaleString('en-US')} of `}
        {plural(total, 'line')}
      </span>
      {level !== undefined && (
        <Menu
          trigger={
            <Button variant="quiet" size="sm" icon={ListFilter} disabled={searching}>
              {LEVELS.find(({ id }) => id === level)?.label}
            </Button>
          }
          items={LEVELS.map(({ id, label }) => ({
            id,
            label,
            checked: id === level,
            onSelect: () => props.onLevel(id),
          }))}
        />
      )}
      <Button
        variant="quiet"
        size="sm"
        icon={ArrowDown}
        aria-pressed={follow}
        aria-keyshortcuts="Control+Shift+T Meta+Shift+T"
        onClick={() => props.onFollow(!follow)}
      >
        {follow ? 'Following' : 'Follow'}
      </Button>
      {searching !== undefined && (
        <IconButton
          size="sm"
          icon={Search}
          label="Search log"
          pressed={searching}
          onClick={() => props.onSearch(!searching)}
        />
      )}
      <IconButton size="sm" icon={Ban} label="Clear view" onClick={props.onClear} />
      {props.onPopOut && <IconButton size="sm" icon={Maximize2} label="Open in a window" onClick={props.onPopOut} />}
    </>
  );
}
