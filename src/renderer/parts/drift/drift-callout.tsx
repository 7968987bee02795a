import { useState } from 'react';
import type { DriftMark } from '#shared/drift.ts';
import { DRIFT_THINGS } from '#shared/drift-words.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { DriftDialog } from './drift-dialog.tsx';
import { DriftWords } from './drift-words.tsx';
import { useAcceptDrift, useDriftItems } from './use-drift.ts';

export interface DriftCalloutProps {
  readonly serverId: string;
  /** Undefined when it is as it was accepted: nothing is shown. */
  readonly mark: DriftMark | undefined;
}

/** Above something that is not as it was accepted: what changed in words, the difference, and accepting it. */
export function DriftCallout({ serverId, mark }: DriftCalloutProps) {
  if (!mark) return null;
  return <Shown key={`${mark.name} ${mark.at}`} serverId={serverId} mark={mark} />;
}

function Shown({ serverId, mark }: { readonly serverId: string; readonly mark: DriftMark }) {
  const { value, error } = useDriftItems(serverId, [mark]);
  const accept = useAcceptDrift(serverId);
  const [open, setOpen] = useState(false);
  const thing = DRIFT_THINGS[mark.kind];
  const changed = mark.change === 'changed';
  // That it is new is in the title.
  const words = value?.[0]?.words.filter((_, at) => changed || at > 0) ?? [];
  return (
    <div className="drift-call">
      <Callout
        kind={changed ? 'wait' : 'req'}
        role="status"
        title={
          changed ? `This ${thing} changed since you accepted it` : `This ${thing} is new since you accepted the list`
        }
        actions={
          <>
            <Button size="sm" onClick={() => setOpen(true)}>
              {changed ? 'Show the difference' : 'Show it'}
            </Button>
            <Button size="sm" onClick={() => void accept([mark])}>
              Accept
            </Button>
          </>
        }
      >
        {error !== undefined && <p>{error.slice(0, 300)}</p>}
        {words.length > 0 && <DriftWords words={words} />}
      </Callout>
      {open && <DriftDialog serverId={serverId} marks={[mark]} onClose={() => setOpen(false)} />}
    </div>
  );
}
