import { useState } from 'react';
import type { CatalogKind } from '#shared/catalog-kind.ts';
import { driftCountWords } from '#shared/drift-words.ts';
import type { ServerEntry } from '#shared/entities.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { DriftDialog } from './drift-dialog.tsx';
import { useAcceptDrift } from './use-drift.ts';

export interface DriftNoteProps {
  readonly server: ServerEntry;
  readonly kinds: readonly CatalogKind[];
}

/** Over a list: how much of it is not as it was accepted. Nothing when all of it is. */
export function DriftNote({ server, kinds }: DriftNoteProps) {
  const marks = (server.drift ?? []).filter(({ kind }) => kinds.includes(kind));
  const accept = useAcceptDrift(server.id);
  const [open, setOpen] = useState(false);
  if (marks.length === 0) return null;
  const counts = kinds
    .map((kind) =>
      driftCountWords(
        kind,
        marks.filter((mark) => mark.kind === kind),
      ),
    )
    .filter((words) => words !== '');
  return (
    <div className="pad-s">
      <Callout
        kind={marks.some(({ change }) => change === 'changed') ? 'wait' : 'req'}
        role="status"
        title={counts.join(', ')}
        actions={
          <>
            <Button size="sm" onClick={() => setOpen(true)}>
              Review
            </Button>
            <Button size="sm" onClick={() => void accept(marks)}>
              Accept all
            </Button>
          </>
        }
      />
      {open && <DriftDialog serverId={server.id} marks={marks} onClose={() => setOpen(false)} />}
    </div>
  );
}
