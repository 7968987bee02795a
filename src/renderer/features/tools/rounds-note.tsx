import { Square } from 'lucide-react';
import type { Operation } from '#shared/entities.ts';
import { useEntity } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { isOver } from './run-words.ts';

/** From this many rounds on a server seems to ask without end. */
const MANY = 10;

export interface RoundsNoteProps {
  readonly run: Operation;
  readonly onStop: (id: string) => void;
}

/** S11. Tells that a call has asked very often, with the way to end it. */
export function RoundsNote({ run, onStop }: RoundsNoteProps) {
  const limit = useEntity('settings', 'settings')?.roundLimit;
  if (isOver(run) || run.rounds < MANY) return null;
  return (
    <Callout
      kind="wait"
      title={`This call has asked ${run.rounds} times`}
      actions={
        <Button size="sm" icon={Square} onClick={() => onStop(run.id)}>
          Stop the call
        </Button>
      }
    >
      {limit !== undefined && <p>It is stopped by itself after {limit} rounds.</p>}
    </Callout>
  );
}
