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
  // In the legacy era each question is a request of its own within one open call, which nothing here can end but a stop.
  const bounded = useEntity('session', run.sessionId)?.hello?.era === 'modern';
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
      {bounded && limit !== undefined && <p>It is stopped by itself after {limit} rounds.</p>}
      {!bounded && <p>It goes on asking until you stop it.</p>}
    </Callout>
  );
}
