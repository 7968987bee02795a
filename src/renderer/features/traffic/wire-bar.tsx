import { ArrowLeft, ArrowRight, Cable, SearchX, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { QueryField } from '../../parts/query-field.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { isLineTerm, type WireDirection, type WireFilter } from './use-wire-filter.ts';

/** How lines are shown. */
export interface WireLayout {
  /** The chosen line over several lines. */
  readonly pretty: boolean;
  /** Without the content of `_meta`. */
  readonly bare: boolean;
}

export interface WireBarProps {
  readonly switcher: ReactNode;
  readonly filter: WireFilter;
  readonly layout: WireLayout;
  readonly onLayout: (layout: WireLayout) => void;
  /** Buttons at the end. */
  readonly children: ReactNode;
}

const DIRECTIONS: readonly { value: WireDirection; label: string; icon?: typeof ArrowLeft }[] = [
  { value: 'both', label: 'Both' },
  { value: 'out', label: 'Sent', icon: ArrowRight },
  { value: 'in', label: 'Received', icon: ArrowLeft },
];

/** The filter bar of S17. */
export function WireBar({ switcher, filter, layout, onLayout, children }: WireBarProps) {
  const { pretty, bare } = layout;
  return (
    <div className="pane-h fbar">
      {switcher}
      <QueryField
        label="Filter raw messages"
        value={filter.text}
        onValue={filter.setText}
        known={filter.known}
        offers={isLineTerm}
      />
      <Segmented label="Direction" options={DIRECTIONS} value={filter.direction} onChange={filter.setDirection} />
      <Button size="sm" variant="quiet" aria-pressed={pretty} onClick={() => onLayout({ pretty: !pretty, bare })}>
        Pretty print
      </Button>
      <Button size="sm" variant="quiet" aria-pressed={bare} onClick={() => onLayout({ pretty, bare: !bare })}>
        Hide _meta
      </Button>
      {filter.noise && (
        <Button size="sm" variant="tint" iconAfter={X} onClick={() => filter.setNoise(false)}>
          Only lines that are no messages
        </Button>
      )}
      <div className="fbar-tools">{children}</div>
    </div>
  );
}

/** In place of the lines while there are none. */
export function NoLines({ filtered }: { readonly filtered: boolean }) {
  return (
    <EmptyState
      icon={filtered ? SearchX : Cable}
      title={filtered ? 'No line matches the filter' : 'Nothing was sent or received yet'}
    >
      {filtered ? 'Press Escape in the filter to clear it.' : 'Connect the server or run something.'}
    </EmptyState>
  );
}
